import { Elysia } from "elysia";
import { z } from "zod";
import type { AuditPage } from "../../contract/audit.ts";
import { dayRange } from "../../contract/page.schema.ts";
import { PAGE_SIZE, pagesOf } from "../../contract/page.ts";
import { type Clock, dayOf, instantsOf } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { type Http, json, pageQuery } from "../platform/http.ts";
import type { RateRule } from "../platform/rates.ts";
import { auditHeader, auditLine, presentAudit } from "./present.ts";
import { countAudit, listActions, listAudit } from "./store.ts";

const filterQuery = {
  q: z.string().trim().max(100).default(""),
  action: z.preprocess((value) => (value === "" ? undefined : value), z.string().max(60).optional()),
  ...dayRange,
};
const listQuery = pageQuery(PAGE_SIZE.audit).extend(filterQuery);
const exportQuery = z.object(filterQuery);

const EXPORTS: RateRule = { name: "audit.export", max: 20, perMs: 60_000 };
/** An export reads slice by slice and holds one of them. */
const SLICE = 500;
const MAX_EXPORTED = 100_000;

/** Reading only: nothing on the network changes or removes a line. */
export function auditRoutes({ db, http, clock, timeZone }: { db: Db; http: Http; clock: Clock; timeZone: string }) {
  return new Elysia({ name: "audit" })
    .get(
      "/api/audit",
      http.endpoint({ access: "admin", query: listQuery }, async ({ query }) => {
        const filter = { search: query.q, action: query.action, ...instantsOf(query, timeZone) };
        const rows = await listAudit(db, filter, { limit: query.limit, offset: (query.page - 1) * query.limit });
        const total = await countAudit(db, filter);
        const page: AuditPage = {
          entries: rows.map(presentAudit),
          total,
          totalPages: pagesOf(total, query.limit),
          actions: await listActions(db),
        };
        return json(page);
      }),
    )
    .get(
      "/api/audit/export",
      http.endpoint({ access: "admin", limit: EXPORTS, query: exportQuery }, async ({ query }) => {
        // What is recorded from now on is not part of it, or the slices would shift.
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
        return http.download(`sapa-audit-${dayOf(clock.now(), timeZone)}.csv`, "text/csv; charset=utf-8", lines());
      }),
    );
}
