/** Payments, as the administrator manages them. */
import type { paymentEdit, paymentExportQuery, paymentListQuery, paymentRecord, receiptExportQuery } from "../payment.schema.ts";
import type { AdminPayment, BillingCheck, FoundPayment, PaymentPage } from "../payment.ts";
import type { billingCheckInput } from "../settings.schema.ts";
import type { idempotencyKey } from "./call.schema.ts";
import { call, type Done, type RawAnswer } from "./call.ts";

/** The server calls the provider while the client waits. */
const ASK_PROVIDER = { timeoutMs: 30_000 };

export const paymentAdminCalls = {
  listPayments: call<{ query: typeof paymentListQuery; answer: PaymentPage }>()("GET", "/api/payments", "admin"),
  exportPayments: call<{ query: typeof paymentExportQuery; answer: RawAnswer }>()("GET", "/api/payments/export", "admin"),
  /** Every receipt and credit note of the days, in the order of their issue. */
  exportReceipts: call<{ query: typeof receiptExportQuery; answer: RawAnswer }>()("GET", "/api/receipts/export", "admin"),
  recordPayment: call<{ requestKey: typeof idempotencyKey; body: typeof paymentRecord; answer: AdminPayment }>()(
    "POST",
    "/api/payments",
    "admin",
  ),
  editPayment: call<{ body: typeof paymentEdit; answer: AdminPayment }>()("PUT", "/api/payments/:id", "admin"),
  deletePayment: call<{ answer: Done }>()("DELETE", "/api/payments/:id", "admin"),
  checkPayment: call<{ answer: { found: FoundPayment; payment: AdminPayment } }>()(
    "POST",
    "/api/payments/:id/check",
    "admin",
    ASK_PROVIDER,
  ),
  checkBilling: call<{ body: typeof billingCheckInput; answer: BillingCheck }>()("POST", "/api/billplz/check", "admin", ASK_PROVIDER),
};
