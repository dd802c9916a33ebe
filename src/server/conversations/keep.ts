/** How long conversations are kept, and how they are permanently deleted. */

import { DAY_MS } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { nextTurn } from "../platform/steps.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import {
  type ArchiveFilter,
  deleteConversation,
  listOldest,
  purgeConversation,
  purgeConversationsOfAgent,
  purgeMessagesOf,
  purgeVisitorsOf,
  type StoredConversation,
} from "./archive-store.ts";
import { listRetentions } from "./retention-store.ts";
import { visitorLock } from "./store.ts";

/** Rows per transaction: a purge of years of conversations must not block other writes. */
const SLICE = 500;

/**
 * Each conversation has a transaction of its own, which waits for what its visitor writes, and then looks again whether it still
 * matches: a visitor may come back in this very moment. @returns the number of removed conversations.
 */
async function purgeMatching(db: Db, filter: ArchiveFilter): Promise<number> {
  for (let removed = 0; ; ) {
    const doomed = await listOldest(db, filter, SLICE);
    for (const conversation of doomed) if (await purgeOne(db, conversation, filter)) removed++;
    if (doomed.length < SLICE) return removed;
  }
}

/** @returns whether it was removed. */
async function purgeOne(db: Db, conversation: { id: string; visitorId: string }, filter: ArchiveFilter): Promise<boolean> {
  const options = { lock: visitorLock(conversation.visitorId) };
  for (;;) {
    const outcome = await db.transaction((tx) => purgeConversation(tx, conversation, filter, SLICE), options);
    await nextTurn();
    if (outcome !== "more") return outcome === "gone";
  }
}

/**
 * Removes conversations whose last message is older than this many days; 0 keeps them forever. @returns the number of
 * removed conversations.
 */
export async function purgeOldConversations(db: Db, retentionDays: number): Promise<number> {
  return retentionDays <= 0 ? 0 : purgeMatching(db, { before: db.now - retentionDays * DAY_MS });
}

/** Removes the conversations of accounts that keep them for a shorter time. @returns the number of removed conversations. */
export async function purgeByAccounts(db: Db): Promise<number> {
  let removed = 0;
  for (let after = ""; ; ) {
    const slice = await listRetentions(db, after, SLICE);
    for (const { accountId, days } of slice) removed += await purgeMatching(db, { accountId, before: db.now - days * DAY_MS });
    const last = slice.at(-1);
    if (!last || slice.length < SLICE) return removed;
    after = last.accountId;
  }
}

/**
 * Removes previews whose last message is older than `before`, because they belong to no account. @returns the number of
 * removed conversations.
 */
export async function purgePreviews(db: Db, before: number): Promise<number> {
  return purgeMatching(db, { accountId: null, before });
}

/** Removes all conversations of an agent, and its visitors. */
export async function purgeConversationsOf(db: Db, agentId: string): Promise<void> {
  while (await db.transaction((tx) => purgeConversationsOfAgent(tx, agentId, SLICE))) await nextTurn();
  while (await db.transaction((tx) => purgeVisitorsOf(tx, agentId, SLICE)));
}

/** Ends the live part of a conversation, refunds its open turns, and runs `also` in the same transaction. */
export type EndLive = (conversation: StoredConversation, also: (tx: Tx) => Promise<void>) => Promise<void>;

/**
 * Removes one conversation, however long it is. `note` runs with its end, before anything is removed; a removal that was
 * interrupted is repeated by whoever asked for it.
 */
export async function eraseConversation(
  { db, endLive }: { db: Db; endLive: EndLive },
  conversation: StoredConversation,
  note: (tx: Tx) => Promise<void>,
): Promise<void> {
  await endLive(conversation, note);
  while (await db.transaction((tx) => purgeMessagesOf(tx, conversation.id, SLICE))) await nextTurn();
  await db.transaction((tx) => deleteConversation(tx, conversation), { lock: visitorLock(conversation.visitorId) });
}

/** Erases deleted data from the database's files, too: now, or within minutes if another process still reads the old state. */
export async function eraseDeleted(db: Db, log: Log): Promise<void> {
  if (!(await db.eraseDeleted())) log.warn("deleted text could not be erased from the write-ahead log yet; Sapa will try again");
}
