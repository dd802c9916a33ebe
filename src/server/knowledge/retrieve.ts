/** The knowledge indexes of agents, in a cache with limits, and what matches a question. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { Turns } from "../platform/http/turns.ts";
import type { Log } from "../platform/log.ts";
import { runInSlices, type Steps } from "../platform/steps.ts";
import { fitsBudget } from "./budget.ts";
import { allOf, type Given, type Wanted } from "./given.ts";
import type { KnowledgeIndex } from "./knowledge-index.ts";
import { loadEngine } from "./load-engine.ts";
import type { FoundSource } from "./sources.ts";

export interface KnowledgeSource {
  agentId: string;
  /** Changes whenever the entries change. */
  version: string | number;
  entries: readonly KnowledgeEntry[];
}

export interface Answering {
  agentName: string;
  /** The percentage of all questions that may be answered wrongly. */
  wrongPercent?: number;
}

export interface Retrieval {
  /**
   * The index for `answerSteps`, ready for use. Builds a large index in slices and waits for its turn, so that
   * it does not delay others.
   */
  ready(source: KnowledgeSource): Promise<KnowledgeIndex>;
  /**
   * Builds the index of knowledge that does not fit the budget (tokens), so that the first question need not wait for it.
   * `answering`: how the built-in answerer will answer.
   */
  warm(source: KnowledgeSource, budgetTokens: number, answering: Answering): Promise<void>;
  /** All entries if they fit the budget (tokens), otherwise the passages that match best; always in their stored order. */
  select(source: KnowledgeSource, wanted: Wanted, budgetTokens: number): Promise<Given>;
  /** Runs a computation about an agent's knowledge in slices, so that it does not delay others. */
  run<Result>(agentId: string, steps: Steps<Result>): Promise<Result>;
  /** What a text rests on: passages of these entries, which are named by their positions among them. */
  sourcesOf(agentId: string, entries: readonly KnowledgeEntry[], said: string): Promise<FoundSource[]>;
}

const MAX_AGENTS = 2_000;
/** The limit on the memory of all indexes. */
const MAX_BYTES = 100_000_000;
/** Number of evicted indexes that are remembered by name, to notice when they are needed again. */
const MAX_EVICTED = 1_000;
const TELL_EVERY_MS = 10 * 60_000;

interface RetrievalDeps {
  turns: Turns;
  log: Log;
  /** Limits of the cache: the number of agents, and the bytes of all their indexes. */
  maxAgents?: number;
  maxBytes?: number;
  /** Milliseconds of a clock that never goes back. */
  elapsed?: () => number;
}

interface Cached {
  version: string | number;
  index: KnowledgeIndex;
  size: number;
}

export function createRetrieval(deps: RetrievalDeps): Retrieval {
  const { turns, log, maxAgents = MAX_AGENTS, maxBytes = MAX_BYTES, elapsed = () => performance.now() } = deps;
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

  /** Marks an index as the latest, updates its size, and makes room for it. */
  const keep = (agentId: string, cached: Cached) => {
    forget(agentId);
    cached.size = cached.index.bytes;
    held += cached.size;
    cache.set(agentId, cached);
    for (const oldest of cache.keys()) {
      if ((cache.size <= maxAgents && held <= maxBytes) || cache.size === 1) break;
      evict(oldest);
    }
  };

  const noteRebuild = (agentId: string) => {
    if (!evicted.delete(agentId)) return;
    rebuilt++;
    if (elapsed() - toldAt < TELL_EVERY_MS) return;
    log.warn("knowledge indexes must be built again because their memory is full", { rebuilt, agents: cache.size, bytes: held });
    toldAt = elapsed();
    rebuilt = 0;
  };

  const find = async ({ agentId, version, entries }: KnowledgeSource): Promise<Cached> => {
    const { indexEntries } = await loadEngine();
    const known = cache.get(agentId);
    if (known?.version === version) {
      keep(agentId, known);
      return known;
    }
    noteRebuild(agentId);
    const cached = { version, index: indexEntries(entries, known?.index), size: 0 };
    keep(agentId, cached);
    return cached;
  };

  const ready = async (source: KnowledgeSource): Promise<KnowledgeIndex> => {
    const { agentId } = source;
    const cached = await find(source);
    await cached.index.prepare(() => turns.pause(`knowledge ${agentId}`));
    // The index is built now, so update the cache, unless the index has been evicted in the meantime.
    if (cache.get(agentId) === cached && cached.size !== cached.index.bytes) keep(agentId, cached);
    // A search takes milliseconds as well, and many may run at once.
    await turns.next(`knowledge ${agentId}`);
    return cached.index;
  };

  const run: Retrieval["run"] = (agentId, steps) => runInSlices(steps, () => turns.pause(`knowledge ${agentId}`));

  return {
    run,
    async warm(source, budgetTokens, { agentName, wrongPercent }) {
      if (fitsBudget(source.entries, budgetTokens)) return;
      const { warmUp } = await loadEngine();
      const index = await ready(source);
      await run(source.agentId, warmUp(index, agentName, wrongPercent));
    },
    ready,
    async select(source, wanted, budgetTokens) {
      const { entries } = source;
      if (fitsBudget(entries, budgetTokens)) return allOf(entries);
      const { selectFrom } = await loadEngine();
      const index = await ready(source);
      const near = await wanted.byMeaning?.(index.library());
      return run(source.agentId, selectFrom(index, entries, { ...wanted, near }, budgetTokens));
    },
    async sourcesOf(agentId, entries, said) {
      const { findSources } = await loadEngine();
      return run(agentId, findSources(entries, said));
    },
  };
}
