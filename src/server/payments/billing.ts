/** The billing provider as the rest of the product knows it. */

import type { Message } from "../../contract/messages/message.ts";
export interface NewBill {
  collectionId: string;
  email: string;
  name: string;
  /** Integer sen, above 0. */
  amountSen: number;
  callbackUrl: string;
  redirectUrl: string;
  description: string;
  /** Our payment's id: finds the row when the answer never came. */
  reference: string;
}

export interface Bill {
  id: string;
  collectionId: string;
  isPaid: boolean;
  state: "due" | "paid" | "deleted";
  amountSen: number;
  paidSen: number;
  url: string;
  reference: string;
  callbackUrl: string;
  redirectUrl: string;
}

/** With which key, and in which of the provider's two systems. */
export interface BillingAccess {
  apiKey: string;
  sandbox: boolean;
}

export interface BillingProvider {
  createBill(access: BillingAccess, bill: NewBill): Promise<Bill>;
  fetchBill(access: BillingAccess, id: string): Promise<Bill>;
  /** A bill that is due can no longer be paid. @returns false when it was not due any more. */
  deleteBill(access: BillingAccess, id: string): Promise<boolean>;
  /** @throws BillingError when the key or the collection is not known. */
  check(access: BillingAccess, collectionId: string): Promise<void>;
  /** Whether background questions leave enough of the rate limit for people who wait. */
  hasRoom(): boolean;
}

export type BillingFailure =
  /** It said no; `message` is its own text. */
  | "refused"
  | "unauthorized"
  | "not_found"
  | "rate_limited"
  /** No answer, none in time, or none that makes sense. */
  | "unreachable";

export class BillingError extends Error {
  override name = "BillingError";
  constructor(
    readonly kind: BillingFailure,
    readonly told: Message,
  ) {
    super(told.text);
  }
}
