/** Whether there is room for knowledge: what the plan allows, and what the server can hold for one agent. Pure. */

import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { told } from "../../contract/messages/message.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { verdictOnWords } from "../plans/limits.ts";
import { planLimit, tooLarge } from "../platform/errors.ts";
import type { KnowledgeTotals } from "./store.ts";

/** `limits` null: an account without a plan's limits. @throws DomainError plan_limit, for an entry with too many words. */
export function refuseLongEntry(entry: KnowledgeEntry, words: number, limits: PlanLimits | null): void {
  const verdict = limits && verdictOnWords(entry, words, limits);
  if (verdict) throw planLimit(verdict);
}

/**
 * Knowledge that is over a limit, as after a smaller plan, may be kept or shrunk, never grown.
 * @throws DomainError plan_limit; too_large, when it is more than the server holds for one agent.
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
