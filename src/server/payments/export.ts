/** The table of all payments, as a CSV file. */
import type { AdminPayment } from "../../contract/payment.ts";
import { CSV_SLICE } from "../platform/csv.ts";
import type { Reader } from "../platform/storage/db.ts";
import { listPaymentsOn } from "./list-store.ts";
import type { StoredPayment } from "./store.ts";

export const PAYMENT_COLUMNS = [
  "id",
  "billId",
  "userId",
  "username",
  "planId",
  "plan",
  "months",
  "amountRM",
  "status",
  "method",
  "sandbox",
  "receipt",
  "creditNote",
  "createdAt",
  "note",
];

export const paymentCells = (payment: AdminPayment): (string | number | null)[] => [
  payment.id,
  payment.paymentId,
  payment.userId,
  payment.username,
  payment.planId,
  payment.planName,
  payment.months,
  payment.amount / 100,
  payment.status,
  payment.method,
  payment.sandbox ? "yes" : "no",
  payment.receiptNumber,
  payment.creditNote,
  payment.timestamp,
  payment.note,
];

type Filter = Parameters<typeof listPaymentsOn>[1];

/** The payments, the oldest first, slice by slice. */
export async function* readPayments(
  db: Reader,
  filter: Filter,
  present: (rows: StoredPayment[]) => Promise<AdminPayment[]>,
): AsyncGenerator<AdminPayment[]> {
  for (let after: { createdAt: number; id: string } | null = null; ; ) {
    const rows: StoredPayment[] = await listPaymentsOn(db, filter, after, CSV_SLICE);
    if (rows.length > 0) yield await present(rows);
    const last = rows.at(-1);
    if (!last || rows.length < CSV_SLICE) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
