/** Finding the entries that fit a question: a small in-memory index for each agent (facts: performance §4). */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";

export interface KnowledgeSource {
  agentId: string;
  /** Changes whenever the entries change. */
  version: string | number;
  entries: readonly KnowledgeEntry[];
}

export interface KnowledgeIndex {
  readonly entries: readonly KnowledgeEntry[];
}

export interface Retrieval {
  /** All entries while they fit the budget (tokens), else the best-matching ones; always in their stored order. */
  selectEntries(source: KnowledgeSource, question: string, budgetTokens: number): KnowledgeEntry[];
  /** The cached index; give it to `answerFromKnowledge`. */
  indexFor(source: KnowledgeSource): KnowledgeIndex;
}

/** `maxAgents` and `maxEntries` bound the cache (defaults 500 agents, 20,000 entries together). */
export function createRetrieval(_limits: { maxAgents?: number; maxEntries?: number } = {}): Retrieval {
  throw new Error("under construction");
}

/** An index without a cache. */
export function indexEntries(_entries: readonly KnowledgeEntry[]): KnowledgeIndex {
  throw new Error("under construction");
}
