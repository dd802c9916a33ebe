import { Elysia } from "elysia";
import { z } from "zod";
import { localModelInput, modelCheckInput } from "../../contract/model.schema.ts";
import { PAGE_SIZE } from "../../contract/page.ts";
import { recordAudit } from "../audit/store.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { type Http, json, noContent, pageQuery } from "../platform/http.ts";
import type { RateRule } from "../platform/rates.ts";
import type { ModelSettings } from "./candidates.ts";
import { checkModel } from "./check.ts";
import { reportAgentCosts, reportCosts } from "./cost-report.ts";
import type { LocalModelStore } from "./local-models.ts";
import type { Models } from "./models.ts";
import { presentModels } from "./present.ts";

/** Each check asks a vendor, and may cost a word. */
const CHECKS: RateRule = { name: "models.check", max: 10, perMs: 60_000 };

const costQuery = pageQuery(PAGE_SIZE.costs).extend({
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "must be YYYY-MM")
    .optional(),
});

interface ModelRouteDeps {
  db: Db;
  http: Http;
  clock: Clock;
  models: Models;
  localModels: LocalModelStore;
  settings: { read(): Promise<ModelSettings & { budgets: { boxSen: number | null; ownerSen: number | null } }> };
  timeZone: string;
}

export function modelRoutes({ db, http, clock, models, localModels, settings, timeZone }: ModelRouteDeps) {
  return new Elysia({ name: "models" })
    .get(
      "/api/models",
      http.endpoint({ access: "admin" }, async () => json(presentModels(models, clock.now()))),
    )
    .post(
      "/api/models/check",
      http.endpoint({ access: "admin", limit: CHECKS, body: modelCheckInput }, async ({ body }) => {
        const check = await checkModel(models, await settings.read(), body);
        if (!check) throw notFound();
        return json(check);
      }),
    )
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
    )
    .get(
      "/api/models/ollama",
      http.endpoint({ access: "admin" }, async () => json(await localModels.list())),
    )
    .post(
      "/api/models/ollama/pull",
      http.endpoint({ access: "admin", body: localModelInput }, async ({ body, viewer, address }) => {
        localModels.pull(body.name);
        await db.transaction((tx) =>
          recordAudit(tx, { actor: viewer, address, action: "model.pull", subject: body.name, now: clock.now() }),
        );
        return json({ name: body.name }, { status: 202 });
      }),
    )
    .post(
      "/api/models/ollama/cancel",
      http.endpoint({ access: "admin", body: localModelInput }, async ({ body }) => {
        localModels.cancel(body.name);
        return noContent();
      }),
    )
    .post(
      "/api/models/ollama/remove",
      http.endpoint({ access: "admin", body: localModelInput }, async ({ body, viewer, address }) => {
        await localModels.remove(body.name);
        await db.transaction((tx) =>
          recordAudit(tx, { actor: viewer, address, action: "model.remove", subject: body.name, now: clock.now() }),
        );
        return noContent();
      }),
    );
}
