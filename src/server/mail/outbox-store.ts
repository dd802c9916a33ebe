/**
 * Owns: outbox. A row is a message to someone outside, written in the transaction of the fact. It is open until `ended_at`
 * is set. The payload is sealed, because a mail may have a link that signs someone in; it is erased when the row ends.
 */
import { newId } from "../platform/ids.ts";
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface NewMessage {
  id: string;
  kind: string;
  /** The account that the message is about; it ends with the account. */
  accountId: string | null;
  destination: string;
  payload: string;
}

export const newMessageId = newId;

export function insertMessage(tx: Tx, { id, kind, accountId, destination, payload }: NewMessage): void {
  tx.send(sql`
    insert into outbox (id, kind, account_id, destination, payload, due_at, created_at)
    values (${id}, ${kind}, ${accountId}, ${destination}, ${payload}, ${tx.now}, ${tx.now})`);
}

/**
 * Deletes messages that have not left and mean nothing any more. One that is being delivered at this moment may still arrive.
 * @returns those that have certainly not left
 */
export async function withdrawMessages(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<{ id: string; runs: number }>(sql`
    delete from outbox where id in ${sqlList(ids)} and ended_at is null returning id, runs`);
  return rows.filter(({ runs }) => runs === 0).map(({ id }) => id);
}

export interface OpenMessage {
  id: string;
  payload: string;
  failures: number;
  createdAt: number;
}

/** The open messages of a kind that are due, the longest waiting first. */
export function listDueMessages(db: Reader, kind: string, limit: number): Promise<OpenMessage[]> {
  return db.all<OpenMessage>(sql`
    select id, payload, failures, created_at as "createdAt" from outbox
    where ended_at is null and due_at <= ${db.now} and kind = ${kind} order by due_at, id limit ${limit}`);
}

/** Counts a try before it begins, so that the row says how often the message may have left; `delayMessage` takes it back if not. */
export async function countTry(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update outbox set runs = runs + 1 where id = ${id} and ended_at is null`);
}

export async function endMessage(
  tx: Tx,
  id: string,
  end: { state: "sent" | "failed" | "dropped"; failures: number; failure: string | null },
): Promise<void> {
  await tx.run(sql`
    update outbox set state = ${end.state}, ended_at = ${tx.now}, payload = '', failures = ${end.failures}, failure = ${end.failure}
    where id = ${id} and ended_at is null`);
}

export async function delayMessage(
  tx: Tx,
  id: string,
  later: { dueAt: number; failures: number; failure: string; hasLeft: boolean },
): Promise<void> {
  await tx.run(sql`
    update outbox set due_at = ${later.dueAt}, failures = ${later.failures}, failure = ${later.failure},
      runs = runs - ${later.hasLeft ? 0 : 1} where id = ${id} and ended_at is null`);
}

/** Whether a message waits for longer than it could have been set to. */
export async function isAnyTooFar(db: Reader, longestPauseMs: number): Promise<boolean> {
  return (await db.get(sql`select 1 from outbox where ended_at is null and due_at > ${db.now + longestPauseMs} limit 1`)) !== undefined;
}

/** Makes messages due whose pause lies further ahead than it could have been set: the clock was set back. */
export async function pullMessagesBack(tx: Tx, longestPauseMs: number): Promise<void> {
  await tx.run(sql`update outbox set due_at = ${tx.now} where ended_at is null and due_at > ${tx.now + longestPauseMs}`);
}

export async function countOpenMessages(db: Reader, kind: string): Promise<number> {
  return (await db.get<{ n: number }>(sql`select count(*) as n from outbox where ended_at is null and kind = ${kind}`))?.n ?? 0;
}

/** For how many milliseconds the oldest message that has not left waits; 0 if there is none. */
export async function waitOfOldest(db: Reader, kind: string): Promise<number> {
  const row = await db.get<{ since: number | null }>(sql`
    select min(created_at) as since from outbox where ended_at is null and kind = ${kind}`);
  return Math.max(0, db.now - (row?.since ?? db.now));
}

export interface Trouble {
  destination: string;
  failure: string;
  createdAt: number;
  endedAt: number | null;
}

/** The latest message of a kind that is waiting after a failure, otherwise the latest that was given up since `since`. */
export async function findTrouble(db: Reader, kind: string, since: number): Promise<Trouble | undefined> {
  const columns = sql`select destination, failure, created_at as "createdAt", ended_at as "endedAt" from outbox`;
  const waiting = await db.get<Trouble>(sql`
    ${columns} where ended_at is null and kind = ${kind} and failures > 0 order by due_at desc, id desc limit 1`);
  return (
    waiting ??
    (await db.get<Trouble>(sql`
      ${columns} where ended_at >= ${since} and kind = ${kind} and state = 'failed' order by ended_at desc, id desc limit 1`))
  );
}

/** Deletes up to `limit` messages that ended at `endedBefore` or earlier. @returns how many. */
export async function purgeMessages(tx: Tx, endedBefore: number, limit: number): Promise<number> {
  return tx.run(sql`
    delete from outbox where id in (
      select id from outbox where ended_at is not null and ended_at <= ${endedBefore} order by ended_at limit ${limit})`);
}
