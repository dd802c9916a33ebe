import { modelApi } from "../../contract/calls/models.schema.ts";
import { monthOf } from "../platform/clock.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { Db } from "../platform/storage/db.ts";
import { reportAgentCosts, reportCosts } from "./cost-report.ts";

interface Deps {
  db: Db;
  http: Http;
  settings: { read(): Promise<{ budgets: { boxSen: number | null; ownerSen: number | null } }> };
  timeZone: string;
}

export function spendingRoutes({ db, http, settings, timeZone }: Deps) {
  return mount("spending", [
    http.endpoint(modelApi.listCosts, async ({ query }) => {
      const { budgets } = await settings.read();
      return reportCosts(db, { ...query, month: query.month ?? monthOf(db.now, timeZone) }, budgets);
    }),
    // Deleted accounts still have costs, so an unknown id gives an empty list instead of an error.
    http.endpoint(modelApi.listAgentCosts, async ({ query, params }) =>
      reportAgentCosts(db, params.userId, { ...query, month: query.month ?? monthOf(db.now, timeZone) }),
    ),
  ]);
}
