/** The searchable index of one agent's entries. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import { buildLibrary, type Library } from "./rank/passages.ts";

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
export const TOKENS_PER_ENTRY = 6;
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
