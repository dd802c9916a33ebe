/** What is printed on a receipt or a credit note, in the order in which it is read. The page and the PDF file show the same. */
import { type Language, LOCALES, writeTime } from "./language.ts";
import { fillText, type Params } from "./messages/message.ts";
import { writePaid } from "./money.ts";
import { type BillingDetails, PROVIDER_METHOD, type Receipt } from "./payment.ts";
import { receipt as en } from "./text/en/receipt.ts";
import { receipt as ms } from "./text/ms/receipt.ts";
import type { ReceiptTexts } from "./text/receipt.ts";

const TEXTS: Record<Language, ReceiptTexts> = { en, ms };

export interface SheetRow {
  label: string;
  value: string;
}

export interface SheetParty {
  label: string;
  name: string;
  /** An address, and numbers of authorities. */
  lines: string[];
}

export interface ReceiptSheet {
  title: string;
  /** Number and date. */
  heads: SheetRow[];
  /** Empty, or that a credit note has cancelled the receipt. */
  cancelled: string;
  /** Empty, or that the receipt is only a test. */
  warning: string;
  parties: [from: SheetParty, to: SheetParty];
  rows: SheetRow[];
  total: SheetRow;
}

/** A day (YYYY-MM-DD) in the words of a language. */
function writeDay(day: string, language: Language): string {
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return writeTime(new Date(`${day}T12:00:00Z`), language, options);
}

/** `credit`: the credit note that has cancelled the receipt. */
export function sheetOf(receipt: Receipt, language: Language, credit: Pick<Receipt, "number" | "date"> | null = null): ReceiptSheet {
  const texts = TEXTS[language];
  const fill = (text: string, params: Params) => fillText(text, params, LOCALES[language]);
  const { operator, paidBy, tax, credits } = receipt;
  const isCredit = receipt.kind === "credit_note";
  const numbers = ({ tin, brn }: BillingDetails) => [
    ...(tin === "" ? [] : [fill(texts.tin, { number: tin })]),
    ...(brn === "" ? [] : [fill(texts.brn, { number: brn })]),
  ];
  const taxLines = tax === null || tax.number === "" ? [] : [fill(texts.sst, { number: tax.number })];
  return {
    title: isCredit ? texts.creditNote : texts.receipt,
    heads: [
      { label: isCredit ? texts.creditNoteNumber : texts.receiptNumber, value: receipt.number },
      { label: texts.date, value: writeDay(receipt.date, language) },
    ],
    cancelled: credit === null ? "" : fill(texts.cancelled, { number: credit.number, date: writeDay(credit.date, language) }),
    warning: receipt.sandbox ? texts.sandbox : "",
    parties: [
      {
        label: texts.from,
        name: operator.name || texts.noOperator,
        lines: [...linesOf(operator.address), ...numbers(operator), ...taxLines],
      },
      {
        label: texts.to,
        name: paidBy.name || paidBy.username,
        lines: [...linesOf(paidBy.address), ...linesOf(paidBy.email ?? ""), ...numbers(paidBy)],
      },
    ],
    rows: [
      ...(credits === null
        ? []
        : [
            {
              label: texts.cancels,
              value: fill(texts.cancelsValue, { number: credits.number, date: writeDay(credits.date, language) }),
            },
          ]),
      {
        label: texts.item,
        value: fill(receipt.months === 1 ? texts.oneMonth : texts.months, { plan: receipt.planName, months: receipt.months }),
      },
      sourceOf(receipt, texts),
      ...(tax === null
        ? []
        : [
            { label: texts.beforeTax, value: writePaid(receipt.amount - tax.amount) },
            { label: fill(texts.tax, { percent: tax.percent }), value: writePaid(tax.amount) },
          ]),
    ],
    total: { label: isCredit ? texts.credited : texts.paid, value: writePaid(receipt.amount) },
  };
}

function sourceOf({ method, byHand, billId }: Receipt, texts: ReceiptTexts): SheetRow {
  if (method !== PROVIDER_METHOD) return { label: texts.paidBy, value: texts.methods[method] };
  return { label: texts.bill, value: byHand ? texts.byHand : `Billplz ${billId}` };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
