import { Elysia } from "elysia";
import { localModelInput, modelCheckInput } from "../../contract/model.schema.ts";
import { recordAudit } from "../audit/store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { type Http, json, noContent } from "../platform/http.ts";
import type { RateRule } from "../platform/rates.ts";
import type { ModelSettings } from "./calls/candidates.ts";
import { checkModel } from "./calls/check.ts";
import type { Models } from "./calls/models.ts";
import { presentModels } from "./present.ts";
import type { LocalModelStore } from "./vendors/local-models.ts";

/** Each check asks a vendor, and may cost a word. */
const CHECKS: RateRule = { name: "models.check", max: 10, perMs: 60_000 };

interface ModelRouteDeps {
  db: Db;
  http: Http;
  clock: Clock;
  models: Models;
  localModels: LocalModelStore;
  settings: { read(): Promise<ModelSettings> };
}

export function modelRoutes({ db, http, clock, models, localModels, settings }: ModelRouteDeps) {
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
