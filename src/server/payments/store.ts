/** Owns: payments. */
import { type FlagId, STORED } from "../../contract/messages/stored.ts";
import { type PaymentMethod, type PaymentStatus, PROVIDER_METHOD } from "../../contract/payment.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/** The plan as it was sold. Later edits of the plan do not change this payment. */
export interface PlanSnapshot {
  planName: string;
  months: number;
  priceSen: number;
  discountPercentage: number;
}

export const snapshotOf = (plan: Omit<PlanSnapshot, "planName" | "months"> & { name: string; validityMonths: number }): PlanSnapshot => ({
  planName: plan.name,
  months: plan.validityMonths,
  priceSen: plan.priceSen,
  discountPercentage: plan.discountPercentage,
});

export interface StoredPayment {
  id: string;
  /** Null after the account is purged. */
  accountId: string | null;
  planId: number;
  /** Null until the provider has made the bill. */
  billId: string | null;
  billUrl: string | null;
  status: PaymentStatus;
  amountSen: number;
  sandbox: boolean;
  collectionId: string;
  snapshot: PlanSnapshot;
  method: PaymentMethod;
  /** The administrator's note about a recorded payment. */
  note: string;
  /** Set once, by the first activation; kept when the payment is taken back. For a recorded payment, its day. */
  activatedAt: number | null;
  /** The number of its receipt, if that has no year. Versions before this one count on it. */
  receiptNumber: number | null;
  /** The last receipt or credit note. */
  receiptId: string | null;
  /** The numbers as they are printed, of the last receipt and of the credit note for it. */
  receiptLabel: string | null;
  creditLabel: string | null;
  /** The paid amount that the provider reports; null until then, and for a payment that was given by hand. */
  paidSen: number | null;
  nextCheckAt: number | null;
  checks: number;
  flagged: string | null;
  /** For a recorded payment, its day. */
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
}

