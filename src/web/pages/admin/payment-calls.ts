/** The administrator's calls about payments: with their tab, not in the first bundle. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AdminPayment, BillingCheck, PaymentMethod, PaymentPage, PaymentStatus } from "../../../contract/payment.ts";
import { call } from "../../api.ts";
import { ADMIN_KEY } from "./admin-queries.ts";

export interface PaymentView {
  page: number;
  q: string;
  status: string;
  from: string;
  to: string;
  sort: string;
}

/** What is as usual stays out of the address. The list on screen stays while the next one is on its way. */
export function paymentsQuery(view: PaymentView) {
  const query = new URLSearchParams(Object.entries(view).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]])));
  return queryOptions({
    queryKey: [ADMIN_KEY, "payments", view],
    queryFn: ({ signal }) => call<PaymentPage>("GET", `/api/payments?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

const path = (id: string) => `/api/payments/${encodeURIComponent(id)}`;

export interface PaymentRecordBody {
  /** A user's name, address or id. */
  user: string;
  planId: number;
  months: number;
  /** Integer sen. */
  amount: number;
  /** YYYY-MM-DD. */
  date: string;
  method: PaymentMethod;
  note: string;
}

/** The same key again records nothing more. */
export const recordPayment = (body: PaymentRecordBody, key: string) =>
  call<AdminPayment>("POST", "/api/payments", { body, headers: { "Idempotency-Key": key } });
export const editPayment = (id: string, body: { status: PaymentStatus; planId: number; lastUpdate: string }) =>
  call<AdminPayment>("PUT", path(id), { body });
export const deletePayment = (id: string) => call<unknown>("DELETE", path(id));

export type Found = "paid" | "unpaid" | "mismatch" | "missing" | "unknown";
export const checkPayment = (id: string) =>
  call<{ found: Found; payment: AdminPayment }>("POST", `${path(id)}/check`, { timeoutMs: 30_000 });

export const checkBilling = (body: { billplzApiKey: string; billplzCollectionId: string; billplzSandbox: boolean }) =>
  call<BillingCheck>("POST", "/api/billplz/check", { body, timeoutMs: 30_000 });
