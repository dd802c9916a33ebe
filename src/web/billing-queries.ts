/** What the pages about paying read: no part of the first bundle. */
import { queryOptions } from "@tanstack/react-query";
import { paymentCalls } from "../contract/calls/payments.ts";
import { call } from "./api.ts";

/** Plans, payments and what each plan would do, for whoever is signed in. Pages count from 1. */
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
