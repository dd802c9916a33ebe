/** Payments, as owners make them. */
import type { billInput, billingDetailsInput, billingQuery, receiptFileQuery, recordInput, verifyInput } from "../payment.schema.ts";
import type { Billing, BillingDetails, OwnPayment, Receipt, Verification } from "../payment.ts";
import { BILLING, call, type RawAnswer } from "./call.ts";

export const paymentCalls = {
  /** `url` is the provider's page on which the bill is paid. */
  createBill: call<{ body: typeof billInput; answer: { id: string; url: string } }>()("POST", "/api/billplz/bills", "owner", {
    timeoutMs: 45_000,
  }),
  recordBill: call<{ body: typeof recordInput; answer: OwnPayment }>()("POST", "/api/payments/create", "owner"),
  verifyPayment: call<{ body: typeof verifyInput; answer: Verification }>()("POST", "/api/payments/verify", "owner", {
    timeoutMs: 30_000,
  }),
  /** Receives the provider's signed form about a bill. */
  receiveCallback: call<{ answer: RawAnswer }>()("POST", "/payment/callback", "anyone"),
  fetchBilling: call<{ query: typeof billingQuery; answer: Billing }>()("GET", "/api/billing", "owner"),
  /** Every receipt and credit note of a payment, the oldest first. */
  listReceipts: call<{ answer: { receipts: Receipt[] } }>()("GET", "/api/payments/:id/receipts", "owner", BILLING),
  /** A receipt or a credit note as a PDF file. */
  downloadReceipt: call<{ query: typeof receiptFileQuery; answer: RawAnswer }>()("GET", "/api/receipts/:id/pdf", "owner", BILLING),
  fetchBillingDetails: call<{ answer: BillingDetails }>()("GET", "/api/billing/details", "owner"),
  saveBillingDetails: call<{ body: typeof billingDetailsInput; answer: BillingDetails }>()("PUT", "/api/billing/details", "owner"),
};
