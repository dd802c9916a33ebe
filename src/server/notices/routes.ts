import { Elysia } from "elysia";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { type Http, json, noContent } from "../platform/http.ts";
import { MAX_NOTICES, presentNotice } from "./present.ts";
import { listNotices, putAway } from "./store.ts";

export function noticeRoutes({ db, http, clock, timeZone }: { db: Db; http: Http; clock: Clock; timeZone: string }) {
  return new Elysia({ name: "notices" })
    .get(
      "/api/notices",
      http.endpoint({ access: "signed-in" }, async ({ viewer }) =>
        json({ notices: (await listNotices(db, viewer.accountId, monthOf(clock.now(), timeZone), MAX_NOTICES)).map(presentNotice) }),
      ),
    )
    .post(
      "/api/notices/:id/read",
      http.endpoint({ access: "signed-in" }, async ({ viewer, params }) => {
        if (!(await db.transaction((tx) => putAway(tx, viewer.accountId, params.id ?? "", clock.now())))) throw notFound();
        return noContent();
      }),
    );
}
