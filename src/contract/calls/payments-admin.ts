/** Payments, as the administrator manages them. */
import type { paymentEdit, paymentExportQuery, paymentListQuery, paymentRecord, receiptExportQuery } from "../payment.schema.ts";
import type { AdminPayment, BillingCheck, FoundPayment, PaymentPage } from "../payment.ts";
import type { billingCheckInput } from "../settings.schema.ts";
import type { idempotencyKey } from "./call.schema.ts";
import { ADMINISTRATOR, BILLING, call, type Done, type RawAnswer } from "./call.ts";

/** The server calls the provider while the client waits. */
const ASK_PROVIDER = { timeoutMs: 30_000 };

export const paymentAdminCalls = {
  listPayments: call<{ query: typeof paymentListQuery; answer: PaymentPage }>()("GET", "/api/payments", "admin", BILLING),
  exportPayments: call<{ query: typeof paymentExportQuery; answer: RawAnswer }>()("GET", "/api/payments/export", "admin", BILLING),
  /** Every receipt and credit note of the days, in the order of their issue. */
  exportReceipts: call<{ query: typeof receiptExportQuery; answer: RawAnswer }>()("GET", "/api/receipts/export", "admin", BILLING),
  recordPayment: call<{ requestKey: typeof idempotencyKey; body: typeof paymentRecord; answer: AdminPayment }>()(
    "POST",
    "/api/payments",
    "admin",
    BILLING,
  ),
  editPayment: call<{ body: typeof paymentEdit; answer: AdminPayment }>()("PUT", "/api/payments/:id", "admin", BILLING),
  deletePayment: call<{ answer: Done }>()("DELETE", "/api/payments/:id", "admin", BILLING),
  checkPayment: call<{ answer: { found: FoundPayment; payment: AdminPayment } }>()("POST", "/api/payments/:id/check", "admin", {
    ...ASK_PROVIDER,
    ...BILLING,
  }),
  checkBilling: call<{ body: typeof billingCheckInput; answer: BillingCheck }>()("POST", "/api/billplz/check", "admin", {
    ...ASK_PROVIDER,
    ...ADMINISTRATOR,
  }),
};
