import { Elysia } from "elysia";
import { z } from "zod";
import { PAGE_SIZE } from "../../contract/page.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { type Http, json, pageQuery } from "../platform/http.ts";
import { reportAgentCosts, reportCosts } from "./cost-report.ts";

const costQuery = pageQuery(PAGE_SIZE.costs).extend({
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "must be YYYY-MM")
    .optional(),
});

interface Deps {
  db: Db;
  http: Http;
  clock: Clock;
  settings: { read(): Promise<{ budgets: { boxSen: number | null; ownerSen: number | null } }> };
  timeZone: string;
}

export function spendingRoutes({ db, http, clock, settings, timeZone }: Deps) {
  return new Elysia({ name: "spending" })
    .get(
      "/api/costs",
      http.endpoint({ access: "admin", query: costQuery }, async ({ query }) => {
        const { budgets } = await settings.read();
        return json(await reportCosts(db, { ...query, month: query.month ?? monthOf(clock.now(), timeZone) }, budgets));
      }),
    )
    .get(
      "/api/costs/:userId",
      // Whoever was deleted has spent all the same, so an id that nobody has is a list of nothing.
      http.endpoint({ access: "admin", query: costQuery }, async ({ query, params }) =>
        json(await reportAgentCosts(db, params.userId ?? "", { ...query, month: query.month ?? monthOf(clock.now(), timeZone) })),
      ),
    );
}
