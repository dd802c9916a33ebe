/** Receipts, as a list and as files, and what an account wants on them. */
import { paymentApi } from "../../contract/calls/payments.schema.ts";
import type { ReceiptKind } from "../../contract/payment.ts";
import { requireOwnerNow } from "../accounts/roles.ts";
import { maySee } from "../accounts/visible.ts";
import { recordAudit } from "../audit/store.ts";
import type { ReadPicture } from "../mail/smtp.ts";
import { dayOf, instantsOf } from "../platform/clock.ts";
import { CSV_SLICE, CSV_TYPE, csvParts } from "../platform/csv.ts";
import { notFound } from "../platform/errors.ts";
import { attachment } from "../platform/http/answer.ts";
import { mount, type Viewer } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import type { Payments } from "./payments.ts";
import { presentReceipt, receiptsOf } from "./receipts.ts";
import { findBillingDetails, findCreditOf, findReceipt, listReceiptsOn, putBillingDetails, type StoredReceipt } from "./receipts-store.ts";
import { findPayment, type StoredPayment } from "./store.ts";

interface Deps {
  http: Http;
  payments: Payments;
  readPicture: ReadPicture;
}

/** A file takes a few milliseconds of the processor. */
const FILES: RateRule = { name: "receipt.pdf", max: 60, perMs: 60_000 };
const EXPORTS: RateRule = { name: "receipts.export", max: 20, perMs: 60_000 };
const SAVES: RateRule = { name: "billing.details", max: 60, perMs: 60_000 };

const FILE_NAMES: Record<ReceiptKind, string> = { receipt: "receipt", credit_note: "credit-note" };

export function receiptRoutes({ http, payments, readPicture }: Deps) {
  const { db, config, clock } = payments.deps;
  const timeZone = config.tz;
  return mount("receipts", [
    http.endpoint(paymentApi.listReceipts, async ({ viewer, params }) => {
      const receipts = await receiptsOf({ db, timeZone }, await findVisible(db, viewer, params.id));
      if (receipts.length === 0) throw notFound();
      return { receipts: receipts.map(presentReceipt) };
    }),
    http.endpoint(paymentApi.downloadReceipt, { limit: FILES }, async ({ viewer, params, query }) => {
      const receipt = await findReceipt(db, params.id);
      if (!receipt || receipt.paymentId === null) throw notFound();
      await findVisible(db, viewer, receipt.paymentId);
      const { writeReceiptFile } = await import("./receipt-pdf.ts");
      const { logo } = receipt.details;
      const picture = logo === undefined ? null : await readPicture(logo);
      const credit = await findCreditOf(db, receipt.id);
      const file = await writeReceiptFile(presentReceipt(receipt), query.lang, {
        issuedAt: receipt.issuedAt,
        logo: picture,
        credit: credit ? presentReceipt(credit) : null,
      });
      return new Response(file, { headers: attachment(fileNameOf(receipt), "application/pdf") });
    }),
    http.endpoint(paymentApi.fetchBillingDetails, ({ viewer }) => findBillingDetails(db, viewer.accountId)),
    http.endpoint(paymentApi.saveBillingDetails, { limit: SAVES }, async ({ viewer, body, address }) => {
      const { accountId } = viewer;
      await db.transaction(async (tx) => {
        await requireOwnerNow(tx, viewer);
        const before = await findBillingDetails(tx, accountId);
        if (JSON.stringify(before) === JSON.stringify(body)) return;
        await putBillingDetails(tx, accountId, body);
        // Without the values: the log keeps its lines when the account is deleted for good.
        await recordAudit(tx, { actor: viewer, address, action: "billing.update", subject: accountId, accountId });
      });
      return body;
    }),
    http.endpoint(paymentApi.exportReceipts, { limit: EXPORTS }, async ({ query }) => {
      const days = { ...(query.from === "" ? {} : { from: query.from }), ...(query.to === "" ? {} : { to: query.to }) };
      const { from = 0, before = Number.MAX_SAFE_INTEGER } = instantsOf(days, timeZone);
      const parts = csvParts(COLUMNS, readReceipts(db, { since: from, until: before }), cellsOf, () => clock.sleep(0));
      return http.download(`receipts-${dayOf(clock.now(), timeZone)}.csv`, CSV_TYPE, parts);
    }),
  ]);
}

/** A receipt stays when its payment is hidden, but only the operator still sees it. @throws DomainError not_found. */
async function findVisible(db: Db, viewer: Viewer, id: string): Promise<StoredPayment> {
  const payment = await findPayment(db, id);
  if (!payment || !maySee(viewer, payment.accountId) || (payment.deletedAt !== null && !viewer.isOperator)) throw notFound();
  return payment;
}

const fileNameOf = (receipt: StoredReceipt) => `${FILE_NAMES[receipt.kind]}-${presentReceipt(receipt).number}.pdf`;

const COLUMNS = [
  "kind",
  "number",
  "date",
  "issuedAt",
  "credits",
  "amountRM",
  "taxRM",
  "taxPercent",
  "sstNumber",
  "payer",
  "payerEmail",
  "payerTin",
  "payerBrn",
  "plan",
  "months",
  "method",
  "billId",
  "sandbox",
  "paymentId",
];

function cellsOf(stored: StoredReceipt): (string | number | null)[] {
  const receipt = presentReceipt(stored);
  const { paidBy, tax } = receipt;
  return [
    receipt.kind,
    receipt.number,
    receipt.date,
    new Date(stored.issuedAt).toISOString(),
    receipt.credits?.number ?? null,
    stored.amountSen / 100,
    stored.taxSen / 100,
    tax?.percent ?? null,
    tax?.number ?? null,
    paidBy.name,
    paidBy.email,
    paidBy.tin,
    paidBy.brn,
    receipt.planName,
    receipt.months,
    receipt.method,
    receipt.billId,
    receipt.sandbox ? "yes" : "no",
    stored.paymentId,
  ];
}

async function* readReceipts(db: Db, range: { since: number; until: number }): AsyncGenerator<StoredReceipt[]> {
  for (let after = 0; ; ) {
    const rows: StoredReceipt[] = await listReceiptsOn(db, range, after, CSV_SLICE);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < CSV_SLICE) return;
    after = last.position;
  }
}
