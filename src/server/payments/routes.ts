import type { z } from "zod";
import { paymentApi } from "../../contract/calls/payments.schema.ts";
import { told } from "../../contract/messages/message.ts";
import { type CallbackInput, callbackInput } from "../../contract/payment.schema.ts";
import type { Billing } from "../../contract/payment.ts";
import { isOfBusiness } from "../accounts/visible.ts";
import { findAllowance } from "../plans/allowance.ts";
import { listPlans } from "../plans/store.ts";
import type { Clock } from "../platform/clock.ts";
import { forbidden, malformed, notFound, unauthenticated } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";
import { parseWith } from "../platform/http/receive.ts";
import { isBillingConfigured } from "../settings/present.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { listRunningTerms } from "../terms/store.ts";
import { listPaymentsOf } from "./list-store.ts";
import type { Payments } from "./payments.ts";
import { presentPayment, presentQuotes } from "./present.ts";
import { findByBill } from "./store.ts";

interface Deps {
  http: Http;
  rates: Rates;
  clock: Clock;
  settings: SettingsSource;
  payments: Payments;
}

const TEN_MINUTES = 600_000;
/** Each subscription may need four calls to the provider. */
const SUBSCRIPTIONS: RateRule = { name: "subscribe", max: 20, perMs: TEN_MINUTES };
const VERIFICATIONS: RateRule = { name: "verify", max: 120, perMs: TEN_MINUTES };
/** The provider sends all callbacks from a few addresses, and each valid one must be answered with 200. */
const CALLBACKS: RateRule = { name: "billing.callback", max: 6_000, perMs: 60_000 };
const MAX_FORM = 16 * 1024;
/** The provider waits 20 s for the answer to a callback, so a slow request to it must not delay that answer. */
const ANSWER_WITHIN_MS = 700;

/** @throws DomainError malformed, when a name occurs twice: it is not clear which value was signed. */
function readForm(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text)];
  if (new Set(entries.map(([name]) => name)).size !== entries.length) throw malformed(told("request.fieldTwice"));
  return Object.fromEntries(entries);
}

export function paymentRoutes({ http, rates, clock, settings, payments }: Deps) {
  const { db, config, log } = payments.deps;
  return mount("payments", [
    http.endpoint(paymentApi.createBill, { limit: SUBSCRIPTIONS }, async ({ viewer, body }) => {
      rates.spend(SUBSCRIPTIONS, viewer.accountId);
      return await payments.subscribing.subscribe(viewer.accountId, body);
    }),
    // The row was stored before the bill was made; a client that reports the bill gets the row's present state.
    http.endpoint(paymentApi.recordBill, async ({ viewer, body }) => {
      const payment = await findByBill(db, body.paymentId);
      if (!payment || !isOfBusiness(viewer, payment.accountId) || payment.deletedAt !== null) throw notFound();
      return presentPayment(payment);
    }),
    http.endpoint(
      paymentApi.verifyPayment,
      { limit: VERIFICATIONS },
      async ({ viewer, body }) => await payments.confirm.verify(viewer, body.billplz),
    ),
    http.endpoint(paymentApi.receiveCallback, { limit: CALLBACKS }, async ({ request, address }) => {
      const form = readForm(await http.receiveText(request, address, MAX_FORM));
      const work = await payments.confirm.receive(parseCallback(form, log.warn));
      if (!work) throw forbidden();
      await Promise.race([payments.afterwards(work), clock.sleep(ANSWER_WITHIN_MS)]);
      return new Response("OK", { headers: { "cache-control": "no-store" } });
    }),
    http.endpoint(paymentApi.fetchBilling, async ({ viewer, query }) => {
      const now = clock.now();
      const allowance = await findAllowance(db, viewer.accountId);
      if (!allowance) throw unauthenticated();
      const { account, plan } = allowance;
      const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
      const { payments: own, total } = await listPaymentsOf(db, account.id, page);
      const running = await listRunningTerms(db, account.id);
      const last = running.at(-1);
      const current = await settings.read();
      const billing: Billing = {
        planId: plan.id,
        planName: plan.name,
        validUntil: last ? new Date(last.endsAt).toISOString() : null,
        payments: own.map(presentPayment),
        total,
        totalPages: Math.max(1, Math.ceil(total / query.limit)),
        canPay: !isBillingConfigured(current) ? "not_set_up" : config.publicUrl === null ? "no_address" : "yes",
        operatorName: current.operatorName,
        quotes: presentQuotes(await listPlans(db), running, now, config.tz),
      };
      return billing;
    }),
  ]);
}

/** Writes one line in the log for a form that cannot be a callback. @throws DomainError invalid. */
function parseCallback(form: Record<string, string>, warn: (message: string, fields: Record<string, unknown>) => void): CallbackInput {
  const schema: z.ZodType<CallbackInput> = callbackInput;
  const read = schema.safeParse(form);
  if (read.success) return read.data;
  warn("a payment was not accepted", { reason: "the callback's fields are not the documented ones", fields: read.error.issues.length });
  return parseWith(schema, form);
}
