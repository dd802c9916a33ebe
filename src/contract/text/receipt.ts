/** The texts on receipts and credit notes, for the page and the PDF file. */
import type { RecordedMethod } from "../payment.ts";

export interface ReceiptTexts {
  receipt: string;
  creditNote: string;
  receiptNumber: string;
  creditNoteNumber: string;
  date: string;
  /** The receipt that a credit note cancels. */
  cancels: string;
  cancelsValue: string;
  /** On a receipt: the credit note that cancels it. */
  cancelled: string;
  from: string;
  to: string;
  noOperator: string;
  tin: string;
  brn: string;
  sst: string;
  item: string;
  oneMonth: string;
  months: string;
  paidBy: string;
  bill: string;
  byHand: string;
  methods: Record<RecordedMethod, string>;
  beforeTax: string;
  tax: string;
  paid: string;
  credited: string;
  sandbox: string;
}
