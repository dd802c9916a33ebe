/** Finds the passages whose meaning is nearest to a question, by the vectors that are stored for an agent. */
import type { LiveAgent } from "../agents/book.ts";
import type { Library } from "../knowledge/rank/library.ts";
import { textOf } from "../knowledge/rank/split.ts";
import type { Embedders } from "../models/embeddings/embedders.ts";
import type { Embedder } from "../models/embeddings/embedding.ts";
import type { Lost } from "../models/model.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createRest, nextTurn } from "../platform/steps.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { hashOf, unpack } from "./passages.ts";
import { findBuild, pageVectors } from "./store.ts";

export interface NearPassages {
  /** The numbers of passages in the library, the nearest first. */
  ranked: number[];
  /** What the model has cost; empty if it costs nothing. */
  lost: Lost[];
}

export interface MeaningSearch {
  /**
   * Null if the agent has no complete vectors for this version of its knowledge, or if the model does not answer in time:
   * then words alone decide. Never throws.
   */
  rank(agent: LiveAgent, library: Library, question: string, signal: AbortSignal): Promise<NearPassages | null>;
}

interface SearchDeps {
  db: Db;
  clock: Clock;
  log: Pick<Log, "warn" | "error">;
  settings: SettingsSource;
  embedders: Embedders;
  /** Bytes of all vectors in memory. */
  maxBytes?: number;
}

/** Milliseconds for the vector of a question: the visitor waits for it. */
const QUESTION_MS = 1_000;
/** Milliseconds for which no question is sent to a model whose vectors have another length than those of the passages. */
const UNFIT_MS = 10 * 60_000;
/** Agents of which something is remembered. */
const MAX_AGENTS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Passages that the meaning of a question may bring forward. */
const NEAREST = 50;
const PAGE = 500;
const TELL_EVERY_MS = 10 * 60_000;

/** The vectors of an agent, one after the other, for these passages of its library. */
interface Vectors {
  model: string;
  numbers: readonly number[];
  matrix: Int8Array;
  /** The length of each vector. */
  lengths: readonly number[];
}

/** What is known of the vectors of one agent. */
interface Known {
  /** Names the agent, the version of its knowledge, the model, and the job that has made the vectors. */
  build: string;
  /** A text: why they cannot be searched. It is remembered, so that they are not read again for each question. */
  vectors: Vectors | string;
  /** The end of its use, by `clock.elapsed`. */
  until: number;
}

const sizeOf = (known: Known | undefined): number => (known && typeof known.vectors !== "string" ? known.vectors.matrix.length : 0);

export function createMeaningSearch({ db, clock, log, settings, embedders, maxBytes = MAX_BYTES }: SearchDeps): MeaningSearch {
  // In order of last use, the oldest first.
  const cache = new Map<string, Known>();
  const loading = new Map<string, Promise<Known>>();
  let bytes = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const drop = (key: string) => {
    bytes -= sizeOf(cache.get(key));
    cache.delete(key);
  };
  const keep = (key: string, known: Known) => {
    drop(key);
    cache.set(key, known);
    bytes += sizeOf(known);
    for (const oldest of cache.keys()) {
      if (bytes <= maxBytes && cache.size <= MAX_AGENTS) break;
      drop(oldest);
    }
  };

  const load = async (agent: LiveAgent, library: Library, { build, model }: { build: string; model: string }): Promise<Known> => {
    const vectors = await arrange(agent, library, { model, stored: await readVectors(db, agent.key, model) });
    const problem = !vectors ? "its passages do not all have a vector of the same length" : "its vectors need too much memory";
    return { build, vectors: vectors && vectors.matrix.length <= maxBytes ? vectors : problem, until: Number.POSITIVE_INFINITY };
  };

  const find = async (agent: LiveAgent, library: Library): Promise<Known | null> => {
    const { id, key, version, savedVersion } = agent;
    const build = id === null ? undefined : await findBuild(db, id);
    // Previews have other keys and versions than the stored agent.
    if (!build?.model || key !== id || `${build.version}` !== savedVersion) return null;
    // Another job may have made other vectors with the same model.
    const name = `${key} ${version} ${build.model} ${build.jobId}`;
    const known = cache.get(key);
    if (known?.build === name && clock.elapsed() < known.until) {
      keep(key, known);
      return known;
    }
    const begun = loading.get(name) ?? load(agent, library, { build: name, model: build.model }).finally(() => loading.delete(name));
    loading.set(name, begun);
    const loaded = await begun;
    keep(key, loaded);
    return loaded;
  };

  const rank: MeaningSearch["rank"] = async (agent, library, question, signal) => {
    const { searchByMeaning, keys } = await settings.read();
    if (searchByMeaning === "") return null;
    const known = await find(agent, library);
    if (!known) return null;
    const { build, vectors } = known;
    if (typeof vectors === "string") throw new Error(vectors);
    // While the vectors of a new model are made, those of the old one serve, and the old model reads the question.
    const embedder = await embedders.open(vectors.model.slice(0, vectors.model.lastIndexOf("@")), keys);
    if (embedder.name !== vectors.model) return null;
    const asked = await embedder.embed([question], "question", { signal, timeoutMs: QUESTION_MS });
    const [vector] = asked.vectors;
    if (!vector) return null;
    if (vector.length * vectors.numbers.length !== vectors.matrix.length) {
      const problem = "the model gives vectors of another length than those of the passages: switch search by meaning off and on again";
      // The next questions are not sent to the model in vain.
      keep(agent.key, { build, vectors: problem, until: clock.elapsed() + UNFIT_MS });
      throw new Error(problem);
    }
    return { ranked: await nearest(vectors, vector), lost: lostOf(embedder, asked.usage) };
  };

  return {
    async rank(agent, library, question, signal) {
      try {
        return await rank(agent, library, question, signal);
      } catch (error) {
        if (signal.aborted || clock.elapsed() - toldAt < TELL_EVERY_MS) return null;
        toldAt = clock.elapsed();
        log.warn("a question was not searched by its meaning", { agent: agent.key, error });
        return null;
      }
    },
  };
}

