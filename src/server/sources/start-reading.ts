/** Begins to read a source. One job reads a source at a time. */
import { z } from "zod";
import { addJob, cancelJob, findJob, type StoredJob } from "../jobs/store.ts";
import { countFound } from "../knowledge/found-store.ts";
import { forgetFound } from "../knowledge/page-store.ts";
import { type StoredSource, setJob } from "../knowledge/source-store.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";

export const READ_SOURCE = "read source";

/** `onlyStore`: nothing is read; what waits to become knowledge does. `hasFailed`: because the reading before has failed. */
export const readPayload = z.object({
  sourceId: z.string(),
  onlyStore: z.boolean().default(false),
  hasFailed: z.boolean().default(false),
});

/** The result of a job that has nothing left to do: what is asked for from then on needs another one. */
export const ENDED = "ended";

/** The job that is reading the source, or is about to. */
export async function findReading(db: Reader, { jobId }: Pick<StoredSource, "jobId">): Promise<StoredJob | undefined> {
  const job = jobId === null ? undefined : await findJob(db, jobId);
  return job && job.endedAt === null && !job.isCancelled && job.result !== ENDED ? job : undefined;
}

const isOnlyStore = ({ payload }: StoredJob): boolean => readPayload.parse(JSON.parse(payload)).onlyStore;

/**
 * A job that only stores does not read: another one takes its place, which stores what waits as well.
 * @returns the id of the job: of a new one, or of the one that is reading the source already
 */
export async function startReading(
  tx: Tx,
  source: Pick<StoredSource, "id" | "jobId">,
  { accountId, onlyStore = false, hasFailed = false }: { accountId: string; onlyStore?: boolean; hasFailed?: boolean },
): Promise<string> {
  const reading = await findReading(tx, source);
  if (reading && (onlyStore || !isOnlyStore(reading))) return reading.id;
  if (reading) await cancelJob(tx, reading.id);
  const id = addJob(tx, { kind: READ_SOURCE, accountId, payload: { sourceId: source.id, onlyStore, hasFailed } });
  await setJob(tx, source.id, id);
  return id;
}

/** What it has stored stays; what it has found and not stored is forgotten by the next reading. @returns whether there was a reading */
export async function stopReading(tx: Tx, source: Pick<StoredSource, "jobId">): Promise<boolean> {
  const reading = await findReading(tx, source);
  if (reading) await cancelJob(tx, reading.id);
  return reading !== undefined;
}

/** As `stopReading`, but the pages that the owner has chosen meanwhile are stored. */
export async function stopReadingFor(tx: Tx, source: StoredSource, accountId: string): Promise<void> {
  const reading = await findReading(tx, source);
  if (!reading) return;
  await cancelJob(tx, reading.id);
  if (!isOnlyStore(reading)) await storeChosen(tx, source, { accountId, hasFailed: false });
}

/** A reading gave nothing. Pages whose texts the owner has chosen count nevertheless. */
export async function storeChosen(tx: Tx, source: StoredSource, why: { accountId: string; hasFailed: boolean }): Promise<void> {
  await forgetFound(tx, source.id);
  if ((await countFound(tx, source.id)) > 0) await startReading(tx, source, { ...why, onlyStore: true });
}
