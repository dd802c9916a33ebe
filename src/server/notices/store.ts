/** Owns: notices. */
import type { NoticeKind } from "../../contract/notice.ts";
import { type Reader, sql, type Tx } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";

export interface NoticeBody {
  planName?: string;
  /** Epoch milliseconds. */
  validUntil?: number | null;
  days?: number;
  pausedAgents?: number;
  attempts?: number;
  addresses?: number;
  signUps?: number;
}

export interface StoredNotice {
  id: string;
  kind: NoticeKind;
  body: NoticeBody;
  createdAt: number;
}

/** One notice of a kind about a subject: said again, nothing happens. */
export async function recordNotice(
  tx: Tx,
  notice: { accountId: string; kind: NoticeKind; subject: string; body: NoticeBody },
): Promise<void> {
  await tx.run(sql`
    insert into notices (id, account_id, kind, subject, body, created_at)
    values (${newId()}, ${notice.accountId}, ${notice.kind}, ${notice.subject}, ${JSON.stringify(notice.body)}, ${tx.now})
    on conflict (account_id, kind, subject) do nothing`);
}

/** A month's limit of so many messages: of a bigger plan's limit there is something to say again. */
export function limitSubject(month: string, msgLimit: number): string {
  return `${month}:${msgLimit}`;
}

export interface ListNotices {
  accountId: string;
  /** YYYY-MM: of budgets only this month's are listed. */
  month: string;
  /** The limit that is reached now, as `limitSubject`; null where none is. What was said about another limit does not hold. */
  reached: string | null;
  limit: number;
}

/** Those that hold and were not put away, newest first. */
export async function listNotices(db: Reader, { accountId, month, reached, limit }: ListNotices): Promise<StoredNotice[]> {
  const rows = await db.all<{ id: string; kind: NoticeKind; body: string; created_at: number }>(sql`
    select id, kind, body, created_at from notices
    where account_id = ${accountId} and read_at is null and (kind <> 'limit' or subject = ${reached})
      and (kind not in ('budget_near', 'budget_used', 'box_budget_used') or subject = ${month} or subject like ${`${month}:%`})
    order by created_at desc, id desc limit ${limit}`);
  return rows.map((row) => ({ id: row.id, kind: row.kind, body: JSON.parse(row.body), createdAt: row.created_at }));
}

export type BudgetNoticeKind = "budget_near" | "budget_used" | "box_budget_used";

/** A month's budget of so much: of another budget there may be something to say again. */
export function budgetSubject(month: string, budgetSen: number): string {
  return `${month}:${budgetSen}`;
}

/** There is more to say than that. What was put away stays so: it is not said a second time. */
export async function withdrawNotice(tx: Tx, accountId: string, kind: BudgetNoticeKind, subject: string): Promise<void> {
  await tx.run(sql`delete from notices where account_id = ${accountId} and kind = ${kind} and subject = ${subject} and read_at is null`);
}

/** What was said about other budgets does not hold any more, whether it was put away or not. `current`: null where there is none. */
export async function withdrawOtherBudgets(tx: Tx, kind: BudgetNoticeKind, current: string | null): Promise<void> {
  await tx.run(sql`delete from notices where kind = ${kind} and subject is not ${current}`);
}

/** What was said about the plan before says nothing about the one that applies now. */
export async function putPlanNoticesAway(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`
    update notices set read_at = ${tx.now}
    where account_id = ${accountId} and read_at is null and kind in ('ending', 'ended', 'payment')`);
}

/** @returns whether the account has such a notice. */
export async function putAway(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update notices set read_at = coalesce(read_at, ${tx.now}) where id = ${id} and account_id = ${accountId}`);
  return changed > 0;
}

export async function deleteOldNotices(tx: Tx, before: number): Promise<number> {
  return tx.run(sql`delete from notices where created_at < ${before}`);
}
