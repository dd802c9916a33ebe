/** What is searched for, and what a model is given of an agent's knowledge. Needs no lexicon, so that a start need not load it. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { Library } from "./rank/library.ts";

export interface Wanted {
  question: string;
  /** The visitor's message before it: a short follow-up ("and on Sunday?") takes its subject from it. */
  previousQuestion?: string;
  /** Passages by their meaning, the nearest first; null if there is no such search. Called only if not everything fits. */
  byMeaning?: (library: Library) => Promise<readonly number[] | null>;
}

/** What a prompt has of an agent's knowledge. */
export interface Given {
  /** Whole entries and excerpts of entries, in their stored order. */
  entries: readonly KnowledgeEntry[];
  /** The position of each of them among the agent's entries. */
  positions: readonly number[];
  /**
   * The same texts in pieces, a list for each of them. They are the same objects for every question as long as the index
   * is kept, so that what was read of them can be kept, too.
   */
  pieces: readonly (readonly KnowledgeEntry[])[];
}

export const NOTHING_GIVEN: Given = { entries: [], positions: [], pieces: [] };

export const allOf = (entries: readonly KnowledgeEntry[]): Given => ({
  entries,
  positions: [...entries.keys()],
  pieces: entries.map((entry) => [entry]),
});

/** Only those for which `isIn` is true. */
export function partOf({ entries, positions, pieces }: Given, isIn: readonly boolean[]): Given {
  const keep = <T>(list: readonly T[]) => list.filter((_, at) => isIn[at]);
  return { entries: keep(entries), positions: keep(positions), pieces: keep(pieces) };
}