export interface PaymentRow {
  id: string;
  account_id: string | null;
  plan_id: number;
  bill_id: string | null;
  bill_url: string | null;
  status: PaymentStatus;
  amount_sen: number;
  sandbox: number;
  collection_id: string;
  plan_snapshot: string;
  method: PaymentMethod;
  note: string;
  activated_at: number | null;
  receipt_number: number | null;
  receipt_id: string | null;
  receipt_label: string | null;
  credit_label: string | null;
  paid_sen: number | null;
  next_check_at: number | null;
  checks: number;
  flagged: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export function toPayment(row: PaymentRow): StoredPayment {
  return {
    id: row.id,
    accountId: row.account_id,
    planId: row.plan_id,
    billId: row.bill_id,
    billUrl: row.bill_url,
    status: row.status,
    amountSen: row.amount_sen,
    sandbox: row.sandbox === 1,
    collectionId: row.collection_id,
    snapshot: JSON.parse(row.plan_snapshot),
    method: row.method,
    note: row.note,
    activatedAt: row.activated_at,
    receiptNumber: row.receipt_number,
    receiptId: row.receipt_id,
    receiptLabel: row.receipt_label,
    creditLabel: row.credit_label,
    paidSen: row.paid_sen,
    nextCheckAt: row.next_check_at,
    checks: row.checks,
    flagged: row.flagged,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

async function findWhere(db: Reader, condition: Sql): Promise<StoredPayment | undefined> {
  const row = await db.get<PaymentRow>(sql`select * from payments where ${condition}`);
  return row && toPayment(row);
}

/** Also finds deleted payments, because a bill can still be paid after its row was deleted. */
export const findPayment = (db: Reader, id: string) => findWhere(db, sql`id = ${id}`);
export const findByBill = (db: Reader, billId: string) => findWhere(db, sql`bill_id = ${billId}`);

const MAX_OPEN = 5;

/** A bill that can still be paid and that we have not closed. */
const openBill = ({ sandbox, createdAfter }: { sandbox: boolean; createdAfter: number }) => sql`
  created_at > ${createdAfter} and sandbox = ${sandbox} and bill_id is not null and bill_url is not null and activated_at is null
  and status <> 'success' and deleted_at is null and flagged is null`;

/** The account's bills that can still be paid and that we have not closed. */
export async function listOpenBills(
  db: Reader,
  open: { accountId: string; sandbox: boolean; createdAfter: number },
): Promise<StoredPayment[]> {
  const rows = await db.all<PaymentRow>(sql`
    select * from payments
    where account_id = ${open.accountId} and ${openBill(open)}
    order by created_at desc limit ${MAX_OPEN}`);
  return rows.map(toPayment);
}

/** How many bills of each of these accounts can still be paid, and are offered. */
export async function countOpenBills(
  db: Reader,
  accountIds: readonly string[],
  { sandbox, createdAfter }: { sandbox: boolean; createdAfter: number },
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.all<{ id: string; n: number }>(sql`
    select account_id as id, count(*) as n from payments
    where account_id in ${sqlList(accountIds)} and ${openBill({ sandbox, createdAfter })} group by account_id`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Marks a bill that another one replaces: it is not offered again, but counts if it is paid anyway. */
export async function closeBill(tx: Tx, id: string): Promise<void> {
  await markFailed(tx, id);
  await tx.run(sql`update payments set bill_url = null where id = ${id}`);
}

export async function insertPayment(
  tx: Tx,
  payment: Pick<
    StoredPayment,
    "id" | "planId" | "amountSen" | "sandbox" | "collectionId" | "snapshot" | "method" | "note" | "createdAt"
  > & { accountId: string },
): Promise<void> {
  await tx.run(sql`
    insert into payments (id, account_id, plan_id, amount_sen, sandbox, collection_id, plan_snapshot, method, note, created_at, updated_at)
    values (${payment.id}, ${payment.accountId}, ${payment.planId}, ${payment.amountSen}, ${payment.sandbox}, ${payment.collectionId},
      ${JSON.stringify(payment.snapshot)}, ${payment.method}, ${payment.note}, ${payment.createdAt}, ${payment.createdAt})`);
}

/** Binds a bill to a row that has none yet. @throws ConstraintError unique, when another row has this bill. */
export async function bindBill(tx: Tx, id: string, bill: { id: string; url: string; nextCheckAt: number }): Promise<boolean> {
  const changed = await tx.run(sql`
    update payments set bill_id = ${bill.id}, bill_url = ${bill.url}, next_check_at = ${bill.nextCheckAt}, updated_at = ${tx.now}
    where id = ${id} and bill_id is null and method = ${PROVIDER_METHOD}`);
  return changed > 0;
}

/**
 * Activates a payment once, for the first caller. By hand, a payment that was taken back can be activated again. The same
 * statement removes a flag, because the activation answers it.
 * @returns undefined when the payment was activated before: then the caller must do nothing else.
 */
export async function markActivated(
  tx: Tx,
  id: string,
  how: { byHand: boolean; paidSen: number | null },
): Promise<StoredPayment | undefined> {
  const row = await tx.get<PaymentRow>(sql`
    update payments set status = 'success', activated_at = case method when ${PROVIDER_METHOD} then ${tx.now} else created_at end, next_check_at = null, deleted_at = null, flagged = null, updated_at = ${tx.now},
      paid_sen = coalesce(${how.paidSen}, paid_sen)
    where id = ${id} and status <> 'success' and (activated_at is null or ${how.byHand} = 1) returning *`);
  return row && toPayment(row);
}

/** Marks a pending payment as failed. A late failure does not undo a success. */
export async function markFailed(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update payments set status = 'failed', updated_at = ${tx.now} where id = ${id} and status = 'pending' and activated_at is null`);
}

/** Marks a failed payment as pending again, when the owner tries to pay its open bill again. */
export async function markPending(tx: Tx, id: string, nextCheckAt: number): Promise<void> {
  await tx.run(sql`
    update payments set status = 'pending', next_check_at = ${nextCheckAt}, updated_at = ${tx.now}
    where id = ${id} and status = 'failed' and activated_at is null`);
}

export async function setStatus(tx: Tx, id: string, status: "pending" | "failed"): Promise<void> {
  await tx.run(sql`update payments set status = ${status}, updated_at = ${tx.now} where id = ${id}`);
}

export async function setSoldPlan(tx: Tx, id: string, planId: number, snapshot: PlanSnapshot): Promise<void> {
  await tx.run(sql`
    update payments set plan_id = ${planId}, plan_snapshot = ${JSON.stringify(snapshot)}, updated_at = ${tx.now} where id = ${id}`);
}

/** Whether a payment was given by hand, and perhaps taken back, while the provider has not yet reported that it was paid. */
export const isGivenUnpaid = (payment: StoredPayment): boolean => payment.activatedAt !== null && payment.paidSen === null;

/** Stores that the bill of a payment that was given by hand was paid: gives no second term, but flags and restores the row. */
export async function notePaidLate(tx: Tx, id: string, paidSen: number): Promise<void> {
  const { "flag.paidTwice": given, "flag.paidAfterWithdrawal": takenBack } = STORED;
  await tx.run(sql`
    update payments set paid_sen = ${paidSen}, next_check_at = null, deleted_at = null, updated_at = ${tx.now},
      flagged = case status when 'success' then ${given} else ${takenBack} end
    where id = ${id} and activated_at is not null and paid_sen is null`);
}

/** Sets when the provider is asked next, or null for never. A payment that the provider reported as paid is not changed. */
export async function scheduleCheck(tx: Tx, id: string, at: number | null): Promise<void> {
  await tx.run(sql`
    update payments set next_check_at = ${at}, checks = checks + 1
    where id = ${id} and (activated_at is null or paid_sen is null)`);
}

/** Flags a payment. A deleted row is restored, because the administrator must see it. */
export async function flagPayment(tx: Tx, id: string, why: FlagId): Promise<void> {
  await tx.run(sql`update payments set flagged = ${STORED[why]}, deleted_at = null, updated_at = ${tx.now} where id = ${id}`);
}

const UNVERIFIED = STORED["flag.unverified"];

/** Ends the checks of a payment. An earlier flag is kept, and no flag is set for the provider's sandbox. */
async function giveUpWhere(tx: Tx, condition: Sql): Promise<void> {
  await tx.run(sql`
    update payments set next_check_at = null, updated_at = ${tx.now},
      status = case status when 'pending' then 'failed' else status end,
      flagged = case sandbox when 1 then flagged else coalesce(flagged, ${UNVERIFIED}) end,
      deleted_at = case sandbox when 1 then deleted_at else null end
    where ${condition}`);
}

export const giveUp = (tx: Tx, id: string) => giveUpWhere(tx, sql`id = ${id} and (activated_at is null or paid_sen is null)`);

/** Ends the checks of the provider's other system's bills, which could not be checked before they expired. */
export const giveUpOther = (tx: Tx, other: { sandbox: boolean; createdBefore: number }) =>
  giveUpWhere(tx, sql`next_check_at is not null and sandbox = ${other.sandbox} and created_at < ${other.createdBefore}`);

/** Removes the flag of a payment that was reviewed. */
export async function clearFlag(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update payments set flagged = null, updated_at = ${tx.now} where id = ${id}`);
}

/** @returns whether a payment was hidden. */
export async function hidePayment(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update payments set deleted_at = ${tx.now} where id = ${id} and deleted_at is null`)) > 0;
}

/** The ids of payments to check in one of the provider's two systems, the longest waiting first. */
export async function listDueChecks(db: Reader, sandbox: boolean, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from payments where next_check_at is not null and next_check_at <= ${db.now} and sandbox = ${sandbox}
    order by next_check_at limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Marks rows as failed that a crash left without a bill. */
export async function failUnmade(tx: Tx, createdBefore: number): Promise<void> {
  await tx.run(sql`
    update payments set status = 'failed', updated_at = ${tx.now}
    where status = 'pending' and bill_id is null and method = ${PROVIDER_METHOD} and deleted_at is null and created_at < ${createdBefore}`);
}
