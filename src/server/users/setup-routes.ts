/** The list of steps to a live chat: read while the owner waits for the first visitor, and closed. */

import { accountApi } from "../../contract/calls/accounts.schema.ts";
import { closeSetup } from "../accounts/store.ts";
import { isOfBusiness } from "../accounts/visible.ts";
import { findLimits } from "../plans/allowance.ts";
import type { Config } from "../platform/config.ts";
import { notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { Db } from "../platform/storage/db.ts";
import { ownHostsOf, readSetup } from "./setup.ts";

export function setupRoutes({ db, http, config }: { db: Db; http: Http; config: Config }) {
  return mount("setup", [
    http.endpoint(accountApi.fetchSetup, async ({ viewer, params, request }) => {
      if (!isOfBusiness(viewer, params.id)) throw notFound();
      const limits = await findLimits(db, viewer.accountId);
      return { setup: await readSetup(db, { accountId: viewer.accountId, limits, ownHosts: ownHostsOf(request, config.publicUrl) }) };
    }),
    http.endpoint(accountApi.closeSetup, async ({ viewer, params }) => {
      if (!isOfBusiness(viewer, params.id)) throw notFound();
      await db.transaction((tx) => closeSetup(tx, viewer.accountId));
    }),
  ]);
}
