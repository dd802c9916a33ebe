/** Checks whether there is room for knowledge: within the plan's limits, and within the server's limits for one agent. Pure. */

import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { told } from "../../contract/messages/message.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { verdictOnWords } from "../plans/limits.ts";
import { planLimit, tooLarge } from "../platform/errors.ts";
import type { KnowledgeTotals } from "./store.ts";

/** The words of an entry that is read from a source, whatever the plan, so that another plan does not divide its text anew. */
export const READ_ENTRY_WORDS = 200;

/**
 * `limits` null: an account without plan limits. `isRead`: the entry is of a source; an owner may change it as long as it is
 * no longer than what is read. @throws DomainError plan_limit if the entry has too many words.
 */
export function refuseLongEntry(entry: KnowledgeEntry, words: number, limits: PlanLimits | null, isRead = false): void {
  if (isRead && words <= READ_ENTRY_WORDS) return;
  const verdict = limits && verdictOnWords(entry, words, limits);
  if (verdict) throw planLimit(verdict);
}

/**
 * Knowledge that exceeds a limit, for example after a change to a smaller plan, may stay or shrink, but not grow.
 * The plan's number of entries is one of typed entries: what was read from sources has a limit of its words.
 * @throws DomainError plan_limit; too_large if it exceeds the server's limits for one agent.
 */
export function refuseGrowth(before: KnowledgeTotals, after: KnowledgeTotals, limits: PlanLimits | null): void {
  const allowed = limits?.addKnowledgeLimit ?? Number.POSITIVE_INFINITY;
  if (allowed <= KNOWLEDGE_MAX.entries && after.typed > before.typed && after.typed > allowed)
    throw planLimit(told("knowledge.limit", { limit: `${allowed}` }));
  const readAllowed = limits?.totalWordLimit ?? Number.POSITIVE_INFINITY;
  if (after.readWords > before.readWords && after.readWords > readAllowed) {
    const left = Math.max(readAllowed - before.readWords, 0);
    throw planLimit(told("sources.wordLimit", { words: after.readWords - before.readWords, left }));
  }
  if (after.entries > before.entries && after.entries > KNOWLEDGE_MAX.entries)
    throw tooLarge(told("knowledge.tooManyEntries", { max: KNOWLEDGE_MAX.entries }));
  if (after.words > before.words && after.words > KNOWLEDGE_MAX.words) {
    throw tooLarge(told("knowledge.tooManyWords", { max: KNOWLEDGE_MAX.words }));
  }
}

/** Pages of sources that count. @throws DomainError plan_limit, if there are more than before and than the plan allows */
export function refusePageGrowth(before: number, after: number, limits: PlanLimits | null): void {
  const allowed = limits?.pageLimit ?? Number.POSITIVE_INFINITY;
  if (after > before && after > allowed) throw planLimit(told("sources.pageLimit", { limit: `${allowed}` }));
}
