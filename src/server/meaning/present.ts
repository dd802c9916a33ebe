/** What the administrator sees of search by meaning. */
import type { MeaningBuild, MeaningState } from "../../contract/meaning.ts";
import { findAgent } from "../agents/store.ts";
import { findJob } from "../jobs/store.ts";
import type { Embedders } from "../models/embeddings/embedders.ts";
import { asModelError } from "../models/model.ts";
import type { Reader } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { countBuilds, listUnfinished, type VectorBuild } from "./store.ts";

/** Unfinished agents that are listed by name. */
const LISTED = 10;

export async function presentMeaning(db: Reader, embedders: Embedders, settings: SettingsSource): Promise<MeaningState> {
  const { searchByMeaning: choice, keys } = await settings.read();
  const { ready, passages, unfinished } = await countBuilds(db);
  const builds: MeaningBuild[] = [];
  for (const build of await listUnfinished(db, LISTED)) builds.push(await presentBuild(db, build));
  return { choices: await embedders.list(keys), problem: await findProblem(embedders, choice, keys), ready, passages, unfinished, builds };
}

/** Why the chosen model cannot be used, in the words of the log; null if it can. */
async function findProblem(embedders: Embedders, choice: string, keys: Parameters<Embedders["open"]>[1]): Promise<string | null> {
  if (choice === "") return null;
  try {
    await embedders.open(choice, keys);
    return null;
  } catch (error) {
    return asModelError(error).detail;
  }
}

async function presentBuild(db: Reader, { agentId, jobId }: VectorBuild): Promise<MeaningBuild> {
  const job = jobId === null ? undefined : await findJob(db, jobId);
  return {
    chatId: agentId,
    chatName: (await findAgent(db, agentId))?.name ?? "",
    progress: job?.progress ?? 0,
    isFailed: job?.state === "failed",
    failure: job?.failure ?? null,
  };
}
