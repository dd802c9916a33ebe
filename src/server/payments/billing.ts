/** The interface of the billing provider. */

import type { Message } from "../../contract/messages/message.ts";
export interface NewBill {
  collectionId: string;
  email: string;
  name: string;
  /** An integer in sen, above 0. */
  amountSen: number;
  callbackUrl: string;
  redirectUrl: string;
  description: string;
  /** Our payment's id, which finds the row if the provider's answer was lost. */
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
  /** Whom the provider writes to about the bill. */
  email: string;
  callbackUrl: string;
  redirectUrl: string;
}

/** The key, and which of the provider's two systems to use. */
export interface BillingAccess {
  apiKey: string;
  sandbox: boolean;
}

export interface BillingProvider {
  createBill(access: BillingAccess, bill: NewBill): Promise<Bill>;
  fetchBill(access: BillingAccess, id: string): Promise<Bill>;
  /** Deletes a bill that is due, so that it can no longer be paid. @returns false when it was no longer due. */
  deleteBill(access: BillingAccess, id: string): Promise<boolean>;
  /** @throws BillingError when the key or the collection is not known. */
  check(access: BillingAccess, collectionId: string): Promise<void>;
  /** Whether enough of the rate limit is left for people who wait, so that background requests may be sent. */
  hasRoom(): Promise<boolean>;
}

export type BillingFailure =
  /** The provider refused; `message` is its own text. */
  | "refused"
  | "unauthorized"
  | "not_found"
  | "rate_limited"
  /** No answer, no answer in time, or an invalid one. */
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
