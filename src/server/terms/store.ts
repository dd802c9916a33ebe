/** Owns: terms. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

export interface StoredTerm {
  id: string;
  accountId: string;
  planId: number;
  /** Null when the administrator gave the term. */
  paymentId: string | null;
  startsAt: number;
  endsAt: number;
  /** What the term was worth when it began, in sen. */
  valueSen: number;
}

interface TermRow {
  id: string;
  account_id: string;
  plan_id: number;
  payment_id: string | null;
  starts_at: number;
  ends_at: number;
  value_sen: number;
}

function toTerm(row: TermRow): StoredTerm {
  return {
    id: row.id,
    accountId: row.account_id,
    planId: row.plan_id,
    paymentId: row.payment_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    valueSen: row.value_sen,
  };
}

/** @throws ConstraintError unique, when the payment has already given its term. */
export async function insertTerm(tx: Tx, term: StoredTerm): Promise<void> {
  await tx.run(sql`
    insert into terms (id, account_id, plan_id, payment_id, starts_at, ends_at, value_sen, created_at)
    values (${term.id}, ${term.accountId}, ${term.planId}, ${term.paymentId}, ${term.startsAt}, ${term.endsAt}, ${term.valueSen}, ${tx.now})`);
}

/** The account's present and future terms, in order. */
export async function listRunningTerms(db: Reader, accountId: string): Promise<StoredTerm[]> {
  const rows = await db.all<TermRow>(sql`
    select * from terms where account_id = ${accountId} and ended_at is null and ends_at > ${db.now} order by starts_at, id`);
  return rows.map(toTerm);
}

export async function findTermOf(db: Reader, paymentId: string): Promise<StoredTerm | undefined> {
  const row = await db.get<TermRow>(sql`select * from terms where payment_id = ${paymentId}`);
  return row && toTerm(row);
}

/** Ends a term before its planned end. */
export async function endTerm(tx: Tx, id: string, end: { reason: string; replacedBy?: string }): Promise<void> {
  await tx.run(sql`
    update terms set ended_at = ${tx.now}, ended_reason = ${end.reason}, replaced_by = ${end.replacedBy} where id = ${id} and ended_at is null`);
}

export async function listReplacedBy(db: Reader, id: string): Promise<StoredTerm[]> {
  return (await db.all<TermRow>(sql`select * from terms where replaced_by = ${id} order by starts_at`)).map(toTerm);
}

/** The term that replaced this one, with the time at which it ended early itself; undefined if none did. */
export async function findReplacing(db: Reader, id: string): Promise<(StoredTerm & { endedAt: number | null }) | undefined> {
  const row = await db.get<TermRow & { ended_at: number | null }>(
    sql`select * from terms where id = (select replaced_by from terms where id = ${id})`,
  );
  return row && { ...toTerm(row), endedAt: row.ended_at };
}

export async function resizeTerm(tx: Tx, id: string, size: { endsAt: number; valueSen: number }): Promise<void> {
  await tx.run(sql`update terms set ends_at = ${size.endsAt}, value_sen = ${size.valueSen} where id = ${id}`);
}

/** Takes the term out of its chain: the term before it counts as replaced by the term after it. */
export async function skipReplaced(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update terms set replaced_by = (select replaced_by from terms where id = ${id}) where replaced_by = ${id}`);
  await tx.run(sql`update terms set replaced_by = null where id = ${id}`);
}

/** Lets a term run again as if it had never been ended. */
export async function reopenTerm(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update terms set ended_at = null, ended_reason = null, replaced_by = null where id = ${id}`);
}

export async function moveTerm(tx: Tx, id: string, startsAt: number, endsAt: number): Promise<void> {
  await tx.run(sql`update terms set starts_at = ${startsAt}, ends_at = ${endsAt} where id = ${id}`);
}

/** Removes the link to the payment, which may be set to paid again and then gives another term. */
export async function unlinkTerm(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update terms set payment_id = null where id = ${id}`);
}
