/** Decides what a plan allows. A limit of 0 allows none, and never means unlimited (product 2.1, 4.2, 4.3). Pure. */

import { countWords, type KnowledgeEntry, parseEntry, wordLimitFor } from "../../contract/knowledge.ts";
import { type Message, told } from "../../contract/messages/message.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";

/** Null if it is allowed, otherwise the message to show. */
export type Verdict = Message | null;

/** `limits` is null for an account without limits (the administrator's and the system's). */
export function verdictOnNewAgent(agentCount: number, limits: PlanLimits | null): Verdict {
  if (!limits || agentCount < limits.chatLimit) return null;
  return told("agents.limit", { limit: `${limits.chatLimit}` });
}

/** Of the words in each entry. An unchanged entry may stay too long, so that a smaller plan takes nothing away. */
export function verdictOnKnowledge(before: readonly string[], after: readonly string[], limits: PlanLimits | null): Verdict {
  if (!limits) return null;
  const unchanged = new Set(before);
  for (const entry of after) {
    if (unchanged.has(entry)) continue;
    const parsed = parseEntry(entry);
    const verdict = verdictOnWords(parsed, countWords(parsed.text), limits);
    if (verdict) return verdict;
  }
  return null;
}

/** `words` is the number of words in the entry's text. */
export function verdictOnWords({ kind }: KnowledgeEntry, words: number, limits: PlanLimits): Verdict {
  const limit = wordLimitFor(kind, limits.knowledgeWordLimit);
  return words > limit ? told("knowledge.tooLong", { words: `${words}`, limit: `${limit}` }) : null;
}
