/** Finds the entries that match a question, with a small in-memory index for each agent. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import type { Turns } from "../platform/http/turns.ts";
import type { Log } from "../platform/log.ts";
import { readModel } from "./rank/model.ts";
import { buildLibrary, type Library } from "./rank/passages.ts";
import { readQuestion } from "./rank/question.ts";
import { type Model, rank } from "./rank/rank.ts";
import { findCandidates } from "./rank/search.ts";

export interface KnowledgeSource {
  agentId: string;
  /** Changes whenever the entries change. */
  version: string | number;
  entries: readonly KnowledgeEntry[];
}

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

export interface Retrieval {
  /**
   * The index for `answerFromKnowledge`, ready for use. Builds a large index in slices and waits for its turn, so that
   * it does not delay others.
   */
  ready(source: KnowledgeSource): Promise<KnowledgeIndex>;
  /** All entries if they fit the budget (tokens), otherwise the best matches; always in their stored order. */
  selectEntries(source: KnowledgeSource, question: string, budgetTokens: number): Promise<KnowledgeEntry[]>;
}

const MAX_AGENTS = 2_000;
/** Maximum UTF-16 units of knowledge in all indexes; an index needs 7 to 12 times the memory of its text. */
const MAX_TEXT = 16_000_000;
/** Number of evicted indexes that are remembered by name, to notice when they are needed again. */
const MAX_EVICTED = 1_000;
const TELL_EVERY_MS = 10 * 60_000;
/** Tokens around each entry in the prompt. */
const TOKENS_PER_ENTRY = 6;
interface RetrievalDeps {
  turns: Turns;
  log: Log;
  /** Limits of the cache: the number of agents, and the UTF-16 units of text in all their indexes. */
  maxAgents?: number;
  maxText?: number;
  /** Milliseconds of a clock that never goes back. */
  elapsed?: () => number;
}

interface Cached {
  version: string | number;
  index: KnowledgeIndex;
  size: number;
}

export function createRetrieval(deps: RetrievalDeps): Retrieval {
  const { turns, log, maxAgents = MAX_AGENTS, maxText = MAX_TEXT, elapsed = () => performance.now() } = deps;
  // A Map keeps the order of insertion: the first key is the least recently used one.
  const cache = new Map<string, Cached>();
  const evicted = new Set<string>();
  let held = 0;
  let rebuilt = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const forget = (agentId: string) => {
    held -= cache.get(agentId)?.size ?? 0;
    cache.delete(agentId);
  };

  const evict = (agentId: string) => {
    if (evicted.size >= MAX_EVICTED) evicted.clear();
    evicted.add(agentId);
    forget(agentId);
  };

  /** Marks an index as the latest, updates the size of its text, and makes room for it. */
  const keep = (agentId: string, cached: Cached) => {
    forget(agentId);
    cached.size = cached.index.size;
    held += cached.size;
    cache.set(agentId, cached);
    for (const oldest of cache.keys()) {
      if ((cache.size <= maxAgents && held <= maxText) || cache.size === 1) break;
      evict(oldest);
    }
  };

  const noteRebuild = (agentId: string) => {
    if (!evicted.delete(agentId)) return;
    rebuilt++;
    if (elapsed() - toldAt < TELL_EVERY_MS) return;
    log.warn("knowledge indexes must be built again because their memory is full", { rebuilt, agents: cache.size, characters: held });
    toldAt = elapsed();
    rebuilt = 0;
  };

  const find = ({ agentId, version, entries }: KnowledgeSource): Cached => {
    const known = cache.get(agentId);
    if (known?.version === version) {
      keep(agentId, known);
      return known;
    }
    noteRebuild(agentId);
    const cached = { version, index: indexEntries(entries), size: 0 };
    keep(agentId, cached);
    return cached;
  };

  const prepare = async (agentId: string, cached: Cached): Promise<KnowledgeIndex> => {
    await cached.index.prepare(() => turns.pause(`knowledge ${agentId}`));
    // The index has text now, so update the cache, unless the index has been evicted in the meantime.
    if (cache.get(agentId) === cached && cached.size !== cached.index.size) keep(agentId, cached);
    // A search takes milliseconds as well, and many may run at once.
    await turns.next(`knowledge ${agentId}`);
    return cached.index;
  };

  return {
    ready: (source) => prepare(source.agentId, find(source)),
    async selectEntries(source, question, budgetTokens) {
      const cached = find(source);
      if (totalOf(cached.index) <= budgetTokens) return [...source.entries];
      const index = await prepare(source.agentId, cached);
      return selectFrom(index, source.entries, question, budgetTokens);
    },
  };
}

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

function totalOf({ tokens }: KnowledgeIndex): number {
  return tokens.reduce((sum, count) => sum + count, 0);
}

function selectFrom(index: KnowledgeIndex, entries: readonly KnowledgeEntry[], question: string, budgetTokens: number): KnowledgeEntry[] {
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
