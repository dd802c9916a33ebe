import {
  billInput,
  billingDetailsInput,
  billingQuery,
  paymentEdit,
  paymentExportQuery,
  paymentListQuery,
  paymentRecord,
  receiptExportQuery,
  receiptFileQuery,
  recordInput,
  verifyInput,
} from "../payment.schema.ts";
import { billingCheckInput } from "../settings.schema.ts";
import { describe, idempotencyKey } from "./call.schema.ts";
import { paymentCalls } from "./payments.ts";
import { paymentAdminCalls } from "./payments-admin.ts";

export const paymentApi = describe(
  { ...paymentCalls, ...paymentAdminCalls },
  {
    createBill: { body: billInput, status: 201 },
    recordBill: { body: recordInput, status: 201 },
    verifyPayment: { body: verifyInput },
    fetchBilling: { query: billingQuery },
    downloadReceipt: { query: receiptFileQuery },
    saveBillingDetails: { body: billingDetailsInput },
    listPayments: { query: paymentListQuery },
    exportPayments: { query: paymentExportQuery },
    exportReceipts: { query: receiptExportQuery },
    recordPayment: { requestKey: idempotencyKey, body: paymentRecord, status: 201 },
    editPayment: { body: paymentEdit },
    checkBilling: { body: billingCheckInput },
  },
);
