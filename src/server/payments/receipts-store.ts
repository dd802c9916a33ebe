/** Owns: receipts, billing_details. A row of `receipts` is never changed. */
import type { BillingDetails, Receipt, ReceiptKind } from "../../contract/payment.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** What a receipt says, besides its number and its amounts. */
export type ReceiptDetails = Omit<Receipt, "id" | "kind" | "number" | "amount">;

export interface StoredReceipt {
  id: string;
  /** The order of issue, over all sequences. */
  position: number;
  kind: ReceiptKind;
  series: string;
  number: number;
  paymentId: string | null;
  /** The id of the receipt that a credit note cancels. */
  credits: string | null;
  amountSen: number;
  taxSen: number;
  details: ReceiptDetails;
  issuedAt: number;
}

interface ReceiptRow {
  id: string;
  position: number;
  kind: ReceiptKind;
  series: string;
  number: number;
  payment_id: string | null;
  credits: string | null;
  amount_sen: number;
  tax_sen: number;
  details: string;
  issued_at: number;
}

const toReceipt = (row: ReceiptRow): StoredReceipt => ({
  id: row.id,
  position: row.position,
  kind: row.kind,
  series: row.series,
  number: row.number,
  paymentId: row.payment_id,
  credits: row.credits,
  amountSen: row.amount_sen,
  taxSen: row.tax_sen,
  details: JSON.parse(row.details),
  issuedAt: row.issued_at,
});

/** Receipts without a year continue the numbers that payments had before there were rows of receipts. */
export const PLAIN_SERIES = "";

/**
 * The next number of a sequence. Transactions that issue receipts run one after the other, and the unique index refuses a
 * number that was given twice all the same.
 */
export async function nextNumber(tx: Tx, kind: ReceiptKind, series: string): Promise<number> {
  const stored = sql`select max(number) as n from receipts where kind = ${kind} and series = ${series}`;
  const ofPayments = sql`select max(receipt_number) as n from payments`;
  const used = kind === "receipt" && series === PLAIN_SERIES ? sql`${stored} union all ${ofPayments}` : stored;
  return (await tx.get<{ next: number }>(sql`select coalesce(max(n), 0) + 1 as next from (${used}) as used`))?.next ?? 1;
}

/** @throws ConstraintError unique, when the number is taken, or when the receipt was credited before. */
export async function insertReceipt(tx: Tx, receipt: Omit<StoredReceipt, "position">): Promise<void> {
  await tx.run(sql`
    insert into receipts (id, position, kind, series, number, payment_id, credits, amount_sen, tax_sen, details, issued_at)
    values (${receipt.id}, (select coalesce(max(position), 0) + 1 from receipts), ${receipt.kind}, ${receipt.series}, ${receipt.number}, ${receipt.paymentId}, ${receipt.credits},
      ${receipt.amountSen}, ${receipt.taxSen}, ${JSON.stringify(receipt.details)}, ${receipt.issuedAt})`);
}

/** Stores with the payment which receipt was issued last. `plainNumber`: its number, if it has no year. */
export async function noteReceipt(tx: Tx, id: string, receipt: { id: string; label: string; plainNumber: number | null }): Promise<void> {
  await tx.run(sql`
    update payments set receipt_id = ${receipt.id}, receipt_label = ${receipt.label}, credit_label = null,
      receipt_number = coalesce(${receipt.plainNumber}, receipt_number)
    where id = ${id}`);
}

export async function noteCredit(tx: Tx, id: string, credit: { id: string; label: string }): Promise<void> {
  await tx.run(sql`update payments set receipt_id = ${credit.id}, credit_label = ${credit.label} where id = ${id}`);
}

export async function findReceipt(db: Reader, id: string): Promise<StoredReceipt | undefined> {
  const row = await db.get<ReceiptRow>(sql`select * from receipts where id = ${id}`);
  return row && toReceipt(row);
}

/** The credit note that cancels a receipt. */
export async function findCreditOf(db: Reader, id: string): Promise<StoredReceipt | undefined> {
  const row = await db.get<ReceiptRow>(sql`select * from receipts where credits = ${id}`);
  return row && toReceipt(row);
}

/** The latest receipts and credit notes of a payment, the oldest first. */
export async function listReceiptsOf(db: Reader, paymentId: string, limit: number): Promise<StoredReceipt[]> {
  const rows = await db.all<ReceiptRow>(sql`
    select * from receipts where payment_id = ${paymentId} order by position desc limit ${limit}`);
  return rows.map(toReceipt).reverse();
}

/** The next receipts in the order of their issue, behind this position. `until` is exclusive. */
export async function listReceiptsOn(
  db: Reader,
  range: { since: number; until: number },
  after: number,
  limit: number,
): Promise<StoredReceipt[]> {
  const rows = await db.all<ReceiptRow>(sql`
    select * from receipts where position > ${after} and issued_at >= ${range.since} and issued_at < ${range.until}
    order by position limit ${limit}`);
  return rows.map(toReceipt);
}

/** Payments with a number of their own, whose receipt is not stored yet. */
export async function listWithoutReceipt(db: Reader, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from payments where receipt_number is not null and receipt_id is null order by created_at, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Payments that were taken back, whose receipt is still in force. */
export async function listUncredited(db: Reader, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select payments.id from payments join receipts on receipts.id = payments.receipt_id
    where payments.receipt_id is not null and payments.status <> 'success' and receipts.kind = 'receipt' limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Payments with a credit note that the version before has counted again, or has given a number that no receipt has. It changes
 * the payment only.
 */
export async function listCountedAgain(db: Reader, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select p.id from receipts r join payments p on p.id = r.payment_id and p.receipt_id = r.id
    where r.kind = 'credit_note' and (p.status = 'success' or (p.receipt_number is not null and not exists (
      select 1 from receipts x where x.kind = 'receipt' and x.series = ${PLAIN_SERIES} and x.number = p.receipt_number))) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Whether a receipt without a year has this number. */
export async function isNumberUsed(db: Reader, number: number): Promise<boolean> {
  return (
    (await db.get(sql`select 1 from receipts where kind = 'receipt' and series = ${PLAIN_SERIES} and number = ${number}`)) !== undefined
  );
}

export const NO_DETAILS: BillingDetails = { name: "", address: "", tin: "", brn: "" };

export async function findBillingDetails(db: Reader, accountId: string): Promise<BillingDetails> {
  const row = await db.get<BillingDetails>(sql`select name, address, tin, brn from billing_details where account_id = ${accountId}`);
  return row ?? NO_DETAILS;
}

export async function putBillingDetails(tx: Tx, accountId: string, { name, address, tin, brn }: BillingDetails): Promise<void> {
  await tx.run(sql`
    insert into billing_details (account_id, name, address, tin, brn, updated_at)
    values (${accountId}, ${name}, ${address}, ${tin}, ${brn}, ${tx.now})
    on conflict (account_id) do update set name = excluded.name, address = excluded.address, tin = excluded.tin, brn = excluded.brn,
      updated_at = excluded.updated_at`);
}

export async function deleteBillingDetails(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from billing_details where account_id = ${accountId}`);
}
