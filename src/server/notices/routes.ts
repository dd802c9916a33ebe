import { Elysia } from "elysia";
import type { Notice } from "../../contract/notice.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { type Http, json, noContent } from "../platform/http.ts";
import { listNotices, putAway, type StoredNotice } from "./store.ts";

const MAX_SHOWN = 10;

function presentNotice({ id, kind, body, createdAt }: StoredNotice): Notice {
  return {
    id,
    kind,
    at: new Date(createdAt).toISOString(),
    planName: body.planName ?? "",
    validUntil: typeof body.validUntil === "number" ? new Date(body.validUntil).toISOString() : null,
    days: body.days ?? null,
    pausedAgents: body.pausedAgents ?? 0,
  };
}

export function noticeRoutes({ db, http, clock }: { db: Db; http: Http; clock: Clock }) {
  return new Elysia({ name: "notices" })
    .get(
      "/api/notices",
      http.endpoint({ access: "signed-in" }, async ({ viewer }) =>
        json({ notices: (await listNotices(db, viewer.accountId, MAX_SHOWN)).map(presentNotice) }),
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
