/** Queries of the billing pages. They are not part of the first bundle. */
import { queryOptions } from "@tanstack/react-query";
import { paymentCalls } from "../contract/calls/payments.ts";
import { call } from "./api.ts";

/** The signed-in user's plan and payments, and a quote for each plan. Pages count from 1. */
export function billingQuery(page = 1, limit = 20) {
  return queryOptions({
    queryKey: ["billing", page, limit],
    queryFn: ({ signal }) => call(paymentCalls.fetchBilling, { query: { page, limit }, signal }),
  });
}

/** The receipts and credit notes of a payment. */
export function receiptsQuery(paymentId: string) {
  return queryOptions({
    queryKey: ["receipts", paymentId],
    queryFn: ({ signal }) => call(paymentCalls.listReceipts, { params: { id: paymentId }, signal }),
  });
}

/** What the account wants on its receipts. */
export function billingDetailsQuery() {
  return queryOptions({ queryKey: ["billing-details"], queryFn: ({ signal }) => call(paymentCalls.fetchBillingDetails, { signal }) });
}
