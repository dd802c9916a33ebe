/** How long conversations are kept, and how they end for good. */
import type { Db } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { purgeArchive } from "./store.ts";

const DAY_MS = 86_400_000;
/** Rows of one transaction: a purge of years must not hold up everybody's writes. */
const SLICE = 500;

/** Removes conversations in which nobody wrote for so many days; 0 keeps them for ever. */
export async function purgeOldConversations(db: Db, retentionDays: number, now: number): Promise<void> {
  if (retentionDays === 0) return;
  const before = now - retentionDays * DAY_MS;
  while (await db.transaction((tx) => purgeArchive(tx, before, SLICE)));
}

/** What was deleted goes from the database's files too, now; when somebody still reads the old state, within minutes. */
export async function eraseDeleted(db: Db, log: Log): Promise<void> {
  if (!(await db.eraseDeleted())) log.warn("deleted text could not be erased from the write-ahead log yet; it is tried again");
}
