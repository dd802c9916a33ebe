/** Payments, bills and receipts. Rules: product 8. */
import type { MessageRef } from "./messages/message.ts";

export const PAYMENT_STATUSES = ["pending", "success", "failed"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Paid at the billing provider. */
export const PROVIDER_METHOD = "billplz";
/** Paid another way, and written down by the administrator. */
export const RECORDED_METHODS = ["bank_transfer", "cash", "other"] as const;
export type RecordedMethod = (typeof RECORDED_METHODS)[number];
export type PaymentMethod = typeof PROVIDER_METHOD | RecordedMethod;
export const PAYMENT_NOTE_MAX = 500;
export const PAYMENT_SEARCH_MAX = 120;
/** In sen. */
export const MAX_RECORDED = 10_000_000_000;

export interface Payment {
  id: string;
  /** The billing provider's bill id; empty until the bill is made, and where the payment was recorded by hand. */
  paymentId: string;
  /** Null once the account is gone. */
  userId: string | null;
  planId: number;
  status: PaymentStatus;
  /** When it was begun, or when the recorded money came; ISO 8601 UTC. */
  timestamp: string;
  /** Integer sen. */
  amount: number;
  method: PaymentMethod;
}

/** As its owner sees it: with the plan as it was sold. */
export interface OwnPayment extends Payment {
  planName: string;
  months: number;
  /** Set at activation; a receipt can be printed. */
  receiptNumber: number | null;
}

/** As the administrator sees it. */
export interface AdminPayment extends OwnPayment {
  /** Empty once the account is gone. */
  username: string;
  sandbox: boolean;
  /** Written when it was recorded; for the administrator alone. */
  note: string;
  /** Why somebody must look at it, such as a refund that is due. */
  flagged: string | null;
  /** ISO 8601 UTC: sent back with an edit, which is refused when something happened since. */
  lastUpdate: string;
}

export interface PaymentPage {
  payments: AdminPayment[];
  total: number;
  totalPages: number;
}

export const PAYMENT_SORTS = ["newest", "oldest", "amount"] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** What buying a plan would do now (docs/decisions/2026-11-21-changing-plans.md). */
export interface PlanQuote {
  planId: number;
  kind: "new" | "renew" | "change";
  /** ISO 8601 UTC. */
  startsAt: string;
  endsAt: string;
  /** Days that the unused value of the present plan buys of this one. */
  extraDays: number;
  /** That value, in sen. */
  carriedSen: number;
}

/** `GET /api/billing`: the dashboard's section and the plans page. */
export interface Billing {
  planId: number;
  planName: string;
  /** ISO 8601 UTC; null on the Free Plan. */
  validUntil: string | null;
  /** Newest first. */
  payments: OwnPayment[];
  total: number;
  totalPages: number;
  quotes: PlanQuote[];
}

/** `GET /api/payments/:id/receipt`. */
export interface Receipt {
  number: number;
  /** ISO 8601 UTC. */
  date: string;
  /** Empty where it was recorded by hand. */
  billId: string;
  method: PaymentMethod;
  planName: string;
  months: number;
  /** Integer sen. */
  amount: number;
  /** No money moved: made in the provider's test system. */
  sandbox: boolean;
  /** Activated by hand, without the provider. */
  byHand: boolean;
  paidBy: { username: string; email: string | null };
  /** The operator's name and address as they are set; may be empty. */
  operator: { name: string; address: string };
}

/** What `POST /api/payments/verify` answers. */
export interface Verification {
  success: boolean;
  /** The provider says paid, and we could not ask it yet: ask again. */
  pending: boolean;
}

/** What the administrator's "Check" of a payment found at the provider. */
export type FoundPayment = "paid" | "unpaid" | "mismatch" | "missing" | "unknown";

/** What the administrator's "Check" of the billing settings found. */
export interface BillingCheck {
  ok: boolean;
  /** For people. */
  message: string;
  told?: MessageRef;
}

/** Used where an account has none (product 8.2). */
export const PLACEHOLDER_PAYER = { email: "customer@example.com", name: "Customer" } as const;
