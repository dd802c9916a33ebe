import { paymentApi } from "../../contract/calls/payments.schema.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import type { PaymentListQuery } from "../../contract/payment.schema.ts";
import { PROVIDER_METHOD } from "../../contract/payment.ts";
import { isMask } from "../../contract/settings.ts";
import { searchAccountIds } from "../accounts/list-store.ts";
import { listAccountNames } from "../accounts/store.ts";
import { dayOf } from "../platform/clock.ts";
import { CSV_TYPE, csvParts } from "../platform/csv.ts";
import { conflict, notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { checkBilling } from "./check-billing.ts";
import { deletePayment, editPayment } from "./edit.ts";
import { PAYMENT_COLUMNS, paymentCells, readPayments } from "./export.ts";
import { listPayments } from "./list-store.ts";
import type { Payments } from "./payments.ts";
import { presentForAdmin } from "./present.ts";
import { recordPayment } from "./record.ts";
import { findPayment, type StoredPayment } from "./store.ts";

interface Deps {
  http: Http;
  settings: SettingsSource;
  payments: Payments;
}

const EXPORTS: RateRule = { name: "payments.export", max: 20, perMs: 60_000 };
/** Each check is a call to the provider. */
const CHECKS: RateRule = { name: "billing.check", max: 30, perMs: 600_000 };

export function paymentAdminRoutes({ http, settings, payments }: Deps) {
  const { db, config, clock } = payments.deps;

  const presentAll = async (rows: StoredPayment[]) => {
    const names = await listAccountNames(
      db,
      rows.flatMap((row) => row.accountId ?? []),
    );
    return rows.map((row) => presentForAdmin(row, names.get(row.accountId ?? "") ?? ""));
  };

  const present = async (row: StoredPayment) =>
    presentForAdmin(row, row.accountId === null ? "" : ((await listAccountNames(db, [row.accountId])).get(row.accountId) ?? ""));

  type Filter = Pick<PaymentListQuery, "q" | "status" | "from" | "to">;
  const toFilter = async (filter: Filter) => ({
    status: filter.status,
    since: filter.from === "" ? null : startOf(filter.from, config.tz),
    until: filter.to === "" ? null : startOf(filter.to, config.tz, 1),
    search: filter.q === "" ? null : { billId: filter.q, accountIds: [filter.q, ...(await searchAccountIds(db, filter.q))] },
  });

  return mount("payments-admin", [
    http.endpoint(paymentApi.listPayments, async ({ query }) => {
      const { page, limit, sort } = query;
      const list = { ...(await toFilter(query)), sort, limit, offset: (page - 1) * limit };
      const { payments: rows, total } = await listPayments(db, list);
      return { payments: await presentAll(rows), total, totalPages: pagesOf(total, query.limit) };
    }),
    http.endpoint(paymentApi.exportPayments, { limit: EXPORTS }, async ({ query }) => {
      const slices = readPayments(db, await toFilter(query), presentAll);
      const parts = csvParts(PAYMENT_COLUMNS, slices, paymentCells, () => clock.sleep(0));
      return http.download(`payments-${dayOf(clock.now(), config.tz)}.csv`, CSV_TYPE, parts);
    }),
    http.endpoint(paymentApi.recordPayment, async ({ viewer, body, address, requestKey }) => {
      const payment = await recordPayment(payments.deps, body, { actor: viewer, address }, requestKey);
      return present(payment);
    }),
    http.endpoint(paymentApi.editPayment, async ({ viewer, params, body, address }) => {
      const { payment, mustAsk } = await editPayment(payments.deps, params.id, body, { actor: viewer, address });
      if (mustAsk) void payments.afterwards(() => payments.confirm.check(payment.id));
      return present(payment);
    }),
    http.endpoint(paymentApi.deletePayment, async ({ viewer, params, address }) => {
      await deletePayment(payments.deps, params.id, { actor: viewer, address });
      return { message: "Payment deleted." };
    }),
    http.endpoint(paymentApi.checkPayment, { limit: CHECKS }, async ({ params }) => {
      const before = await findPayment(db, params.id);
      if (!before || before.deletedAt !== null) throw notFound();
      if (before.method !== PROVIDER_METHOD) throw conflict(told("payments.byHand"));
      const found = await payments.confirm.check(before.id);
      return { found, payment: await present((await findPayment(db, before.id)) ?? before) };
    }),
    http.endpoint(paymentApi.checkBilling, { limit: CHECKS }, async ({ body }) => {
      const { billplz } = await settings.read();
      // A mask means that the stored value is kept.
      const pick = (sent: string | undefined, stored: string) => (sent === undefined || isMask(sent) ? stored : sent);
      const access = { apiKey: pick(body.billplzApiKey, billplz.apiKey), sandbox: body.billplzSandbox ?? billplz.sandbox };
      return await checkBilling(payments.billing, config.publicUrl, access, pick(body.billplzCollectionId, billplz.collectionId));
    }),
  ]);
}

/** The first instant of a day, or of the day `later` days after it. */
function startOf(day: string, timeZone: string, later = 0): number {
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds;
}
