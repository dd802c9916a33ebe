/** What clients and the billing provider send about payments. Source: spec.md §7; facts: providers-and-billplz §3. */
import { z } from "zod";
import { PAYMENT_SORTS, PAYMENT_STATUSES } from "./payment.ts";

const planId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const billId = z
  .string()
  .min(1, "is missing")
  .max(80)
  .regex(/^[A-Za-z0-9_-]+$/, "is no bill id");

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
 * Of the described fields only the plan counts; a client that names none is matched by the description. `amount` is no
 * price to pay: one that is not today's is refused.
 */
export const billInput = z.object({ planId: planId.optional(), description: z.string().max(400).optional(), amount: shownSen.optional() });
export type BillInput = z.output<typeof billInput>;

/** The described fields beside it (status, userId, planId, amount) are the client's belief and are not read. */
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

const day = z.union([z.literal(""), z.iso.date()]).default("");

/** Narrows the administrator's list; the page is read beside it. */
export const paymentFilter = z.object({
  q: z.string().trim().max(120).default(""),
  status: z.union([z.literal(""), z.enum(PAYMENT_STATUSES), z.literal("flagged")]).default(""),
  /** Days in the installation's time zone, both included. */
  from: day,
  to: day,
  sort: z.enum(PAYMENT_SORTS).default("newest"),
});
export type PaymentFilter = z.output<typeof paymentFilter>;
