/** Schemas for what clients and the billing provider send about payments. Rules: product 8. */

import { z } from "zod";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { wholeBetween } from "./number.schema.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import {
  BILLING_DETAILS_MAX,
  MAX_RECORDED,
  PAYMENT_NOTE_MAX,
  PAYMENT_SEARCH_MAX,
  PAYMENT_SORTS,
  PAYMENT_STATUSES,
  RECORDED_METHODS,
} from "./payment.ts";
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

/** The price that the client shows, in sen. It is rounded, because sums of decimals are inexact. */
const shownSen = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/, refusal("number.whole"))
      .transform(Number),
  ])
  .transform(Math.round);

/**
 * Only the plan counts; if a client sends no plan, the description decides. `amount` does not set the price: a request
 * whose amount is not the current price is refused.
 */
export const billInput = z.object({ planId: planId.optional(), description: z.string().max(400).optional(), amount: shownSen.optional() });
export type BillInput = z.output<typeof billInput>;

/** The other fields (status, userId, planId, amount) are claims of the client and are not read. */
export const recordInput = z.object({ paymentId: billId });

const signedText = z.string().max(2_000);
const signature = z.string().max(200);

/** The parameters of the return address. Each of them is part of the signature, so the client must send all of them. */
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

const whole = z.string().regex(/^\d{1,12}$/, refusal("number.whole"));

/** The provider's callback, a form. A form with undocumented fields is refused, and so is one that lacks a field that decides. */
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

/** The administrator's edit. A client may send the whole payment object; of its other fields only `lastUpdate` is read. */
export const paymentEdit = z.object({
  status: z.enum(PAYMENT_STATUSES).optional(),
  planId: planId.optional(),
  lastUpdate: z.iso.datetime().optional(),
});
export type PaymentEdit = z.output<typeof paymentEdit>;

/** `POST /api/payments`: a payment that was made outside the provider and that the administrator records. */
export const paymentRecord = z.object({
  /** An account's id, username or email address. */
  user: z
    .string({ error: refusal("payments.userRequired") })
    .trim()
    .min(1, refusal("payments.userRequired"))
    .max(254),
  planId,
  /** Absent: the plan's own validity. */
  months: wholeBetween(1, MAX_VALIDITY_MONTHS).optional(),
  /** Integer sen. */
  amount: z
    .number({ error: refusal("payments.amountRequired") })
    .int(refusal("number.twoDecimals"))
    .min(1, refusal("payments.amountRequired"))
    .max(MAX_RECORDED, refusal("payments.amountTooLarge")),
  /** The day on which the money was received, in the installation's time zone. */
  date: z.iso.date(refusal("date.none")).refine((date) => date >= "2000-01-01", refusal("date.none")),
  method: z.enum(RECORDED_METHODS, { error: refusal("payments.method") }),
  note: textField(PAYMENT_NOTE_MAX).trim().default(""),
});
export type PaymentRecord = z.output<typeof paymentRecord>;

const day = z.union([z.literal(""), z.iso.date()]).default("");

/** The filters of the administrator's list. */
export const paymentListQuery = pageQuery(PAGE_SIZE.payments).extend({
  q: z.string().trim().max(PAYMENT_SEARCH_MAX).default(""),
  status: z.union([z.literal(""), z.enum(PAYMENT_STATUSES), z.literal("flagged")]).default(""),
  /** Days in the installation's time zone, both included. */
  from: day,
  to: day,
  sort: z.enum(PAYMENT_SORTS).default("newest"),
});
/** The filters of the export, which begins with the oldest payment. */
export const paymentExportQuery = paymentListQuery.omit({ page: true, limit: true, sort: true });
export type PaymentListQuery = z.output<typeof paymentListQuery>;

/** The pages of an owner's own payments. */
export const billingQuery = pageQuery(PAGE_SIZE.payments);

export const receiptFileQuery = z.object({ lang: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE) });
/** Days of issue in the installation's time zone, both included. */
export const receiptExportQuery = z.object({ from: day, to: day });

/** Letters, digits and what the numbers of authorities are written with. */
const officialNumber = (max: number) =>
  textField(max)
    .trim()
    .regex(/^[A-Za-z0-9 ()/.-]*$/, refusal("payments.officialNumber"));

export const billingDetailsInput = z.object({
  name: textField(BILLING_DETAILS_MAX.name).trim(),
  address: textField(BILLING_DETAILS_MAX.address).trim(),
  tin: officialNumber(BILLING_DETAILS_MAX.tin),
  brn: officialNumber(BILLING_DETAILS_MAX.brn),
});
