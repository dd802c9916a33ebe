import { operationApi } from "../../contract/calls/operation.schema.ts";
import type { Overview } from "../../contract/overview.ts";
import { type Clock, dayOf, monthOf } from "../platform/clock.ts";
import { CSV_SLICE, CSV_TYPE, csvParts } from "../platform/csv.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import { readActivity } from "./activity.ts";
import { BREACH_COLUMNS, readBreach, readBreachRows } from "./breach.ts";
import { readLedger, readWholeLedger } from "./ledger.ts";

interface Deps {
  db: Db;
  http: Http;
  clock: Clock;
  timeZone: string;
  overview: { read(): Promise<Overview> };
}

const EXPORTS: RateRule = { name: "ledger.export", max: 20, perMs: 60_000 };
/** Each reads all conversations of a time. */
const BREACHES: RateRule = { name: "breach", max: 20, perMs: 60_000 };
const LEDGER_COLUMNS = ["month", "userId", "username", "revenueRM", "costRM", "marginRM", "unpricedReplies"];
const MICROS = 1_000_000;
const MICROS_OF_SEN = MICROS / 100;

export function overviewRoutes({ db, http, clock, timeZone, overview }: Deps) {
  return mount("overview", [
    http.endpoint(operationApi.fetchOverview, async ({ viewer }) => {
      const all = await overview.read();
      return viewer.role === "admin" ? all : { ...all, dataFolder: null };
    }),
    http.endpoint(operationApi.fetchActivity, async ({ viewer }) => {
      const activity = await readActivity(db, timeZone);
      // Support sees sums here, and no single payment.
      return viewer.role === "admin" ? activity : { ...activity, payments: [] };
    }),
    http.endpoint(operationApi.fetchLedger, async ({ query }) =>
      readLedger(db, { ...query, month: query.month ?? monthOf(db.now, timeZone) }, timeZone),
    ),
    http.endpoint(operationApi.fetchBreach, { limit: BREACHES }, async ({ query }) => readBreach(db, query)),
    http.endpoint(operationApi.exportBreach, { limit: EXPORTS }, async ({ query }) => {
      const parts = csvParts(
        BREACH_COLUMNS,
        readBreachRows(db, query),
        (row) => row,
        () => clock.sleep(0),
      );
      return http.download(`breach-${dayOf(clock.now(), timeZone)}.csv`, CSV_TYPE, parts);
    }),
    http.endpoint(operationApi.exportLedger, { limit: EXPORTS }, async ({ query }) => {
      const month = query.month ?? monthOf(db.now, timeZone);
      const slices = readWholeLedger(db, month, timeZone, CSV_SLICE);
      const parts = csvParts(
        LEDGER_COLUMNS,
        slices,
        ({ userId, username, revenueSen, costMicros, unpriced }) => {
          // Whole numbers are subtracted before the division, so that no digit is wrong.
          const margin = (revenueSen * MICROS_OF_SEN - costMicros) / MICROS;
          return [month, userId, username, revenueSen / 100, costMicros / MICROS, margin, unpriced];
        },
        () => clock.sleep(0),
      );
      return http.download(`ledger-${month}.csv`, CSV_TYPE, parts);
    }),
  ]);
}
