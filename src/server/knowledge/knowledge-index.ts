/** The searchable index of one agent's entries. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import { buildLibrary, type Library } from "./rank/library.ts";

export interface KnowledgeIndex {
  /** Estimated tokens of each entry. */
  readonly tokens: readonly number[];
  /** About how much memory the index takes. */
  readonly bytes: number;
  /** What the index of the next version can reuse. */
  readonly reusable: Library | null;
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
/** The time of one slice, in milliseconds. Slices of several indexes may follow one another before other work. */
const SLICE_MS = 2;

/**
 * Creates an index without a cache. The searchable part is built at the first question, because prompts that contain
 * all entries do not need it. `previous`: the index of an earlier version, whose parts are reused.
 */
export function indexEntries(entries: readonly KnowledgeEntry[], previous?: KnowledgeIndex): KnowledgeIndex {
  let base = previous?.reusable ?? null;
  // Set to null when the library is complete, because the generator keeps the previous one in memory.
  let steps: Generator<undefined, Library> | null = buildLibrary(entries, base);
  let built: Library | null = null;
  let building: Promise<void> | null = null;

  /** Continues building until the library is complete or the time `until` is reached. */
  const buildUntil = (until: number): Library | null => {
    while (steps) {
      const step = steps.next();
      if (step.done) {
        built = step.value;
        steps = null;
        base = null;
      } else if (performance.now() >= until) return null;
    }
    return built;
  };
  const buildInSlices = async (pause: () => Promise<void>): Promise<void> => {
    while (!buildUntil(performance.now() + SLICE_MS)) await pause();
  };

  return {
    tokens: entries.map((entry) => estimateTokens(entry.text) + TOKENS_PER_ENTRY),
    get bytes() {
      return (built ?? base)?.bytes ?? 0;
    },
    get reusable() {
      return built ?? base;
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
