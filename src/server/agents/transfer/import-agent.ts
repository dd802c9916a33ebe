/** Makes a new agent of an agent's file (product 16). */
import { countWords, parseEntry } from "../../../contract/knowledge.ts";
import { recordUse, storePicture } from "../../files/upload.ts";
import { ALWAYS, validityOf } from "../../knowledge/dates.ts";
import { refuseGrowth, refuseLongEntry } from "../../knowledge/room.ts";
import { appendEntries, type NewEntry } from "../../knowledge/store.ts";
import { findLimits } from "../../plans/allowance.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import { newId, repeatableId } from "../../platform/ids.ts";
import type { Db, Reader, Tx } from "../../platform/storage/db.ts";
import { insertAll } from "../golden/golden.ts";
import { findOwnAgent, refuseNewAgent, toFields } from "../save.ts";
import { findAgent, findDeletedAgent, insertAgent, type StoredAgent, touchKnowledge } from "../store.ts";
import { madeBy, recordVersion } from "../versions/keep-version.ts";
import type { AgentFile } from "./read-file.ts";

interface Deps {
  db: Db;
  files: FileStore;
  timeZone: string;
}

const NOTHING = { entries: 0, words: 0, typed: 0, readWords: 0 };

/**
 * The agent belongs to the viewer, and has nothing of the old installation but what its owner has set and written: no ids, no
 * secret, no history. All of its entries count as typed. The agent, its entries and the use of its pictures are one
 * transaction; pictures that were stored for an import that is refused are removed like those of a broken upload. A repeated
 * `requestKey` (the client never received the answer) answers with the agent that the first request made.
 * @throws DomainError plan_limit, too_large, account_full, busy; FilesFailed
 */
export async function importAgent(deps: Deps, viewer: Viewer, file: AgentFile, requestKey: string | null): Promise<StoredAgent> {
  const { db, timeZone } = deps;
  const { accountId } = viewer;
  const entries = file.entries.map(({ entry: text, dates }): NewEntry => {
    const entry = parseEntry(text);
    return { id: newId(), entry, words: countWords(entry.text), valid: dates ? validityOf(dates, timeZone) : ALWAYS };
  });
  const questions = file.goldenQuestions.map(({ question, entry, expects }) => {
    const entryId = expects.isUnknown || entry === null ? null : (entries[entry - 1]?.id ?? null);
    return { question, expects: { ...expects, entryId } };
  });
  // Most refusals need no picture to be stored before.
  await refuseImport(db, accountId, entries);
  const hashes: string[] = [];
  for (const bytes of file.pictures) hashes.push((await storePicture(deps, accountId, bytes)).hash);
  const wanted = requestKey === null ? newId() : repeatableId(`import of ${accountId}`, requestKey);
  const make = async (tx: Tx): Promise<StoredAgent> => {
    const made = await findAgent(tx, wanted);
    if (made) return made;
    await refuseImport(tx, accountId, entries);
    // The first request made this agent, and it was deleted since. Its id stays in use until the purge.
    const id = (await findDeletedAgent(tx, wanted)) ? newId() : wanted;
    const { now } = tx;
    const times = { createdAt: now, updatedAt: now, knowledgeUpdatedAt: now };
    const versions = { versionNumber: 0, publishedVersion: null };
    await insertAgent(tx, { id, accountId, hasIdentifySecret: false, ...times, ...versions, ...toFields(file.agent) });
    await appendEntries(tx, id, entries);
    await touchKnowledge(tx, id);
    await insertAll(tx, id, questions);
    for (const hash of hashes) await recordUse(tx, accountId, hash);
    await recordVersion(tx, id, madeBy(viewer, { accountId }, "import", file.agent.chatName));
    return findOwnAgent(tx, viewer, id);
  };
  return db.transaction(make, { isGrowth: true });
}

/** @throws DomainError plan_limit, too_large */
async function refuseImport(db: Reader, accountId: string, entries: readonly NewEntry[]): Promise<void> {
  await refuseNewAgent(db, accountId);
  const limits = await findLimits(db, accountId);
  const words = entries.reduce((sum, entry) => sum + entry.words, 0);
  refuseGrowth(NOTHING, { entries: entries.length, typed: entries.length, words, readWords: 0 }, limits);
  for (const { entry, words } of entries) refuseLongEntry(entry, words, limits);
}
