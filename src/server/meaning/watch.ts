/** The background task that finds agents whose vectors are missing or old, and adds a job for each. */
import { type KnowledgeChange, listKnowledgeChanges } from "../agents/store.ts";
import { addJob, findJob } from "../jobs/store.ts";
import { totalsOf } from "../knowledge/store.ts";
import type { Embedders } from "../models/embeddings/embedders.ts";
import type { Log } from "../platform/log.ts";
import { nextTurn } from "../platform/steps.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { BUILD } from "./build.ts";
import { deleteSomeBuilds, findBuild, type VectorBuild, wantBuild } from "./store.ts";

interface WatchDeps {
  db: Db;
  settings: SettingsSource;
  embedders: Embedders;
  log: Pick<Log, "debug">;
}

/** Agents that are looked at in one step. */
const STEP = 200;
/** Agents whose vectors are deleted in one transaction. */
const DELETED_AT_ONCE = 20;
/** Now and then all agents are looked at again, because a job may have failed for a reason that has passed. */
const AGAIN_MS = 3_600_000;
/** Words of knowledge below which every model reads all of it, so that nothing is searched: half of the smallest budget. */
const FEWEST_WORDS = 700;

/** @returns a function that looks once at what has changed since its last look. */
export function createVectorWatch({ db, settings, embedders, log }: WatchDeps): (signal: AbortSignal) => Promise<void> {
  const start = { version: -1, id: "" };
  let after = start;
  let lookedFor = "";
  let beganAt = 0;

  const look = async (agent: KnowledgeChange, wantedModel: string): Promise<void> => {
    const build = await findBuild(db, agent.id);
    if (build && (isComplete(build, wantedModel, agent.version) || (await isUnderWay(db, build)))) return;
    if (!build && (await totalsOf(db, agent.id)).words < FEWEST_WORDS) return;
    await db.transaction(async (tx) => {
      const jobId = addJob(tx, { kind: BUILD, accountId: agent.accountId, payload: { agentId: agent.id } });
      await wantBuild(tx, { agentId: agent.id, jobId, wantedModel, wantedVersion: agent.version });
    });
  };

  const lookAtAll = async (wantedModel: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const agents = await listKnowledgeChanges(db, after, STEP);
      for (const agent of agents) {
        if (signal.aborted) return;
        await look(agent, wantedModel);
        after = agent;
      }
      if (agents.length < STEP) return;
      await nextTurn();
    }
  };

  return async (signal) => {
    const { searchByMeaning: choice, keys } = await settings.read();
    if (choice === "") {
      // What is deleted here must be made again, also for the same model.
      lookedFor = "";
      while (!signal.aborted && (await db.transaction((tx) => deleteSomeBuilds(tx, DELETED_AT_ONCE))));
      return;
    }
    const embedder = await embedders.open(choice, keys).catch((error: unknown) => {
      // The administrator sees why on the settings screen.
      log.debug("the model for search by meaning cannot be used", { choice, error });
      return null;
    });
    if (!embedder) return;
    const wanted = `${embedder.name} ${JSON.stringify(keys)}`;
    if (wanted !== lookedFor || db.now - beganAt > AGAIN_MS || db.now < beganAt) {
      after = start;
      lookedFor = wanted;
      beganAt = db.now;
    }
    await lookAtAll(embedder.name, signal);
  };
}

const isComplete = ({ model, version }: VectorBuild, wantedModel: string, wantedVersion: number): boolean =>
  version === wantedVersion && model === wantedModel;

/** A job that has not ended makes what is wanted by then: it reads the setting and the knowledge when it runs. */
async function isUnderWay(db: Db, { jobId }: VectorBuild): Promise<boolean> {
  const job = jobId === null ? undefined : await findJob(db, jobId);
  return job !== undefined && job.endedAt === null;
}
