/** Lists and sums of payments, for the administrator and for owners. */
import { type PaymentSort, type PaymentStatus, PROVIDER_METHOD } from "../../contract/payment.ts";
import { fromNearerEnd } from "../platform/paging.ts";
import { type Reader, type Sql, sql, sqlList } from "../platform/storage/db.ts";
import { type PaymentRow, type StoredPayment, toPayment } from "./store.ts";

export interface PaymentList {
  payments: StoredPayment[];
  total: number;
}

export interface ListPayments {
  status: PaymentStatus | "flagged" | "";
  /** In epoch milliseconds; `until` is exclusive. */
  since: number | null;
  until: number | null;
  /** Finds payments by the beginning of the bill's id, or by these accounts. Null for no search. */
  search: { billId: string; accountIds: readonly string[] } | null;
  sort: PaymentSort;
  limit: number;
  offset: number;
}

/** Each order, and its reverse. */
const ORDERS: Record<PaymentSort, readonly [Sql, Sql]> = {
  newest: [sql`created_at desc, id desc`, sql`created_at, id`],
  oldest: [sql`created_at, id`, sql`created_at desc, id desc`],
  amount: [sql`amount_sen desc, created_at desc, id desc`, sql`amount_sen, created_at, id`],
};

function whereOf({ status, since, until, search }: Pick<ListPayments, "status" | "since" | "until" | "search">): Sql {
  let where = sql`deleted_at is null`;
  if (status === "flagged") where = sql`${where} and flagged is not null`;
  else if (status !== "") where = sql`${where} and status = ${status}`;
  if (since !== null) where = sql`${where} and created_at >= ${since}`;
  if (until !== null) where = sql`${where} and created_at < ${until}`;
  if (!search) return where;
  const { billId, accountIds } = search;
  return sql`${where} and ((bill_id >= ${billId} and bill_id < ${`${billId}\u{10ffff}`}) or id = ${billId} or account_id in ${sqlList(accountIds)})`;
}

/** Finds the page in an index before it reads the rows, so that a late page costs only the index entries before it. */
export function listStatement(list: ListPayments, total: number): Sql {
  const { isReversed, limit, offset } = fromNearerEnd(list, total);
  const [order, turned] = ORDERS[list.sort];
  return sql`
    select payments.* from payments join (
      select id as wanted from payments where ${whereOf(list)} order by ${isReversed ? turned : order} limit ${limit} offset ${offset}
    ) as page on id = wanted order by ${order}`;
}

export async function listPayments(db: Reader, list: ListPayments): Promise<PaymentList> {
  const total = await countPayments(db, list);
  const rows = await db.all<PaymentRow>(listStatement(list, total));
  return { payments: rows.map(toPayment), total };
}

/** The next payments, the oldest first; `after` is the last one that was read. */
export async function listPaymentsOn(
  db: Reader,
  filter: Pick<ListPayments, "status" | "since" | "until" | "search">,
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<StoredPayment[]> {
  const behind = after ? sql` and (created_at, id) > (${after.createdAt}, ${after.id})` : sql``;
  const rows = await db.all<PaymentRow>(
    sql`select * from payments where ${whereOf(filter)}${behind} order by created_at, id limit ${limit}`,
  );
  return rows.map(toPayment);
}

/** Counts all payments without reading each row: the whole table minus the few that are hidden. */
async function countPayments(db: Reader, list: ListPayments): Promise<number> {
  const isNarrowed = list.status !== "" || list.since !== null || list.until !== null || list.search !== null;
  const row = await db.get<{ n: number }>(
    isNarrowed
      ? sql`select count(*) as n from payments where ${whereOf(list)}`
      : sql`select (select count(*) from payments) - (select count(*) from payments where deleted_at is not null) as n`,
  );
  return row?.n ?? 0;
}

/** An owner's payments, the newest first. Rows whose bill was never made are left out. */
export async function listPaymentsOf(db: Reader, accountId: string, page: { limit: number; offset: number }): Promise<PaymentList> {
  const where = sql`account_id = ${accountId} and deleted_at is null and (bill_id is not null or method <> ${PROVIDER_METHOD})`;
  const rows = await db.all<PaymentRow>(
    sql`select * from payments where ${where} order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
  );
  const payments = rows.map(toPayment);
  // If the first page is not full, it contains all payments.
  if (page.offset === 0 && rows.length < page.limit) return { payments, total: rows.length };
  const count = await db.get<{ n: number }>(sql`select count(*) as n from payments where ${where}`);
  return { payments, total: count?.n ?? 0 };
}

/** The newest payments, the latest first. */
export async function listNewest(db: Reader, limit: number): Promise<StoredPayment[]> {
  const rows = await db.all<PaymentRow>(
    sql`select * from payments where deleted_at is null order by created_at desc, id desc limit ${limit}`,
  );
  return rows.map(toPayment);
}

/** A stretch of time in epoch milliseconds: `from` is inclusive, `before` exclusive. */
export interface Stretch {
  from: number;
  before: number;
}

/** Money that came, without the provider's sandbox. Must be exactly the condition of the index (migration 0022). */
const earnedIn = ({ from, before }: Stretch) =>
  sql`activated_at >= ${from} and activated_at < ${before} and activated_at is not null and sandbox = 0 and status = 'success'`;

/** The sum of payments in a stretch of time, in sen. */
export async function sumEarned(db: Reader, stretch: Stretch): Promise<number> {
  const row = await db.get<{ sen: number | null }>(sql`select sum(amount_sen) as sen from payments where ${earnedIn(stretch)}`);
  return row?.sen ?? 0;
}

export interface Earned {
  accountId: string;
  sen: number;
}

const toEarned = (row: { id: string; sen: number }): Earned => ({ accountId: row.id, sen: row.sen });

/** The accounts that paid in a stretch of time, those that paid most first. Payments of deleted accounts have the empty id. */
export async function listEarned(db: Reader, stretch: Stretch, page: { limit: number; offset: number }) {
  const rows = await db.all<{ id: string; sen: number }>(sql`
    select coalesce(account_id, '') as id, sum(amount_sen) as sen from payments where ${earnedIn(stretch)}
    group by account_id order by sen desc, id limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(sql`
    select count(*) as n from (select 1 from payments where ${earnedIn(stretch)} group by account_id) as payers`);
  return { rows: rows.map(toEarned), total: count?.n ?? 0 };
}

/** What these accounts paid in a stretch of time, in sen. The empty id stands for deleted accounts. */
export async function listEarnedBy(db: Reader, stretch: Stretch, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ id: string; sen: number }>(sql`
    select coalesce(account_id, '') as id, sum(amount_sen) as sen from payments
    where ${earnedIn(stretch)} and coalesce(account_id, '') in ${sqlList(accountIds)} group by account_id`);
  return new Map(rows.map((row) => [row.id, row.sen]));
}

/** The accounts that paid in a stretch of time, in the order of their ids, starting behind `after`. Without deleted accounts. */
export async function listEarnedAfter(db: Reader, stretch: Stretch, after: string, limit: number): Promise<Earned[]> {
  const rows = await db.all<{ id: string; sen: number }>(sql`
    select account_id as id, sum(amount_sen) as sen from payments
    where ${earnedIn(stretch)} and account_id > ${after} group by account_id order by account_id limit ${limit}`);
  return rows.map(toEarned);
}

export async function countFlagged(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from payments where deleted_at is null and flagged is not null`);
  return row?.n ?? 0;
}

export async function countPending(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from payments where deleted_at is null and status = 'pending'`);
  return row?.n ?? 0;
}
