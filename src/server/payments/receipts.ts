/**
 * Issues receipts and credit notes, in the transaction of what they are about: a payment that fails takes no number. They hold
 * what was true at that moment, and nothing of them is looked up later (docs/decisions/2026-11-24-receipts.md).
 */
import type { Receipt, ReceiptKind } from "../../contract/payment.ts";
import { SETTINGS_FIELDS } from "../../contract/settings-fields.ts";
import { type Account, findAccount } from "../accounts/store.ts";
import { dayOf } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { findChangeOf, listSettings } from "../settings/store.ts";
import { readValues } from "../settings/value-settings.ts";
import {
  findBillingDetails,
  findReceipt,
  insertReceipt,
  isNumberUsed,
  listCountedAgain,
  listReceiptsOf,
  listUncredited,
  listWithoutReceipt,
  NO_DETAILS,
  nextNumber,
  noteCredit,
  noteReceipt,
  PLAIN_SERIES,
  type ReceiptDetails,
  type StoredReceipt,
} from "./receipts-store.ts";
import { findPayment, type StoredPayment } from "./store.ts";

/** The sequence of payments in the provider's sandbox, for which no money was paid. */
const TEST_SERIES = "test";

/** A number as it is printed. */
export function labelOf({ kind, series, number }: Pick<StoredReceipt, "kind" | "series" | "number">): string {
  const prefix = kind === "credit_note" ? "CN-" : "";
  if (series === PLAIN_SERIES) return `${prefix}${number}`;
  if (series === TEST_SERIES) return `${prefix}TEST-${number}`;
  return `${prefix}${series}-${String(number).padStart(4, "0")}`;
}

/** The service tax that an amount contains, in whole sen; half a sen is rounded up. */
export const taxIn = (amountSen: number, percent: number): number => Math.round((amountSen * percent) / (100 + percent));

/** The settings as the transaction finds them: a cache could be a moment behind. */
async function readSettingsIn(tx: Tx) {
  const rows = await listSettings(tx);
  return readValues(new Map(rows.filter(({ sealed }) => !sealed).map(({ key, value }) => [key, value])));
}

type Operator = Awaited<ReturnType<typeof readSettingsIn>>;

function seriesNow({ receiptsByYear }: Operator, isTest: boolean, today: string): string {
  if (isTest) return TEST_SERIES;
  return receiptsByYear ? today.slice(0, 4) : PLAIN_SERIES;
}

async function detailsOf(tx: Tx, payment: StoredPayment, operator: Operator, timeZone: string): Promise<ReceiptDetails> {
  const account = payment.accountId === null ? undefined : await findAccount(tx, payment.accountId);
  const given = account ? await findBillingDetails(tx, account.id) : NO_DETAILS;
  const { operatorName, operatorAddress, operatorTin, operatorBrn, brandLogo } = operator;
  return {
    date: dayOf(payment.activatedAt ?? tx.now, timeZone),
    credits: null,
    billId: payment.billId ?? "",
    method: payment.method,
    planName: payment.snapshot.planName,
    months: payment.snapshot.months,
    tax: null,
    sandbox: payment.sandbox,
    byHand: payment.paidSen === null,
    paidBy: { ...given, name: given.name || nameOf(account), username: account?.username ?? "", email: account?.email ?? null },
    operator: { name: operatorName, address: operatorAddress, tin: operatorTin, brn: operatorBrn },
    ...(brandLogo !== "" && { logo: brandLogo }),
  };
}

const nameOf = (account: Account | undefined) => account?.name || account?.username || "";

/** @returns the number of the new receipt. A receipt that is still in force is credited first. */
export async function issueReceipt(tx: Tx, payment: StoredPayment, timeZone: string): Promise<string> {
  await creditReceipt(tx, payment.id, timeZone);
  return issueNext(tx, payment, timeZone);
}

async function issueNext(tx: Tx, payment: StoredPayment, timeZone: string): Promise<string> {
  const operator = await readSettingsIn(tx);
  const series = seriesNow(operator, payment.sandbox, dayOf(tx.now, timeZone));
  const taxed = taxOf(payment, operator);
  const details = { ...(await detailsOf(tx, payment, operator, timeZone)), tax: taxed.tax };
  return storeReceipt(tx, payment, { series, number: await nextNumber(tx, "receipt", series), taxSen: taxed.taxSen, details });
}

function taxOf(
  { amountSen }: StoredPayment,
  { sstNumber, sstPercent }: Operator,
): Pick<StoredReceipt, "taxSen"> & Pick<ReceiptDetails, "tax"> {
  if (sstNumber === "") return { taxSen: 0, tax: null };
  const taxSen = taxIn(amountSen, sstPercent);
  return { taxSen, tax: { percent: sstPercent, amount: taxSen, number: sstNumber } };
}

