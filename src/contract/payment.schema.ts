/** What clients and the billing provider send about payments. Rules: product 8. */

import { z } from "zod";
import { refusal } from "./messages/message.ts";
import { wholeBetween } from "./number.schema.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { MAX_RECORDED, PAYMENT_NOTE_MAX, PAYMENT_SEARCH_MAX, PAYMENT_SORTS, PAYMENT_STATUSES, RECORDED_METHODS } from "./payment.ts";
import { MAX_VALIDITY_MONTHS } from "./plan.ts";
import { textField } from "./text.schema.ts";

const planId = z
  .number({ error: refusal("plans.choose") })
  .int(refusal("plans.choose"))
  .min(1, refusal("plans.choose"))
  .max(Number.MAX_SAFE_INTEGER, refusal("plans.choose"));
const billId = z
  .string()
  .min(1, refusal("payments.noBillId"))
  .max(80)
  .regex(/^[A-Za-z0-9_-]+$/, refusal("payments.badBillId"));

/** What the client shows as the price, in sen; sums of decimals come with their error. */
const shownSen = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/, "must be a whole number")
      .transform(Number),
  ])
  .transform(Math.round);

/**
 * Of all fields only the plan counts; a client that names none is matched by the description. `amount` is no
 * price to pay: one that is not today's is refused.
 */
export const billInput = z.object({ planId: planId.optional(), description: z.string().max(400).optional(), amount: shownSen.optional() });
export type BillInput = z.output<typeof billInput>;

/** The other fields (status, userId, planId, amount) are the client's belief and are not read. */
export const recordInput = z.object({ paymentId: billId });

const signedText = z.string().max(2_000);
const signature = z.string().max(200);

/** The return address's parameters: every one that is there is signed, so every one must be sent on. */
export const verifyInput = z.object({
  billplz: z.strictObject({
    id: billId,
    paid: z.union([z.boolean(), z.enum(["true", "false"])]).transform(String),
    paid_at: signedText.nullish().transform((value) => value ?? ""),
    transaction_id: signedText.optional(),
    transaction_status: signedText.optional(),
    x_signature: signature,
  }),
});
export type ReturnInput = z.output<typeof verifyInput>["billplz"];

const whole = z.string().regex(/^\d{1,12}$/, "must be a whole number");

/** The provider's callback, a form. What is not documented is refused, and so is what is missing of what decides. */
export const callbackInput = z.strictObject({
  id: billId,
  collection_id: signedText.min(1),
  paid: z.enum(["true", "false"]),
  state: z.string().max(40),
  amount: whole,
  paid_amount: whole,
  due_at: signedText.optional(),
  email: signedText.optional(),
  mobile: signedText.optional(),
  name: signedText.optional(),
  url: signedText.optional(),
  paid_at: signedText.optional(),
  transaction_id: signedText.optional(),
  transaction_status: signedText.optional(),
  x_signature: signature,
});
export type CallbackInput = z.output<typeof callbackInput>;

/** The administrator's edit; the rest of the payment object may come along, of which only `lastUpdate` counts. */
export const paymentEdit = z.object({
  status: z.enum(PAYMENT_STATUSES).optional(),
  planId: planId.optional(),
  lastUpdate: z.iso.datetime().optional(),
});
export type PaymentEdit = z.output<typeof paymentEdit>;

/** A payment that came another way. `POST /api/payments`, by the administrator. */
export const paymentRecord = z.object({
  /** An account's id, name or address. */
  user: z
    .string({ error: refusal("payments.userRequired") })
    .trim()
    .min(1, refusal("payments.userRequired"))
    .max(254),
  planId,
  /** Without it, the plan's own. */
  months: wholeBetween(1, MAX_VALIDITY_MONTHS).optional(),
  /** Integer sen. */
  amount: z
    .number({ error: refusal("payments.amountRequired") })
    .int(refusal("number.twoDecimals"))
    .min(1, refusal("payments.amountRequired"))
    .max(MAX_RECORDED, refusal("payments.amountTooLarge")),
  /** The day in the installation's time zone on which the money came. */
  date: z.iso.date(refusal("date.none")).refine((date) => date >= "2000-01-01", refusal("date.none")),
  method: z.enum(RECORDED_METHODS, { error: refusal("payments.method") }),
  note: textField(PAYMENT_NOTE_MAX).trim().default(""),
});
export type PaymentRecord = z.output<typeof paymentRecord>;

const day = z.union([z.literal(""), z.iso.date()]).default("");

/** Narrows the administrator's list. */
export const paymentListQuery = pageQuery(PAGE_SIZE.payments).extend({
  q: z.string().trim().max(PAYMENT_SEARCH_MAX).default(""),
  status: z.union([z.literal(""), z.enum(PAYMENT_STATUSES), z.literal("flagged")]).default(""),
  /** Days in the installation's time zone, both included. */
  from: day,
  to: day,
  sort: z.enum(PAYMENT_SORTS).default("newest"),
});
export type PaymentListQuery = z.output<typeof paymentListQuery>;

/** The pages of an owner's own payments. */
export const billingQuery = pageQuery(PAGE_SIZE.payments);
