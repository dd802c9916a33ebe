/** The calls about paying, for the pages that show it: no part of the first bundle. */
import { queryOptions } from "@tanstack/react-query";
import type { Billing, Receipt } from "../contract/payment.ts";
import { call } from "./api.ts";

/** Plans, payments and what each plan would do, for whoever is signed in. Pages count from 1. */
export function billingQuery(page = 1, limit = 20) {
  return queryOptions({
    queryKey: ["billing", page, limit],
    queryFn: ({ signal }) => call<Billing>("GET", `/api/billing?page=${page}&limit=${limit}`, { signal }),
  });
}

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ["receipt", id],
    queryFn: ({ signal }) => call<Receipt>("GET", `/api/payments/${encodeURIComponent(id)}/receipt`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const putNoticeAway = (id: string) => call<void>("POST", `/api/notices/${encodeURIComponent(id)}/read`);
