import { versionApi } from "../../../contract/calls/versions.schema.ts";
import { mount } from "../../platform/http/endpoint.ts";
import type { Http } from "../../platform/http/http.ts";
import type { RateRule } from "../../platform/http/rates.ts";
import type { TestDeps } from "../golden/test-version.ts";
import { findOwnAgent } from "../save.ts";
import { discardDraft, publishDraft, readDraft, setDraftMode, setGate } from "./publish-version.ts";
import { listVersions, readVersion } from "./read-versions.ts";
import { deleteVersions, restoreVersion } from "./restore-version.ts";

interface Deps extends TestDeps {
  http: Http;
  timeZone: string;
}

const READS: RateRule = { name: "versions.read", max: 240, perMs: 60_000 };
const WRITES: RateRule = { name: "versions.write", max: 30, perMs: 60_000 };

/** Each asks up to two hundred questions. */
const PUBLISHES: RateRule = { name: "versions.publish", max: 20, perMs: 60_000 };

export function versionRoutes({ db, http, turns, ask, timeZone }: Deps) {
  return mount("versions", [
    http.endpoint(versionApi.listVersions, { limit: READS }, async ({ viewer, params, query }) =>
      listVersions(db, await findOwnAgent(db, viewer, params.chatId), query),
    ),
    http.endpoint(versionApi.fetchVersion, { limit: READS }, async ({ viewer, params, query }) =>
      readVersion(db, await findOwnAgent(db, viewer, params.chatId), params.number, { ...query, timeZone }),
    ),
    http.endpoint(versionApi.restoreVersion, { limit: WRITES }, async ({ viewer, params }) => {
      const { number, previous } = await restoreVersion({ db }, viewer, params.chatId, params.number);
      return { message: "Version restored successfully", number, previous };
    }),
    http.endpoint(versionApi.fetchDraft, { limit: READS }, async ({ viewer, params }) =>
      readDraft(db, await findOwnAgent(db, viewer, params.chatId)),
    ),
    http.endpoint(versionApi.setDraftMode, { limit: PUBLISHES }, ({ viewer, params, body: { isOn, ...decision } }) =>
      setDraftMode({ db, turns, ask }, { viewer, agentId: params.chatId, ...decision }, isOn),
    ),
    http.endpoint(versionApi.setGate, { limit: WRITES }, ({ viewer, params, body: { gate } }) =>
      setGate({ db }, viewer, params.chatId, gate),
    ),
    http.endpoint(versionApi.publishDraft, { limit: PUBLISHES }, ({ viewer, params, body }) =>
      publishDraft({ db, turns, ask }, { viewer, agentId: params.chatId, ...body }),
    ),
    http.endpoint(versionApi.discardDraft, { limit: WRITES }, ({ viewer, params, body: { version } }) =>
      discardDraft({ db }, { viewer, agentId: params.chatId, version }),
    ),
    http.endpoint(versionApi.deleteVersions, { limit: WRITES }, async ({ viewer, params, address }) => {
      await deleteVersions({ db }, viewer, address, params.chatId);
      return { message: "History deleted successfully" };
    }),
  ]);
}
