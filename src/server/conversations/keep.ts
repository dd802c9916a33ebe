/** How long conversations are kept, and how they end for good. */

import { DAY_MS } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { type ArchiveFilter, purgeConversations, purgeVisitorsOf } from "./archive-store.ts";

/** Rows of one transaction: a purge of years must not hold up everybody's writes. */
const SLICE = 500;

/** @returns how many conversations were removed. */
async function purgeSlices(db: Db, filter: ArchiveFilter): Promise<number> {
  for (let removed = 0; ; ) {
    const { conversations, isMore } = await db.transaction((tx) => purgeConversations(tx, filter, SLICE));
    removed += conversations;
    if (!isMore) return removed;
  }
}

/** Removes conversations in which nobody wrote for so many days; 0 keeps them for ever. @returns how many. */
export async function purgeOldConversations(db: Db, retentionDays: number): Promise<number> {
  return retentionDays <= 0 ? 0 : purgeSlices(db, { before: db.now - retentionDays * DAY_MS });
}

/** Previews belong to nobody: they go when their last message is older than `before`. @returns how many. */
export async function purgePreviews(db: Db, before: number): Promise<number> {
  return purgeSlices(db, { accountId: null, before });
}

/** Everything that visitors of an agent said, and the visitors themselves. */
export async function purgeConversationsOf(db: Db, agentId: string): Promise<void> {
  await purgeSlices(db, { agentId });
  while (await db.transaction((tx) => purgeVisitorsOf(tx, agentId, SLICE)));
}

/** What was deleted goes from the database's files too, now; when somebody still reads the old state, within minutes. */
export async function eraseDeleted(db: Db, log: Log): Promise<void> {
  if (!(await db.eraseDeleted())) log.warn("deleted text could not be erased from the write-ahead log yet; it is tried again");
}
