/** Reads an agent's entries for the hot path, in slices that do not block the event loop. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { listEntries } from "../knowledge/store.ts";
import { nextTurn } from "../platform/steps.ts";
import type { Reader } from "../platform/storage/db.ts";
import { findAgent, type StoredAgent } from "./store.ts";

/** Entries in one slice. */
const SLICE = 1_000;
/**
 * Slices of two versions do not belong together, so a change starts the reading again. The last try accepts whatever it
 * read, for an agent that changes all the time.
 */
const MAX_TRIES = 3;

interface LiveEntries {
  entries: KnowledgeEntry[];
  /** The id of each entry. */
  entryIds: string[];
}

/** @returns the agent with all its entries, or null when it does not exist. */
export async function readLiveAgent(db: Reader, id: string): Promise<({ agent: StoredAgent } & LiveEntries) | null> {
  for (let tries = 1; ; tries++) {
    const agent = await findAgent(db, id);
    if (!agent) return null;
    const read: LiveEntries = { entries: [], entryIds: [] };
    const isWhole = await readSlices(db, id, read);
    if (isWhole || tries === MAX_TRIES) return { agent, ...read };
    if ((await findAgent(db, id))?.knowledgeUpdatedAt === agent.knowledgeUpdatedAt) return { agent, ...read };
  }
}

/** @returns whether one slice contained all entries: then nothing can have changed during the reading. */
async function readSlices(db: Reader, id: string, { entries, entryIds }: LiveEntries): Promise<boolean> {
  for (let after = -1; ; ) {
    const slice = await listEntries(db, id, after, SLICE);
    for (const record of slice) {
      entries.push(record.entry);
      entryIds.push(record.id);
    }
    if (slice.length < SLICE) return entries.length < SLICE;
    after = slice.at(-1)?.position ?? after;
    await nextTurn();
  }
}
