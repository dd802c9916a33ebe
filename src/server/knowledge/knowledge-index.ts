/** The searchable index of one agent's entries. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import { readModel } from "./rank/model.ts";
import { buildLibrary, type Library } from "./rank/passages.ts";
import { readQuestion } from "./rank/question.ts";
import { type Model, rank } from "./rank/rank.ts";
import { findCandidates } from "./rank/search.ts";

export interface KnowledgeIndex {
  /** Estimated tokens of each entry. */
  readonly tokens: readonly number[];
  /** UTF-16 units of text in the index: 0 until the searchable part is built. */
  readonly size: number;
  /**
   * Builds the searchable part in slices; `pause` lets other work run in between. Without this call, the first question
   * builds it at once.
   */
  prepare(pause: () => Promise<void>): Promise<void>;
  /** The searchable part; built at once unless `prepare` has built it. */
  library(): Library;
}

/** Tokens around each entry in the prompt. */
const TOKENS_PER_ENTRY = 6;
/** The longest time for which building an index may block the event loop, in milliseconds. */
const SLICE_MS = 4;

/**
 * Creates an index without a cache. The searchable part is built at the first question, because prompts that contain
 * all entries do not need it.
 */
export function indexEntries(entries: readonly KnowledgeEntry[]): KnowledgeIndex {
  // Set to null when the library is complete, because the generator keeps the entries in memory.
  let steps: Generator<undefined, Library> | null = buildLibrary(entries);
  const length = entries.reduce((sum, entry) => sum + entry.text.length, 0);
  let built: Library | null = null;
  let building: Promise<void> | null = null;

  /** Continues building until the library is complete or the time `until` is reached. */
  const buildUntil = (until: number): Library | null => {
    while (steps) {
      const step = steps.next();
      if (step.done) {
        built = step.value;
        steps = null;
      } else if (performance.now() >= until) return null;
    }
    return built;
  };
  const buildInSlices = async (pause: () => Promise<void>): Promise<void> => {
    while (!buildUntil(performance.now() + SLICE_MS)) await pause();
  };

  return {
    tokens: entries.map((entry) => estimateTokens(entry.text) + TOKENS_PER_ENTRY),
    get size() {
      return built ? length : 0;
    },
    prepare(pause) {
      building ??= buildInSlices(pause);
      return building;
    },
    library: () => buildUntil(Number.POSITIVE_INFINITY) as Library,
  };
}

/** The estimated tokens of all entries. */
export function totalOf({ tokens }: KnowledgeIndex): number {
  return tokens.reduce((sum, count) => sum + count, 0);
}

/** The entries that match a question best within a budget of tokens, in their stored order. */
export function selectFrom(
  index: KnowledgeIndex,
  entries: readonly KnowledgeEntry[],
  question: string,
  budgetTokens: number,
): KnowledgeEntry[] {
  const { tokens } = index;
  const chosen = new Set<number>();
  let left = budgetTokens;
  // Entries that do not match fill the remaining room in stored order, because owners put general information first.
  for (const entry of [...rankEntries(index, question), ...entries.keys()]) {
    const cost = tokens[entry] ?? 0;
    if (chosen.has(entry) || cost > left) continue;
    chosen.add(entry);
    left -= cost;
  }
  return entries.filter((_, position) => chosen.has(position));
}

/** The positions of the entries that match a question at least partly, best first. */
export function rankEntries(
  index: KnowledgeIndex,
  question: string,
  { tables, ranker }: Pick<Model, "tables" | "ranker"> = readModel(),
): number[] {
  const library = index.library();
  const asked = readQuestion(library, question);
  const best = rank(library, asked, tables, ranker).candidates.map(({ indexed }) => indexed.passage.entry);
  const others = findCandidates(library, asked, Number.POSITIVE_INFINITY).map(({ number }) => library.passages[number]?.passage.entry ?? 0);
  return [...new Set([...best, ...others])];
}
