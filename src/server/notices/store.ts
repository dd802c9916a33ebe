/** Owns: notices. */
import { NOTICE_FOR, NOTICE_KINDS, type NoticeKind } from "../../contract/notice.ts";
import { newId } from "../platform/ids.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface NoticeBody {
  planName?: string;
  /** Epoch milliseconds. */
  validUntil?: number | null;
  /** Only for the version before: the days that were left when the notice was made. */
  days?: number;
  pausedAgents?: number;
  attempts?: number;
  addresses?: number;
  signUps?: number;
  agentId?: string;
  agentName?: string;
  entries?: number;
  sourceId?: string;
  sourceName?: string;
  pages?: number;
  questions?: number;
  /** The mail that says the same, which is withdrawn when the notice is. */
  mailId?: string;
  /** The notice was put away because what it says was over, and is shown again if that applies again. */
  isOver?: boolean;
}

export interface StoredNotice {
  id: string;
  kind: NoticeKind;
  body: NoticeBody;
  createdAt: number;
}

/**
 * Stores one notice of a kind about a subject; if it exists already, nothing changes. `userId`: the person whom a personal notice
 * is about.
 */
export async function recordNotice(
  tx: Tx,
  notice: { accountId: string; kind: NoticeKind; subject: string; body: NoticeBody; userId?: string },
): Promise<void> {
  await tx.run(sql`
    insert into notices (id, account_id, user_id, kind, subject, body, created_at)
    values (${newId()}, ${notice.accountId}, ${notice.userId ?? null}, ${notice.kind}, ${notice.subject}, ${JSON.stringify(notice.body)},
      ${tx.now})
    on conflict (account_id, kind, subject) do nothing`);
}

/** The notice about a subject, also if it was dismissed. */
export async function findNotice(
  db: Reader,
  accountId: string,
  kind: NoticeKind,
  subject: string,
): Promise<Pick<StoredNotice, "id" | "body"> | undefined> {
  const row = await db.get<{ id: string; body: string }>(sql`
    select id, body from notices where account_id = ${accountId} and kind = ${kind} and subject = ${subject}`);
  return row && { id: row.id, body: JSON.parse(row.body) };
}

/** The subject for a month and its message limit: a bigger plan's limit gets a notice of its own. */
export function limitSubject(month: string, msgLimit: number): string {
  return `${month}:${msgLimit}`;
}

/** The subject of `ending`: an end of the plan, and how many days before it the notice is due. It sorts by the end. */
export function reminderSubject(validUntil: number, days: number): string {
  return `${validUntil}:${days}`;
}

/** The subject of `entries_ending`: the times have equal lengths until the year 2286, so that subjects sort by them. */
export function endSubject(before: number, agentId: string): string {
  return `${before}:${agentId}`;
}

const PERSONAL = sqlList(NOTICE_KINDS.filter((kind) => NOTICE_FOR[kind] === "person"));
/** What this person sees. A personal notice of an earlier version is about the account's founder, who has the account's id. */
const isFor = (userId: string) => sql`(kind not in ${PERSONAL} or coalesce(user_id, account_id) = ${userId})`;

export interface ListNotices {
  accountId: string;
  /** Who reads them. */
  userId: string;
  /** YYYY-MM. Notices about budgets are listed for this month only. */
  month: string;
  /** The limit that is reached now, as `limitSubject`, or null. Notices about other limits are not listed. */
  reached: string | null;
  limit: number;
}

/** The notices that still apply and were not dismissed, the newest first. */
export async function listNotices(db: Reader, { accountId, userId, month, reached, limit }: ListNotices): Promise<StoredNotice[]> {
  const rows = await db.all<{ id: string; kind: NoticeKind; body: string; created_at: number }>(sql`
    select id, kind, body, created_at from notices
    where account_id = ${accountId} and read_at is null and ${isFor(userId)} and (kind <> 'limit' or subject = ${reached})
      and (kind not in ('ending', 'entries_ending') or subject > ${String(db.now)})
      and (kind not in ('budget_near', 'budget_used', 'box_budget_used') or subject = ${month} or subject like ${`${month}:%`})
    order by created_at desc, id desc limit ${limit}`);
  return rows.map((row) => ({ id: row.id, kind: row.kind, body: JSON.parse(row.body), createdAt: row.created_at }));
}

