/** An agent's entries as the hot path holds them, read without keeping the event loop to itself. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { listEntries } from "../knowledge/store.ts";
import type { Reader } from "../platform/db.ts";
import { findAgent, type StoredAgent } from "./store.ts";

/** Entries read at a time. */
const SLICE = 1_000;
/** Slices of two states do not belong together; an agent that is changed all the time is taken as it is in the end. */
const MAX_TRIES = 3;

/** The agent with all its entries. Null when there is none. */
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

/** @returns whether one slice held all: then nothing can have changed in between. */
async function readSlices(db: Reader, id: string, entries: KnowledgeEntry[]): Promise<boolean> {
  for (let after = -1; ; ) {
    const slice = await listEntries(db, id, after, SLICE);
    for (const { entry } of slice) entries.push(entry);
    if (slice.length < SLICE) return entries.length < SLICE;
    after = slice.at(-1)?.position ?? after;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
