/** The searchable index of one agent's entries. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { runAtOnce, runInSlices } from "../platform/steps.ts";
import { labelPassages } from "./answerer-topics.ts";
import { buildLibrary, type Library } from "./rank/library.ts";

export interface KnowledgeIndex {
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

/**
 * Creates an index without a cache. The searchable part is built at the first question, because prompts that contain
 * all entries do not need it. `previous`: the index of an earlier version, whose parts are reused.
 */
export function indexEntries(entries: readonly KnowledgeEntry[], previous?: KnowledgeIndex): KnowledgeIndex {
  let base = previous?.reusable ?? null;
  let built: Library | null = null;
  let building: Promise<void> | null = null;
  // Set to null when the library is complete, because the generator keeps the previous one in memory.
  let steps: Generator<undefined, void> | null = build();

  function* build() {
    const library = yield* buildLibrary(entries, base);
    yield* labelPassages(library);
    built = library;
    base = null;
    steps = null;
  }

  return {
    get bytes() {
      return (built ?? base)?.bytes ?? 0;
    },
    get reusable() {
      return built ?? base;
    },
    prepare(pause) {
      building ??= steps ? runInSlices(steps, pause) : Promise.resolve();
      return building;
    },
    library() {
      if (steps) runAtOnce(steps);
      return built as unknown as Library;
    },
  };
}
