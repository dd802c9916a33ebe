import { accountApi } from "../../contract/calls/accounts.schema.ts";
import { mayAct } from "../../contract/member.ts";
import { NOTICE_FOR } from "../../contract/notice.ts";
import { readerOf } from "../accounts/visible.ts";
import { presentNotice } from "../notices/present.ts";
import { findNoticeKind, putAway } from "../notices/store.ts";
import { findAllowance } from "../plans/allowance.ts";
import { usedInMonth } from "../plans/usage-store.ts";
import { monthOf } from "../platform/clock.ts";
import { forbidden, notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { Db } from "../platform/storage/db.ts";
import { listStanding } from "../terms/notices.ts";

export function noticeRoutes({ db, http, timeZone }: { db: Db; http: Http; timeZone: string }) {
  return mount("notices", [
    http.endpoint(accountApi.listNotices, async ({ viewer }) => {
      const { accountId } = viewer;
      const userId = readerOf(viewer);
      const month = monthOf(db.now, timeZone);
      const msgLimit = (await findAllowance(db, accountId))?.limits?.msgLimit ?? null;
      const notices = await listStanding(db, { accountId, userId, month, used: await usedInMonth(db, accountId, month), msgLimit });
      return { notices: notices.map((notice) => presentNotice(notice, db.now)) };
    }),
    http.endpoint(accountApi.dismissNotice, async ({ viewer, params }) => {
      await db.transaction(async (tx) => {
        const kind = await findNoticeKind(tx, viewer, params.id);
        if (kind === undefined) throw notFound();
        const least = NOTICE_FOR[kind];
        if (least !== "person" && viewer.role !== "admin" && !mayAct(viewer.member, least)) throw forbidden();
        await putAway(tx, params.id);
      });
    }),
  ]);
}