async function storeReceipt(
  tx: Tx,
  payment: StoredPayment,
  issue: Pick<StoredReceipt, "series" | "number" | "taxSen" | "details">,
): Promise<string> {
  const kind: ReceiptKind = "receipt";
  const receipt = { ...issue, id: newId(), kind, paymentId: payment.id, credits: null, amountSen: payment.amountSen, issuedAt: tx.now };
  const label = labelOf(receipt);
  await insertReceipt(tx, receipt);
  const plainNumber = issue.series === PLAIN_SERIES ? issue.number : null;
  await noteReceipt(tx, payment.id, { id: receipt.id, label, plainNumber });
  return label;
}

/** Credits the receipt of a payment that is taken back. @returns the number of the credit note; null if no receipt is in force. */
export async function creditReceipt(tx: Tx, paymentId: string, timeZone: string): Promise<string | null> {
  await completeReceipt(tx, paymentId, timeZone);
  const lastId = (await findPayment(tx, paymentId))?.receiptId ?? null;
  const last = lastId === null ? undefined : await findReceipt(tx, lastId);
  if (last?.kind !== "receipt") return null;
  const today = dayOf(tx.now, timeZone);
  const series = seriesNow(await readSettingsIn(tx), last.series === TEST_SERIES, today);
  const details = { ...last.details, date: today, credits: { number: labelOf(last), date: last.details.date } };
  const number = await nextNumber(tx, "credit_note", series);
  const { position: _, ...whole } = last;
  const credit = { ...whole, id: newId(), kind: "credit_note", series, number, credits: last.id, details, issuedAt: tx.now } as const;
  await insertReceipt(tx, credit);
  const label = labelOf(credit);
  await noteCredit(tx, paymentId, { id: credit.id, label });
  return label;
}

const TAX_SETTINGS = [SETTINGS_FIELDS.sstNumber.key, SETTINGS_FIELDS.sstPercent.key];

/** Whether the settings about tax are those with which the payment was confirmed. */
async function wasTaxed(tx: Tx, { activatedAt }: StoredPayment): Promise<boolean> {
  const changedAt = await findChangeOf(tx, TAX_SETTINGS);
  return changedAt !== undefined && activatedAt !== null && activatedAt >= changedAt;
}

/**
 * Stores the receipt of a payment that a server of the version before has numbered, with the details of now. It has the tax only
 * if the operator had entered it before the payment was confirmed.
 */
async function completeReceipt(tx: Tx, paymentId: string, timeZone: string): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  if (!payment || payment.receiptNumber === null || (await isNumberUsed(tx, payment.receiptNumber))) return;
  const last = payment.receiptId === null ? undefined : await findReceipt(tx, payment.receiptId);
  if (last?.kind === "receipt") return;
  const operator = await readSettingsIn(tx);
  const { tax, taxSen } = (await wasTaxed(tx, payment)) ? taxOf(payment, operator) : { tax: null, taxSen: 0 };
  const details = { ...(await detailsOf(tx, payment, operator, timeZone)), tax };
  await storeReceipt(tx, payment, { series: PLAIN_SERIES, number: payment.receiptNumber, taxSen, details });
}

/** A server of the version before counts a payment again without a receipt, and leaves the mark of the credit note. */
const lacksReceipt = ({ status, creditLabel }: StoredPayment) => status === "success" && creditLabel !== null;

/** Stores what is missing for one payment. */
async function settle(tx: Tx, id: string, timeZone: string): Promise<void> {
  await completeReceipt(tx, id, timeZone);
  const payment = await findPayment(tx, id);
  if (payment && payment.status !== "success") await creditReceipt(tx, id, timeZone);
  else if (payment && lacksReceipt(payment)) await issueNext(tx, payment, timeZone);
}

const SLICE = 50;

/** Stores the receipts and credit notes that are missing, because the version before does not know them. */
export async function settleReceipts({ db, timeZone }: { db: Db; timeZone: string }, signal: AbortSignal): Promise<void> {
  for (const list of [listWithoutReceipt, listUncredited, listCountedAgain]) {
    for (;;) {
      const ids = await list(db, SLICE);
      for (const id of ids) {
        if (signal.aborted) return;
        await db.transaction((tx) => settle(tx, id, timeZone));
      }
      if (ids.length < SLICE) break;
    }
  }
}

const SHOWN = 50;

/** The receipts and credit notes of a payment, the oldest first. */
export async function receiptsOf(deps: { db: Db; timeZone: string }, payment: StoredPayment): Promise<StoredReceipt[]> {
  if ((payment.receiptNumber !== null && payment.receiptId === null) || lacksReceipt(payment)) {
    await deps.db.transaction((tx) => settle(tx, payment.id, deps.timeZone));
  }
  return listReceiptsOf(deps.db, payment.id, SHOWN);
}

export const presentReceipt = (receipt: StoredReceipt): Receipt => ({
  id: receipt.id,
  kind: receipt.kind,
  number: labelOf(receipt),
  amount: receipt.amountSen,
  ...receipt.details,
});
