/** The job that makes the vectors of an agent's passages. */
import { z } from "zod";
import { STORED } from "../../contract/messages/stored.ts";
import { findAgent } from "../agents/store.ts";
import { type Job, JobDelayed, JobFailed, type JobKind } from "../jobs/job.ts";
import { type KnowledgeRecord, keepExisting, listEntries } from "../knowledge/store.ts";
import { costOf, judgeBudget } from "../models/cost/cost.ts";
import { addCost, findSpent } from "../models/cost/store.ts";
import type { Embedders } from "../models/embeddings/embedders.ts";
import type { Embedder } from "../models/embeddings/embedding.ts";
import { ModelError, RETRIABLE } from "../models/model.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import { createRest } from "../platform/steps.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { pack, passagesOf, unpack } from "./passages.ts";
import {
  completeBuild,
  deleteVectors,
  findBuild,
  hasDirection,
  insertVectors,
  listVectorsOf,
  type PassageKey,
  pageVectors,
} from "./store.ts";

export interface BuildDeps {
  db: Db;
  clock: Clock;
  settings: SettingsSource;
  embedders: Embedders;
  timeZone: string;
}

export const BUILD = "vectors";
const payloadOf = z.object({ agentId: z.string() });
/** Entries that are read at a time. */
const SLICE = 50;
const EMBED_MS = 30_000;
/** With the pauses between the runs, about an hour; then the watch adds another job. */
const MAX_FAILURES = 12;
const retryMs = (failures: number): number => Math.min(5_000 * 2 ** (failures - 1), 600_000);
/** The version of the knowledge may change while its vectors are made; then what has changed is made again. */
const MAX_ROUNDS = 5;

export function createBuild(deps: BuildDeps): JobKind {
  return { name: BUILD, maxFailures: MAX_FAILURES, retryMs, work: (job) => work(deps, job) };
}

async function work(deps: BuildDeps, job: Job): Promise<void> {
  const { agentId } = payloadOf.parse(job.payload);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { searchByMeaning: choice, keys } = await deps.settings.read();
    const agent = await findAgent(deps.db, agentId);
    if (choice === "" || !agent) return;
    const embedder = await deps.embedders.open(choice, keys).catch(asOutcome);
    const passages = await new Builder(deps, job, embedder, agent).run();
    if ((await deps.settings.read()).searchByMeaning !== choice) continue;
    const isDone = await job.transaction({ progress: 100 }, async (tx) => {
      const version = (await findAgent(tx, agentId))?.knowledgeUpdatedAt;
      if (version !== agent.knowledgeUpdatedAt) return version === undefined;
      if (passages > 0 && !(await hasDirection(tx, agentId, embedder.name))) throw new JobFailed(STORED["note.vectorsEmpty"]);
      await completeBuild(tx, { agentId, model: embedder.name, version, passages });
      return true;
    });
    if (isDone) return;
  }
  throw new Error("the knowledge or the setting has changed again and again");
}

/** Another run cannot help against what the operator must mend. @throws always */
function asOutcome(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  const isPassing = RETRIABLE.has(error.failure) || error.failure === "timeout";
  throw isPassing ? new JobDelayed(error.message) : new JobFailed(error.message);
}

/** The texts of the passages of each entry by their hashes. Pauses between entries, so that it does not delay others. */
async function readPassages(slice: readonly KnowledgeRecord[]): Promise<Map<string, Map<string, string>>> {
  const passages = new Map<string, Map<string, string>>();
  const rest = createRest();
  for (const { id, entry } of slice) {
    passages.set(id, passagesOf(entry));
    if (rest.isDue()) await rest.take();
  }
  return passages;
}

interface ToMake extends PassageKey {
  text: string;
}

/** Brings the vectors of one agent up to its knowledge. */
class Builder {
  private done = 0;
  /** The numbers in each vector of this model; null until the first one is made. */
  private dimensions: number | null = null;
  private waiting: ToMake[] = [];

  constructor(
    private readonly deps: BuildDeps,
    private readonly job: Job,
    private readonly embedder: Embedder,
    private readonly agent: { id: string; accountId: string },
  ) {}

