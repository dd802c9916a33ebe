import { modelApi } from "../../contract/calls/models.schema.ts";
import { recordAudit } from "../audit/store.ts";
import { notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import type { ModelSettings } from "./calls/candidates.ts";
import { checkModel } from "./calls/check.ts";
import type { Models } from "./calls/models.ts";
import { presentModels } from "./present.ts";
import type { LocalModelStore } from "./vendors/local-models.ts";

/** Each check calls a vendor and may cost the tokens of a word. */
const CHECKS: RateRule = { name: "models.check", max: 10, perMs: 60_000 };

interface ModelRouteDeps {
  db: Db;
  http: Http;
  models: Models;
  localModels: LocalModelStore;
  settings: { read(): Promise<ModelSettings> };
}

export function modelRoutes({ db, http, models, localModels, settings }: ModelRouteDeps) {
  return mount("models", [
    http.endpoint(modelApi.listModels, async () => {
      // Ollama may have been started, or may not have answered, since the last check of the background task.
      if (models.ollamaModels() === null) await models.refreshOllama();
      return presentModels(models, db.now);
    }),
    http.endpoint(modelApi.checkModel, { limit: CHECKS }, async ({ body }) => {
      const check = await checkModel(models, await settings.read(), body);
      if (!check) throw notFound();
      return check;
    }),
    http.endpoint(modelApi.listLocalModels, async () => localModels.list()),
    http.endpoint(modelApi.pullModel, async ({ body, viewer, address }) => {
      localModels.pull(body.name);
      await db.transaction((tx) => recordAudit(tx, { actor: viewer, address, action: "model.pull", subject: body.name }));
      return { name: body.name };
    }),
    http.endpoint(modelApi.cancelPull, async ({ body }) => {
      localModels.cancel(body.name);
    }),
    http.endpoint(modelApi.removeModel, async ({ body, viewer, address }) => {
      await localModels.remove(body.name);
      await db.transaction((tx) => recordAudit(tx, { actor: viewer, address, action: "model.remove", subject: body.name }));
    }),
  ]);
}
