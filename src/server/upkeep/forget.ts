/**
 * Deletes rows that mean nothing any more when their time is over: full rate limits, expired tickets, old failures, idle drafts. They are
 * the memory of the process in tables, so that the log does not mention them.
 */
import { deleteOldFailures } from "../accounts/guesses-store.ts";
import { deleteIdlePreviews, PREVIEWS_LOCK } from "../agents/previews-store.ts";
import { deleteExpiredTickets } from "../agents/tickets-store.ts";
import { deleteFullBuckets } from "../platform/http/buckets-store.ts";
import type { Db } from "../platform/storage/db.ts";

/** Of the rate limits that are not full; an attacker with many addresses can make many. */
const MAX_BUCKETS = 100_000;

export async function forgetExpired(db: Db): Promise<void> {
  await db.transaction((tx) => deleteFullBuckets(tx, MAX_BUCKETS), { lock: "forget" });
  while (await db.transaction((tx) => deleteExpiredTickets(tx), { lock: "forget" })) {
    // In slices: thousands of visitors a minute spend as many tickets.
  }
  await db.transaction((tx) => deleteOldFailures(tx), { lock: "forget" });
  await db.transaction((tx) => deleteIdlePreviews(tx), { lock: PREVIEWS_LOCK });
}