  /** @returns the number of passages. */
  async run(): Promise<number> {
    const total = await this.count();
    const [stored] = await pageVectors(this.deps.db, { agentId: this.agent.id, model: this.embedder.name }, { entryId: "", hash: "" }, 1);
    if (stored) this.dimensions = unpack(stored.vector).length;
    for await (const slice of this.slices()) {
      await this.readSlice(slice);
      while (this.waiting.length >= this.embedder.batch) await this.makeBatch(total);
    }
    while (this.waiting.length > 0) await this.makeBatch(total);
    return total;
  }

  private async *slices(): AsyncGenerator<KnowledgeRecord[]> {
    for (let after = -1; ; ) {
      const slice = await listEntries(this.deps.db, this.agent.id, after, SLICE);
      if (slice.length > 0) yield slice;
      if (slice.length < SLICE) return;
      after = slice.at(-1)?.position ?? after;
      await this.deps.clock.sleep(0, this.job.signal);
      this.job.signal.throwIfAborted();
    }
  }

  private async count(): Promise<number> {
    let total = 0;
    for await (const slice of this.slices()) for (const texts of (await readPassages(slice)).values()) total += texts.size;
    return total;
  }

  /** Finds what lacks a vector in some entries, and deletes the vectors of passages that are gone. */
  private async readSlice(slice: readonly KnowledgeRecord[]): Promise<void> {
    const known = await listVectorsOf(
      this.deps.db,
      this.agent.id,
      slice.map(({ id }) => id),
    );
    const passages = await readPassages(slice);
    const gone = known.filter(({ entryId, hash }) => !passages.get(entryId)?.has(hash));
    if (gone.length > 0) await this.job.transaction({}, (tx) => deleteVectors(tx, this.agent.id, gone));
    const made = new Set(known.filter(({ model }) => model === this.embedder.name).map(({ entryId, hash }) => entryId + hash));
    for (const [entryId, texts] of passages) {
      for (const [hash, text] of texts) {
        if (made.has(entryId + hash)) this.done++;
        else this.waiting.push({ entryId, hash, text });
      }
    }
  }

  private async makeBatch(total: number): Promise<void> {
    const { embedder, job, agent, deps } = this;
    const batch = this.waiting.splice(0, embedder.batch);
    await this.requireBudget();
    const limits = { signal: job.signal, timeoutMs: EMBED_MS };
    const texts = batch.map(({ text }) => text);
    const { vectors, usage } = await embedder.embed(texts, "passage", limits).catch(asOutcome);
    this.dimensions ??= vectors[0]?.length ?? null;
    // Vectors of different lengths cannot be compared. The next batch would be refused too.
    const isOdd = vectors.some(({ length }) => length !== this.dimensions);
    const { rmPerUsd } = await deps.settings.read();
    this.done += batch.length;
    const progress = Math.min(99, Math.floor((100 * this.done) / Math.max(total, 1)));
    await job.transaction({ progress }, async (tx) => {
      // An entry may have been deleted meanwhile; the vendor bills for its vectors all the same.
      const left = new Set(await keepExisting(tx, agent.id, [...new Set(batch.map(({ entryId }) => entryId))]));
      // Search by meaning was switched off meanwhile.
      if (!(await findBuild(tx, agent.id))) throw new JobFailed("the vectors are no longer wanted");
      const rows = batch.flatMap(({ entryId, hash }, at) => {
        const vector = vectors[at];
        return vector && !isOdd && left.has(entryId) ? [{ entryId, hash, vector: pack(vector) }] : [];
      });
      await insertVectors(tx, { agentId: agent.id, model: embedder.name }, rows);
      if (!usage) return;
      const month = monthOf(tx.now, deps.timeZone);
      const costMicros = costOf(usage, embedder.price, rmPerUsd);
      addCost(tx, { month, accountId: agent.accountId, agentId: agent.id, usage, costMicros, replies: 0 });
    });
    if (isOdd) throw new JobFailed(STORED["note.vectorLength"]);
  }

  /** @throws JobFailed if a budget for models is used up; a later change of the knowledge or a new month begins again. */
  private async requireBudget(): Promise<void> {
    const { db, settings, timeZone } = this.deps;
    if (this.embedder.price === null) return;
    const { budgets } = await settings.read();
    const spent = await findSpent(db, monthOf(db.now, timeZone), this.agent.accountId);
    const isUsedUp = judgeBudget(spent.box, budgets.boxSen) === "used up" || judgeBudget(spent.owner, budgets.ownerSen) === "used up";
    if (isUsedUp) throw new JobFailed(STORED["note.budget"]);
  }
}
