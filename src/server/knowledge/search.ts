/** Searches an agent's entries in slices, between which other work can run. */
import { formatEntry } from "../../contract/knowledge.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/storage/db.ts";
import { type KnowledgeRecord, listEntries } from "./store.ts";

/** Entries that are read at a time. */
const SLICE = 200;

export interface FoundEntry {
  id: string;
  /** The position among all entries, counted from 1. */
  number: number;
}

/** The entries that contain every word of the search, ignoring case, in their order. */
export async function searchEntries(deps: { db: Db; clock: Clock }, agentId: string, search: string): Promise<FoundEntry[]> {
  const words = search.toLowerCase().split(/\s+/);
  const found: FoundEntry[] = [];
  let number = 0;
  for (let after = -1; ; ) {
    const slice: KnowledgeRecord[] = await listEntries(deps.db, agentId, after, SLICE);
    for (const { id, entry } of slice) {
      number++;
      const text = formatEntry(entry).toLowerCase();
      if (words.every((word) => text.includes(word))) found.push({ id, number });
    }
    if (slice.length < SLICE) return found;
    after = slice.at(-1)?.position ?? after;
    await deps.clock.sleep(0);
  }
}
