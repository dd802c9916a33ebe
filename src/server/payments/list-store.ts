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

function whereOf({ status, since, until, search }: ListPayments): Sql {
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

/** The sum of payments since a time (epoch milliseconds), in sen, without the provider's sandbox. */
export async function sumEarned(db: Reader, since: number): Promise<number> {
  const row = await db.get<{ sen: number | null }>(sql`
    select sum(amount_sen) as sen from payments
    where activated_at >= ${since} and activated_at is not null and sandbox = 0 and status = 'success'`);
  return row?.sen ?? 0;
}

export async function countFlagged(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from payments where deleted_at is null and flagged is not null`);
  return row?.n ?? 0;
}

export async function countPending(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from payments where deleted_at is null and status = 'pending'`);
  return row?.n ?? 0;
}
