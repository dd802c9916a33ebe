/** The tokens of knowledge in a prompt. Pure. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";

/** Tokens around each entry in the prompt. */
export const TOKENS_PER_ENTRY = 6;

/** The estimated tokens of an entry in a prompt. */
export const tokensOf = ({ text }: KnowledgeEntry): number => estimateTokens(text) + TOKENS_PER_ENTRY;

/** Whether all entries fit a budget. Reads no more of them than the budget needs. */
export function fitsBudget(entries: readonly KnowledgeEntry[], budgetTokens: number): boolean {
  let left = budgetTokens;
  return entries.every((entry) => {
    left -= tokensOf(entry);
    return left >= 0;
  });
}
