/** Deletes a source so that it can be put back for a minute, and puts it back. */
import { told } from "../../contract/messages/message.ts";
import { SOURCE_RESTORE_MS } from "../../contract/source.ts";
import { findOwnAgent } from "../agents/save.ts";
import { type StoredAgent, touchKnowledge } from "../agents/store.ts";
import { keepVersion, madeBy } from "../agents/versions/keep-version.ts";
import { recordDocument, releaseDocument } from "../files/upload.ts";
import { countStates } from "../knowledge/page-store.ts";
import { countRemovedOf, deleteRemovedOf } from "../knowledge/removed-store.ts";
import { isRestoredWithout } from "../knowledge/restore-store.ts";
import { refuseGrowth } from "../knowledge/room.ts";
import {
  deleteSource,
  findRemovedSource,
  findSame,
  findSourceOf,
  listRemovedSources,
  markRemoved,
  type StoredSource,
  setJob,
  unmarkRemoved,
} from "../knowledge/source-store.ts";
import { removeOfSource, restoreOfSource, totalsOf } from "../knowledge/store.ts";
import { findLimits } from "../plans/allowance.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import type { SourceChange } from "./change-source.ts";
import { refusePages, refuseSource, sourceLimitReached } from "./room.ts";
import { startReading, stopReading } from "./start-reading.ts";

/**
 * Takes the source and everything that was read of it out of use. Its pages and their texts stay until it is deleted for good;
 * the history of the agent has its entries still. @throws DomainError not_found
 */
export async function removeSource(db: Db, { viewer, agentId, sourceId }: SourceChange): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const source = await findSourceOf(tx, agent.id, sourceId);
    if (!source) throw notFound();
    if (await stopReading(tx, source)) await setJob(tx, source.id, null);
    await keepVersion(tx, agent.id, madeBy(viewer, agent, "edit"), async () => {
      if ((await removeOfSource(tx, { agentId: agent.id, sourceId })) > 0) await touchKnowledge(tx, agent.id);
    });
    if (source.fileHash !== null) await releaseDocument(tx, { sourceId, accountId: agent.accountId, hash: source.fileHash });
    await markRemoved(tx, sourceId);
  });
}

/**
 * Takes back a deletion: the source has its pages, entries and places again, and is read if the deletion has ended a reading. A
 * source that was put back before stays as it is. @throws DomainError not_found, also when the minute is over; plan_limit,
 * too_large, account_full, when the room was used since; conflict, if the agent reads the same from another source now, or if
 * entries of the source were restored from the history since
 */
export async function restoreSource(db: Db, { viewer, agentId, sourceId }: SourceChange): Promise<StoredSource> {
  const restore = async (tx: Tx): Promise<StoredSource> => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const existing = await findSourceOf(tx, agent.id, sourceId);
    if (existing) return existing;
    const removed = await findRemovedSource(tx, agent.id, sourceId);
    if (!removed || tx.now - removed.removedAt > SOURCE_RESTORE_MS) throw notFound();
    const { source } = removed;
    await refuseSame(tx, source);
    if (await isRestoredWithout(tx, { agentId: agent.id, sourceId }, removed.removedAt)) throw conflict(told("sources.restoredOtherwise"));
    await refuseRoom(tx, agent, source);
    if (source.fileHash !== null) await recordDocument(tx, { sourceId, accountId: agent.accountId, hash: source.fileHash });
    await keepVersion(tx, agent.id, madeBy(viewer, agent, "edit"), async () => {
      if ((await restoreOfSource(tx, { agentId: agent.id, sourceId })) > 0) await touchKnowledge(tx, agent.id);
    });
    if (source.jobId === null) await startReading(tx, source, agent);
    return (await findSourceOf(tx, agent.id, sourceId)) ?? source;
  };
  return db.transaction(restore, { isGrowth: true });
}

async function refuseSame(tx: Tx, { agentId, kind, url, fileHash }: StoredSource): Promise<void> {
  const same = await findSame(tx, agentId, fileHash === null ? { kind, url: url ?? "" } : { kind, hash: fileHash });
  if (same !== undefined) throw conflict(told(kind === "file" ? "sources.fileTwice" : "sources.twice"));
}

/** The room for the source is taken in one statement; its pages and entries take theirs in the same transaction. */
async function refuseRoom(tx: Tx, agent: StoredAgent, source: StoredSource): Promise<void> {
  const limits = await findLimits(tx, agent.accountId);
  await refuseSource(tx, agent.id, limits);
  const { entries, words } = await countRemovedOf(tx, source.id);
  const pages = (await countStates(tx, [source.id])).get(source.id)?.counted ?? 0;
  await refusePages(tx, agent.id, limits, { pages, words });
  const before = await totalsOf(tx, agent.id);
  refuseGrowth(
    before,
    { ...before, entries: before.entries + entries, words: before.words + words, readWords: before.readWords + words },
    limits,
  );
  if (!(await unmarkRemoved(tx, source, limits?.sourceLimit ?? null))) throw sourceLimitReached(limits);
}

/** Deletes for good a source that was removed until then, with its pages and entries. @returns whether there was one */
export async function purgeSource(tx: Tx, { id, agentId }: Pick<StoredSource, "id" | "agentId">, until: number): Promise<boolean> {
  const removed = await findRemovedSource(tx, agentId, id);
  if (!removed || removed.removedAt > until) return false;
  await deleteRemovedOf(tx, { agentId, sourceId: id });
  await deleteSource(tx, id);
  return true;
}

const SLICE = 50;

/** Deletes sources for good, each with up to thousands of pages in its own transaction. @returns how many */
export async function purgeSources(db: Db, until: number): Promise<number> {
  for (let purged = 0; ; ) {
    const slice = await listRemovedSources(db, until, SLICE);
    for (const one of slice) if (await db.transaction((tx) => purgeSource(tx, one, until))) purged++;
    if (slice.length < SLICE) return purged;
  }
}
