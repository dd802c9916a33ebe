/** Owns: payments. */
import { type FlagId, STORED } from "../../contract/messages/stored.ts";
import { type PaymentMethod, type PaymentStatus, PROVIDER_METHOD } from "../../contract/payment.ts";
import { type Reader, type Sql, sql, type Tx } from "../platform/db.ts";

/** The plan as it was sold; what is edited later changes nothing for this payment. */
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
  /** Null once the account is purged. */
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
  /** The administrator's, about a recorded payment. */
  note: string;
  /** Set once, by whoever was first; a payment that was taken back keeps it. Of a recorded one, when the money came. */
  activatedAt: number | null;
  receiptNumber: number | null;
  /** What the provider says was paid; null before, and by hand. */
  paidSen: number | null;
  nextCheckAt: number | null;
  checks: number;
  flagged: string | null;
  /** Of a recorded one, when the money came. */
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

/** Hidden ones, too: a bill stays payable when its row is deleted. */
export const findPayment = (db: Reader, id: string) => findWhere(db, sql`id = ${id}`);
export const findByBill = (db: Reader, billId: string) => findWhere(db, sql`bill_id = ${billId}`);

const MAX_OPEN = 5;

/** The account's bills that may still be paid and were not closed by us. */
export async function listOpenBills(
  db: Reader,
  open: { accountId: string; sandbox: boolean; createdAfter: number },
): Promise<StoredPayment[]> {
  const rows = await db.all<PaymentRow>(sql`
    select * from payments
    where account_id = ${open.accountId} and created_at > ${open.createdAfter} and sandbox = ${open.sandbox} and bill_id is not null
      and bill_url is not null and activated_at is null and status <> 'success' and deleted_at is null and flagged is null
    order by created_at desc limit ${MAX_OPEN}`);
  return rows.map(toPayment);
}

/** Another bill takes its place: it is not offered again. Should it be paid all the same, it counts. */
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

/** Names the bill of a row that has none yet. @throws ConstraintError unique, when another row has it. */
export async function bindBill(tx: Tx, id: string, bill: { id: string; url: string; nextCheckAt: number }): Promise<boolean> {
  const changed = await tx.run(sql`
    update payments set bill_id = ${bill.id}, bill_url = ${bill.url}, next_check_at = ${bill.nextCheckAt}, updated_at = ${tx.now}
    where id = ${id} and bill_id is null and method = ${PROVIDER_METHOD}`);
  return changed > 0;
}

/**
 * Once a bill, whoever comes first. By hand a payment that was taken back may be set again. The number of the receipt
 * is the next one, in the same statement. What was to be looked at has been answered by it.
 * @returns undefined when it was activated before: then nothing else may be done.
 */
export async function markActivated(
  tx: Tx,
  id: string,
  how: { byHand: boolean; paidSen: number | null },
): Promise<StoredPayment | undefined> {
  const row = await tx.get<PaymentRow>(sql`
    update payments set status = 'success', activated_at = case method when ${PROVIDER_METHOD} then ${tx.now} else created_at end, next_check_at = null, deleted_at = null, flagged = null, updated_at = ${tx.now},
      paid_sen = coalesce(${how.paidSen}, paid_sen),
      receipt_number = coalesce(receipt_number, (select coalesce(max(receipt_number), 0) + 1 from payments))
    where id = ${id} and status <> 'success' and (activated_at is null or ${how.byHand} = 1) returning *`);
  return row && toPayment(row);
}

/** A late failure undoes no success. */
export async function markFailed(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update payments set status = 'failed', updated_at = ${tx.now} where id = ${id} and status = 'pending' and activated_at is null`);
}

/** The owner begins anew with a bill that is still open. */
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

/** Given by hand, and perhaps taken back, before the provider ever said that it was paid: that may still come. */
export const isGivenUnpaid = (payment: StoredPayment): boolean => payment.activatedAt !== null && payment.paidSen === null;

/** Money for a payment that was given by hand: no other term, but somebody must look at it, so a deleted row is back. */
export async function notePaidLate(tx: Tx, id: string, paidSen: number): Promise<void> {
  const { "flag.paidTwice": given, "flag.paidAfterWithdrawal": takenBack } = STORED;
  await tx.run(sql`
    update payments set paid_sen = ${paidSen}, next_check_at = null, deleted_at = null, updated_at = ${tx.now},
      flagged = case status when 'success' then ${given} else ${takenBack} end
    where id = ${id} and activated_at is not null and paid_sen is null`);
}

/** When the provider is asked next; null: not again. A payment of which it said "paid" is not asked about. */
export async function scheduleCheck(tx: Tx, id: string, at: number | null): Promise<void> {
  await tx.run(sql`
    update payments set next_check_at = ${at}, checks = checks + 1
    where id = ${id} and (activated_at is null or paid_sen is null)`);
}

/** A deleted row is shown again: the administrator must see it. */
export async function flagPayment(tx: Tx, id: string, why: FlagId): Promise<void> {
  await tx.run(sql`update payments set flagged = ${STORED[why]}, deleted_at = null, updated_at = ${tx.now} where id = ${id}`);
}

const UNVERIFIED = STORED["flag.unverified"];

/** Nobody asks about it any more. An earlier reason to look at it is kept, and no flag is set in the provider's test system. */
async function giveUpWhere(tx: Tx, condition: Sql): Promise<void> {
  await tx.run(sql`
    update payments set next_check_at = null, updated_at = ${tx.now},
      status = case status when 'pending' then 'failed' else status end,
      flagged = case sandbox when 1 then flagged else coalesce(flagged, ${UNVERIFIED}) end,
      deleted_at = case sandbox when 1 then deleted_at else null end
    where ${condition}`);
}

export const giveUp = (tx: Tx, id: string) => giveUpWhere(tx, sql`id = ${id} and (activated_at is null or paid_sen is null)`);

/** Bills of the provider's other system, which nobody could ask about for all of their life. */
export const giveUpOther = (tx: Tx, other: { sandbox: boolean; createdBefore: number }) =>
  giveUpWhere(tx, sql`next_check_at is not null and sandbox = ${other.sandbox} and created_at < ${other.createdBefore}`);

/** Somebody has looked at it. */
export async function clearFlag(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update payments set flagged = null, updated_at = ${tx.now} where id = ${id}`);
}

/** @returns whether there was one to hide. */
export async function hidePayment(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update payments set deleted_at = ${tx.now} where id = ${id} and deleted_at is null`)) > 0;
}

/** Ids of the bills to ask about in one of the provider's two systems, the longest waiting first. */
export async function listDueChecks(db: Reader, sandbox: boolean, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from payments where next_check_at is not null and next_check_at <= ${db.now} and sandbox = ${sandbox}
    order by next_check_at limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Rows that a crash left without a bill. */
export async function failUnmade(tx: Tx, createdBefore: number): Promise<void> {
  await tx.run(sql`
    update payments set status = 'failed', updated_at = ${tx.now}
    where status = 'pending' and bill_id is null and method = ${PROVIDER_METHOD} and deleted_at is null and created_at < ${createdBefore}`);
}
