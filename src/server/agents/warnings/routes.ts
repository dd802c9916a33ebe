import { warningApi } from "../../../contract/calls/warnings.schema.ts";
import { pagesOf } from "../../../contract/page.ts";
import { entryBeside, type WarningPage } from "../../../contract/warning.ts";
import { ignoreFinding, recallFinding } from "../../knowledge/ignored-store.ts";
import { mount } from "../../platform/http/endpoint.ts";
import type { Http } from "../../platform/http/http.ts";
import type { RateRule } from "../../platform/http/rates.ts";
import type { Db } from "../../platform/storage/db.ts";
import { findOwnAgent } from "../save.ts";
import type { Warnings } from "./warnings.ts";

interface Deps {
  db: Db;
  http: Http;
  warnings: Warnings;
}

/** Checking two thousand entries takes some seconds of computing time after a change. */
const READS: RateRule = { name: "warnings.read", max: 120, perMs: 60_000 };
const WRITES: RateRule = { name: "warnings.write", max: 120, perMs: 60_000 };

export function warningRoutes({ db, http, warnings }: Deps) {
  return mount("warnings", [
    http.endpoint(warningApi.listWarnings, { limit: READS }, async ({ viewer, params, query: { page, limit, of } }) => {
      const all = await warnings.of(await findOwnAgent(db, viewer, params.chatId));
      const wanted = of && new Set(of);
      const found = wanted ? all.filter((warning) => wanted.has(entryBeside(warning))) : all;
      const answer: WarningPage = {
        warnings: found.slice((page - 1) * limit, page * limit),
        total: found.length,
        totalPages: pagesOf(found.length, limit),
        entries: new Set(all.map(entryBeside)).size,
      };
      return answer;
    }),
    http.endpoint(warningApi.dismissWarning, { limit: WRITES }, async ({ viewer, params, body }) => {
      await db.transaction(async (tx) => ignoreFinding(tx, (await findOwnAgent(tx, viewer, params.chatId)).id, body.key));
      return { message: "Warning dismissed successfully" };
    }),
    http.endpoint(warningApi.recallWarning, { limit: WRITES }, async ({ viewer, params, body }) => {
      await db.transaction(async (tx) => recallFinding(tx, (await findOwnAgent(tx, viewer, params.chatId)).id, body.key));
      return { message: "Warning recalled successfully" };
    }),
  ]);
}
