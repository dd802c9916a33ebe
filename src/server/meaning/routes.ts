import { meaningApi } from "../../contract/calls/meaning.schema.ts";
import type { Embedders } from "../models/embeddings/embedders.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { presentMeaning } from "./present.ts";

export function meaningRoutes({ db, http, embedders, settings }: { db: Db; http: Http; embedders: Embedders; settings: SettingsSource }) {
  return mount("meaning", [http.endpoint(meaningApi.readMeaning, () => presentMeaning(db, embedders, settings))]);
}