const lostOf = ({ price }: Embedder, usage: Lost["usage"] | null): Lost[] => (usage ? [{ usage, price, isReply: false }] : []);

/** All vectors of an agent, by entry and hash. */
async function readVectors(db: Db, agentId: string, model: string): Promise<Map<string, Int8Array>> {
  const found = new Map<string, Int8Array>();
  for (let after = { entryId: "", hash: "" }; ; ) {
    const page = await pageVectors(db, { agentId, model }, after, PAGE);
    for (const { entryId, hash, vector } of page) found.set(entryId + hash, unpack(vector));
    const last = page.at(-1);
    if (page.length < PAGE || !last) return found;
    after = last;
    await nextTurn();
  }
}

/** @returns null unless each passage of the library has a vector. */
async function arrange(
  { entryIds }: LiveAgent,
  { passages }: Library,
  { model, stored }: { model: string; stored: ReadonlyMap<string, Int8Array> },
): Promise<Vectors | null> {
  const numbers: number[] = [];
  const parts: Int8Array[] = [];
  const lengths: number[] = [];
  const rest = createRest();
  for (const [number, { passage }] of passages.entries()) {
    const text = passage.list ? "" : textOf(passage).trim();
    if (text === "") continue;
    const vector = stored.get((entryIds[passage.entry] ?? "") + hashOf(text));
    if (!vector) return null;
    numbers.push(number);
    parts.push(vector);
    lengths.push(lengthOf(vector));
    if (rest.isDue()) await rest.take();
  }
  const length = parts[0]?.length ?? 0;
  if (length === 0 || parts.some((part) => part.length !== length)) return null;
  const matrix = new Int8Array(length * parts.length);
  for (const [at, part] of parts.entries()) matrix.set(part, at * length);
  return { model, numbers, matrix, lengths };
}

function lengthOf(vector: Int8Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}

/** Vectors between which the time is looked at. */
const ROWS = 64;

/** The passages with the largest cosine, in slices. */
async function nearest({ numbers, matrix, lengths }: Vectors, question: Float32Array): Promise<number[]> {
  const length = question.length;
  const scored: { number: number; score: number }[] = [];
  const rest = createRest();
  for (const [row, number] of numbers.entries()) {
    let product = 0;
    for (let at = 0, from = row * length; at < length; at++) product += (matrix[from + at] ?? 0) * (question[at] ?? 0);
    scored.push({ number, score: product / (lengths[row] || 1) });
    if (row % ROWS === 0 && rest.isDue()) await rest.take();
  }
  scored.sort((a, b) => b.score - a.score || a.number - b.number);
  return scored
    .slice(0, NEAREST)
    .filter(({ score }) => score > 0)
    .map(({ number }) => number);
}
