import { operationApi } from "../../contract/calls/operation.schema.ts";
import { pagesOf } from "../../contract/page.ts";
import { type Clock, dayOf, instantsOf } from "../platform/clock.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import { auditHeader, auditLine, presentAudit } from "./present.ts";
import { countAudit, listActions, listAudit } from "./store.ts";

const EXPORTS: RateRule = { name: "audit.export", max: 20, perMs: 60_000 };
/** Lines in one slice: an export holds one slice in memory at a time. */
const SLICE = 500;
const MAX_EXPORTED = 100_000;

interface Deps {
  db: Db;
  http: Http;
  clock: Clock;
  timeZone: string;
  /** The usernames of accounts by their ids; ids of other things are not found. */
  listAccountNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The usernames of people by their ids. */
  listPersonNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Routes that only read the audit log: no request can change or remove a line. */
export function auditRoutes({ db, http, clock, timeZone, listAccountNames, listPersonNames }: Deps) {
  return mount("audit", [
    http.endpoint(operationApi.listAudit, async ({ query }) => {
      const filter = { search: query.q, action: query.action, ...instantsOf(query, timeZone) };
      const rows = await listAudit(db, filter, { limit: query.limit, offset: (query.page - 1) * query.limit });
      const total = await countAudit(db, filter);
      const names = {
        accounts: await listAccountNames(rows.map(({ subject }) => subject)),
        people: await listPersonNames(rows.flatMap(({ personId }) => personId ?? [])),
      };
      return {
        entries: rows.map((row) => presentAudit(row, names)),
        total,
        totalPages: pagesOf(total, query.limit),
        actions: await listActions(db),
      };
    }),
    http.endpoint(operationApi.exportAudit, { limit: EXPORTS }, async ({ query }) => {
      // Lines that are recorded from now on are left out, because they would shift the slices.
      const now = clock.now() + 1;
      const range = instantsOf(query, timeZone);
      const filter = { search: query.q, action: query.action, ...range, before: Math.min(range.before ?? now, now) };
      const lines = async function* () {
        yield auditHeader();
        for (let offset = 0; offset < MAX_EXPORTED; offset += SLICE) {
          const rows = await listAudit(db, filter, { limit: SLICE, offset });
          yield rows.map(auditLine).join("");
          if (rows.length < SLICE) return;
          await clock.sleep(0);
        }
      };
      return http.download(`audit-${dayOf(clock.now(), timeZone)}.csv`, "text/csv; charset=utf-8", lines());
    }),
  ]);
}
