/** Reads an agent's entries for the hot path, in slices that do not block the event loop. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { listEntries } from "../knowledge/store.ts";
import type { Reader } from "../platform/storage/db.ts";
import { findAgent, type StoredAgent } from "./store.ts";

/** Entries in one slice. */
const SLICE = 1_000;
/**
 * Slices of two versions do not belong together, so a change starts the reading again. The last try accepts whatever it
 * read, for an agent that changes all the time.
 */
const MAX_TRIES = 3;

/** @returns the agent with all its entries, or null when it does not exist. */
export async function readLiveAgent(db: Reader, id: string): Promise<{ agent: StoredAgent; entries: KnowledgeEntry[] } | null> {
  for (let tries = 1; ; tries++) {
    const agent = await findAgent(db, id);
    if (!agent) return null;
    const entries: KnowledgeEntry[] = [];
    const isWhole = await readSlices(db, id, entries);
    if (isWhole || tries === MAX_TRIES) return { agent, entries };
    if ((await findAgent(db, id))?.knowledgeUpdatedAt === agent.knowledgeUpdatedAt) return { agent, entries };
  }
}

/** @returns whether one slice contained all entries: then nothing can have changed during the reading. */
async function readSlices(db: Reader, id: string, entries: KnowledgeEntry[]): Promise<boolean> {
  for (let after = -1; ; ) {
    const slice = await listEntries(db, id, after, SLICE);
    for (const { entry } of slice) entries.push(entry);
    if (slice.length < SLICE) return entries.length < SLICE;
    after = slice.at(-1)?.position ?? after;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