/** All notices of an account that are stored and that this person sees, also those that were dismissed or apply no more; the newest first. */
export async function listAllNotices(
  db: Reader,
  { accountId, userId }: { accountId: string; userId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<(StoredNotice & { readAt: number | null })[]> {
  const rows = await db.all<{ id: string; kind: NoticeKind; body: string; created_at: number; read_at: number | null }>(sql`
    select id, kind, body, created_at, read_at from notices
    where account_id = ${accountId} and ${isFor(userId)} order by created_at desc, id desc limit ${limit} offset ${offset}`);
  return rows.map((row) => ({ id: row.id, kind: row.kind, body: JSON.parse(row.body), createdAt: row.created_at, readAt: row.read_at }));
}

export type BudgetNoticeKind = "budget_near" | "budget_used" | "box_budget_used";

/** The subject for a month and its budget: another budget gets a notice of its own. */
export function budgetSubject(month: string, budgetSen: number): string {
  return `${month}:${budgetSen}`;
}

/** Deletes a notice that a stronger one replaces. A dismissed notice stays, so that it is not shown again. */
export async function withdrawNotice(tx: Tx, accountId: string, kind: BudgetNoticeKind, subject: string): Promise<void> {
  await tx.run(sql`delete from notices where account_id = ${accountId} and kind = ${kind} and subject = ${subject} and read_at is null`);
}

/** Deletes the notices of a kind whose subjects begin so, unless they were dismissed: what they say is over. */
export async function withdrawNotices(tx: Tx, accountId: string, kind: NoticeKind, prefix: string): Promise<void> {
  await tx.run(sql`
    delete from notices where account_id = ${accountId} and kind = ${kind} and substr(subject, 1, cast(${prefix.length} as integer)) = ${prefix} and read_at is null`);
}

/** Deletes the notices about other budgets, also dismissed ones. `current` is null if there is no budget. */
export async function withdrawOtherBudgets(tx: Tx, kind: BudgetNoticeKind, current: string | null): Promise<void> {
  await tx.run(sql`delete from notices where kind = ${kind} and subject is distinct from ${current}`);
}

/** `wasRead`: the person had dismissed it before, and only its mail may still be waiting. */
type PutAway = Pick<StoredNotice, "id" | "kind" | "body"> & { wasRead: boolean };

/** Puts away the notices about the account's previous plan, which do not apply to the present one. */
export const putPlanNoticesAway = (tx: Tx, accountId: string): Promise<PutAway[]> =>
  putAwayOf(tx, accountId, sql`('ending', 'ended', 'payment')`);

/** Puts away the reminders of an end of the plan, which a later one replaces. */
export const putRemindersAway = (tx: Tx, accountId: string): Promise<PutAway[]> => putAwayOf(tx, accountId, sql`('ending')`);

async function putAwayOf(tx: Tx, accountId: string, kinds: Sql): Promise<PutAway[]> {
  const ofThem = sql`account_id = ${accountId} and kind in ${kinds}`;
  const rows = await tx.all<{ id: string; kind: NoticeKind; body: string; read_at: number | null }>(sql`
    select id, kind, body, read_at from notices where ${ofThem} and (read_at is null or kind = 'ending')`);
  await tx.run(sql`update notices set read_at = ${tx.now} where ${ofThem} and read_at is null`);
  return rows.map(({ read_at, body, ...row }) => ({ ...row, body: JSON.parse(body), wasRead: read_at !== null }));
}

/** Deletes a notice of which nothing has left, so that it can be made again. */
export async function forgetNotice(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from notices where id = ${id}`);
}

/** Marks a notice that was put away, so that it is shown again if what it says applies again. */
export async function markOver(tx: Tx, { id, body }: Pick<StoredNotice, "id" | "body">): Promise<void> {
  await tx.run(sql`update notices set body = ${JSON.stringify({ ...body, isOver: true })} where id = ${id}`);
}

export async function showAgain(tx: Tx, { id, body: { isOver: _, ...body } }: Pick<StoredNotice, "id" | "body">): Promise<void> {
  await tx.run(sql`update notices set read_at = null, body = ${JSON.stringify(body)} where id = ${id}`);
}

/** The kind of a notice that this person sees in this account. */
export async function findNoticeKind(db: Reader, at: { accountId: string; userId: string }, id: string): Promise<NoticeKind | undefined> {
  const row = await db.get<{ kind: NoticeKind }>(sql`
    select kind from notices where id = ${id} and account_id = ${at.accountId} and ${isFor(at.userId)}`);
  return row?.kind;
}

export async function putAway(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update notices set read_at = coalesce(read_at, ${tx.now}) where id = ${id}`);
}

export async function deleteOldNotices(tx: Tx, before: number): Promise<number> {
  return tx.run(sql`delete from notices where created_at < ${before}`);
}
