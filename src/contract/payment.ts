/** Payments, bills and receipts. Rules: product 8. */
import type { MessageRef } from "./messages/message.ts";

export const PAYMENT_STATUSES = ["pending", "success", "failed"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The method of payments at the billing provider. */
export const PROVIDER_METHOD = "billplz";
/** Methods of payments that the administrator records. */
export const RECORDED_METHODS = ["bank_transfer", "cash", "other"] as const;
export type RecordedMethod = (typeof RECORDED_METHODS)[number];
export type PaymentMethod = typeof PROVIDER_METHOD | RecordedMethod;
export const PAYMENT_NOTE_MAX = 500;
export const PAYMENT_SEARCH_MAX = 120;
/** The largest amount that can be recorded, in sen. */
export const MAX_RECORDED = 10_000_000_000;

export interface Payment {
  id: string;
  /** The billing provider's bill id; empty until the bill is created, and for payments that were recorded by hand. */
  paymentId: string;
  /** Null once the account has been deleted. */
  userId: string | null;
  planId: number;
  status: PaymentStatus;
  /** When the payment was started, or when recorded money was received; ISO 8601 UTC. */
  timestamp: string;
  /** Integer sen. */
  amount: number;
  method: PaymentMethod;
}

/** A payment as its owner sees it, with the plan as it was sold. */
export interface OwnPayment extends Payment {
  planName: string;
  months: number;
  /** The number of the receipt that is in force, as it is printed; null if there is none. */
  receiptNumber: string | null;
  /** The number of the credit note, if the payment was taken back. */
  creditNote: string | null;
}

/** A payment as the administrator sees it. */
export interface AdminPayment extends OwnPayment {
  /** Empty once the account has been deleted. */
  username: string;
  sandbox: boolean;
  /** The administrator's note on a recorded payment; only the administrator can read it. */
  note: string;
  /** Why the administrator must check the payment, such as a refund that is due. Null: no check is needed. */
  flagged: string | null;
  /** ISO 8601 UTC. A client sends it back with an edit, which is refused if the payment was changed since. */
  lastUpdate: string;
}

export interface PaymentPage {
  payments: AdminPayment[];
  total: number;
  totalPages: number;
}

export const PAYMENT_SORTS = ["newest", "oldest", "amount"] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** The effect of buying a plan now (docs/decisions/2026-11-21-changing-plans.md). */
export interface PlanQuote {
  planId: number;
  kind: "new" | "renew" | "change";
  /** ISO 8601 UTC. */
  startsAt: string;
  endsAt: string;
  /** The days of this plan that the unused value of the current plan pays for. */
  extraDays: number;
  /** The unused value, in sen. */
  carriedSen: number;
}

/** `GET /api/billing`, for the dashboard's billing section and the plans page. */
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
  /** Whether a bill can be made now; `no_address`: the server does not know its public address. */
  canPay: "yes" | "not_set_up" | "no_address";
  /** The operator's name as it is on receipts; may be empty. */
  operatorName: string;
}

/** What an account wants on its receipts. Empty: the name of the account, and nothing else. */
export interface BillingDetails {
  name: string;
  address: string;
  /** The tax identification number, and the number in the register of businesses. */
  tin: string;
  brn: string;
}

export const BILLING_DETAILS_MAX = { name: 120, address: 400, tin: 20, brn: 40 } as const satisfies Record<keyof BillingDetails, number>;

export type ReceiptKind = "receipt" | "credit_note";

/** A receipt, or a credit note for a payment that was taken back, as it was issued. */
export interface Receipt {
  id: string;
  kind: ReceiptKind;
  /** As it is printed: 12, 2026-0012, CN-3. */
  number: string;
  /** ISO 8601 UTC. For a payment that was recorded by hand, its day. */
  date: string;
  /** Only of a credit note: the receipt that it cancels. */
  credits: { number: string; date: string } | null;
  /** Empty for a payment that was recorded by hand. */
  billId: string;
  method: PaymentMethod;
  planName: string;
  months: number;
  /** Integer sen, with the tax. */
  amount: number;
  /** The service tax that the amount contains; null if the operator was not registered. */
  tax: { percent: number; amount: number; number: string } | null;
  /** The payment was made in the provider's test system, so no money was paid. */
  sandbox: boolean;
  /** The administrator activated the payment, without the provider. */
  byHand: boolean;
  paidBy: BillingDetails & { username: string; email: string | null };
  operator: BillingDetails;
  /** The path of the operator's logo as it was; absent if there was none. */
  logo?: string;
}

/** The answer of `POST /api/payments/verify`. */
export interface Verification {
  success: boolean;
  /** The return address says paid, but the provider could not be asked yet. The client should verify again. */
  pending: boolean;
}

/** The result of the administrator's "Check now" of a payment at the provider. */
export type FoundPayment = "paid" | "unpaid" | "mismatch" | "missing" | "unknown";

/** The result of the administrator's check of the billing settings. */
export interface BillingCheck {
  ok: boolean;
  /** A text for people. */
  message: string;
  told?: MessageRef;
}

/** Used where an account has none (product 8.2). */
export const PLACEHOLDER_PAYER = { email: "customer@example.com", name: "Customer" } as const;
