/** Checks whether there is room for knowledge: within the plan's limits, and within the server's limits for one agent. Pure. */

import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { told } from "../../contract/messages/message.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { verdictOnWords } from "../plans/limits.ts";
import { planLimit, tooLarge } from "../platform/errors.ts";
import type { KnowledgeTotals } from "./store.ts";

/** `limits` null: an account without plan limits. @throws DomainError plan_limit if the entry has too many words. */
export function refuseLongEntry(entry: KnowledgeEntry, words: number, limits: PlanLimits | null): void {
  const verdict = limits && verdictOnWords(entry, words, limits);
  if (verdict) throw planLimit(verdict);
}

/**
 * Knowledge that exceeds a limit, for example after a change to a smaller plan, may stay or shrink, but not grow.
 * @throws DomainError plan_limit; too_large if it exceeds the server's limits for one agent.
 */
export function refuseGrowth(before: KnowledgeTotals, after: KnowledgeTotals, limits: PlanLimits | null): void {
  if (after.entries > before.entries) {
    const allowed = Math.min(limits?.addKnowledgeLimit ?? Number.POSITIVE_INFINITY, KNOWLEDGE_MAX.entries);
    if (after.entries > allowed && allowed === limits?.addKnowledgeLimit) throw planLimit(told("knowledge.limit", { limit: `${allowed}` }));
    if (after.entries > allowed) throw tooLarge(told("knowledge.tooManyEntries", { max: KNOWLEDGE_MAX.entries }));
  }
  if (after.words > before.words && after.words > KNOWLEDGE_MAX.words) {
    throw tooLarge(told("knowledge.tooManyWords", { max: KNOWLEDGE_MAX.words }));
  }
}
