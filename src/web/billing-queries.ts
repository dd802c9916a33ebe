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

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ["receipt", id],
    queryFn: ({ signal }) => call(paymentCalls.fetchReceipt, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
