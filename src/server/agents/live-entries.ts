/** Reads an agent's entries for the hot path, in slices that do not block the event loop. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { EVER, isValidAt, narrow, type Stretch } from "../knowledge/dates.ts";
import { entriesAt } from "../knowledge/past-store.ts";
import { type KnowledgeRecord, listEntries } from "../knowledge/store.ts";
import { nextTurn } from "../platform/steps.ts";
import type { Db } from "../platform/storage/db.ts";
import { findAgent, type StoredAgent } from "./store.ts";
import { agentAt } from "./versions/read-versions.ts";
import { findVersion } from "./versions/versions-store.ts";

/** Entries in one slice. */
const SLICE = 1_000;
/**
 * Slices of two versions do not belong together, so a change starts the reading again. The last try accepts whatever it
 * read, for an agent that changes all the time.
 */
const MAX_TRIES = 3;

interface LiveEntries {
  entries: readonly KnowledgeEntry[];
  /** The id of each entry. */
  entryIds: readonly string[];
  /** When these are the entries that are used. */
  stretch: Stretch;
}

export interface LiveRead extends LiveEntries {
  agent: StoredAgent;
  /** The earlier version that was read; null: the newest state. */
  published: number | null;
}

/** The entries of an earlier version, which never change. */
export interface KeptEntries extends LiveEntries {
  number: number | null;
}

/**
 * `isDraft`: what the owner sees, also if visitors get an earlier version. `kept`: if visitors still get this version, its
 * entries are not read again; they must be those that are used now.
 * @returns the agent with the entries that are used now, or null when it does not exist.
 */
export async function readLiveAgent(db: Db, id: string, isDraft = false, kept?: KeptEntries): Promise<LiveRead | null> {
  const agent = await findAgent(db, id);
  if (agent && agent.publishedVersion !== null && !isDraft) return readPublished(db, id, kept);
  return readNewest(db, id);
}

/**
 * The agent as it was in a version that is kept, exactly: it is read in one transaction.
 * @returns null if the agent or the version is gone.
 */
export async function readVersionAgent(db: Db, id: string, number: number): Promise<LiveRead | null> {
  return readPast(db, id, () => number);
}

/** Its rows move between two tables while the draft changes, so they are read in a transaction. */
async function readPublished(db: Db, id: string, kept?: KeptEntries): Promise<LiveRead | null> {
  // A server of the version before may have deleted it. Half of an agent would be worse than its newest state.
  return (await readPast(db, id, ({ publishedVersion }) => publishedVersion, kept)) ?? readNewest(db, id);
}

async function readPast(db: Db, id: string, choose: (agent: StoredAgent) => number | null, kept?: KeptEntries): Promise<LiveRead | null> {
  const { now } = db;
  const found = await db.transaction(async (tx) => {
    const agent = await findAgent(tx, id);
    const number = agent ? choose(agent) : null;
    if (!agent || number === null || !(await findVersion(tx, id, number))) return null;
    const records = kept?.number === number ? null : await entriesAt(tx, id, number);
    return { agent: await agentAt(tx, agent, number), published: number, records };
  });
  if (!found) return null;
  const { records, ...rest } = found;
  if (records === null && kept) return { ...rest, entries: kept.entries, entryIds: kept.entryIds, stretch: kept.stretch };
  const read = nothing();
  take(read, records ?? [], now);
  return { ...rest, ...read };
}

interface Reading extends LiveEntries {
  entries: KnowledgeEntry[];
  entryIds: string[];
}
const nothing = (): Reading => ({ entries: [], entryIds: [], stretch: EVER });

function take(read: Reading, records: readonly Pick<KnowledgeRecord, "id" | "entry" | "valid">[], now: number): void {
  for (const { id, entry, valid } of records) {
    read.stretch = narrow(read.stretch, valid, now);
    if (!isValidAt(valid, now)) continue;
    read.entries.push(entry);
    read.entryIds.push(id);
  }
}

async function readNewest(db: Db, id: string): Promise<LiveRead | null> {
  const { now } = db;
  for (let tries = 1; ; tries++) {
    const agent = await findAgent(db, id);
    if (!agent) return null;
    const read = nothing();
    const isWhole = await readSlices(db, id, read, now);
    if (isWhole || tries === MAX_TRIES) return { agent, published: null, ...read };
    if ((await findAgent(db, id))?.knowledgeUpdatedAt === agent.knowledgeUpdatedAt) return { agent, published: null, ...read };
  }
}

/** @returns whether one slice contained all entries: then nothing can have changed during the reading. */
async function readSlices(db: Db, id: string, read: Reading, now: number): Promise<boolean> {
  let count = 0;
  for (let after = -1; ; ) {
    const slice = await listEntries(db, id, after, SLICE);
    take(read, slice, now);
    count += slice.length;
    if (slice.length < SLICE) return count < SLICE;
    after = slice.at(-1)?.position ?? after;
    await nextTurn();
  }
}
