/** Searching what everybody said: bounded in what it reads and in how long it holds the event loop at a time. */
import { SEARCH_FOUND } from "../../contract/conversation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { type ArchiveCursor, type ArchiveFilter, searchArchive } from "./store.ts";

/** Conversations read at a time; between the slices others have their turn. */
const SLICE = 200;
/** Messages that one search reads, about a second's work. */
const MAX_MESSAGES = 200_000;

export interface Found {
  /** Conversations, the latest first. */
  ids: string[];
  /** The search stopped here, epoch milliseconds; null: everything was read. */
  backTo: number | null;
}

export async function searchConversations(deps: { db: Db; clock: Clock }, filter: ArchiveFilter, search: string): Promise<Found> {
  const ids: string[] = [];
  let messages = 0;
  let cursor: ArchiveCursor | null = null;
  do {
    const slice: Awaited<ReturnType<typeof searchArchive>> = await searchArchive(deps.db, filter, search, cursor, SLICE);
    ids.push(...slice.found);
    messages += slice.messages;
    cursor = slice.last;
    await deps.clock.sleep(0);
  } while (cursor !== null && ids.length < SEARCH_FOUND && messages < MAX_MESSAGES);
  return { ids: ids.slice(0, SEARCH_FOUND), backTo: cursor?.updatedAt ?? null };
}
