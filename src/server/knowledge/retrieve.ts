/** Finding the entries that fit a question: a small in-memory index for each agent. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import type { Log } from "../platform/log.ts";
import type { Turns } from "../platform/turns.ts";
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
  /** UTF-16 units of text that it holds: 0 until the part for searching is built. */
  readonly size: number;
  /** Builds the part for searching, in slices; `pause` lets others run in between. Without it the first question builds it at once. */
  prepare(pause: () => Promise<void>): Promise<void>;
  /** The part for searching; built at once unless `prepare` has done so. */
  library(): Library;
}

export interface Retrieval {
  /** The index for `answerFromKnowledge`, to be asked at once: a large one is built, and its turn awaited, without holding up others. */
  ready(source: KnowledgeSource): Promise<KnowledgeIndex>;
  /** All entries while they fit the budget (tokens), else the best-matching ones; always in their stored order. */
  selectEntries(source: KnowledgeSource, question: string, budgetTokens: number): Promise<KnowledgeEntry[]>;
}

const MAX_AGENTS = 2_000;
/** UTF-16 units of knowledge in indexes; the memory of an index is 7 to 12 times that of its text. */
const MAX_TEXT = 16_000_000;
/** Evicted indexes that are remembered by name, to notice when they are asked for again. */
const MAX_EVICTED = 1_000;
const TELL_EVERY_MS = 10 * 60_000;
/** Tokens around each entry in the prompt. */
const TOKENS_PER_ENTRY = 6;
interface RetrievalDeps {
  turns: Turns;
  log: Log;
  /** Bounds of the cache: agents, and UTF-16 units of text in their indexes together. */
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
  // A Map keeps insertion order: the first key is the one not used for longest.
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

  /** Makes it the latest, with the text that it holds by now, and makes room for it. */
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
    log.warn("knowledge indexes are built again because the memory for them is full", { rebuilt, agents: cache.size, characters: held });
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
    // Its text counts from now on, unless it was forgotten meanwhile.
    if (cache.get(agentId) === cached && cached.size !== cached.index.size) keep(agentId, cached);
    // Asking it takes milliseconds as well, and many may ask at once.
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

/** Longest that building an index keeps the event loop to itself, in milliseconds. */
const SLICE_MS = 4;

/** An index without a cache. The part for searching is built at the first question: prompts that hold everything need none. */
export function indexEntries(entries: readonly KnowledgeEntry[]): KnowledgeIndex {
  // Given up when it has done its work: it holds the entries.
  let steps: Generator<undefined, Library> | null = buildLibrary(entries);
  const length = entries.reduce((sum, entry) => sum + entry.text.length, 0);
  let built: Library | null = null;
  let building: Promise<void> | null = null;

  /** Goes on building until it is done or `until` has come. */
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
  // What does not match at all fills the room that is left, in stored order: owners put the general things first.
  for (const entry of [...rankEntries(index, question), ...entries.keys()]) {
    const cost = tokens[entry] ?? 0;
    if (chosen.has(entry) || cost > left) continue;
    chosen.add(entry);
    left -= cost;
  }
  return entries.filter((_, position) => chosen.has(position));
}

/** The positions of the entries that have something in common with a question, best first. */
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
