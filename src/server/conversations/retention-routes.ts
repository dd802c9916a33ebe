/** How long an account keeps its conversations: at most as long as the installation does. */
import { visitorApi } from "../../contract/calls/visitors.schema.ts";
import { told } from "../../contract/messages/message.ts";
import type { Retention } from "../../contract/retention.ts";
import { recordAudit } from "../audit/store.ts";
import { invalid } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { findRetention, putRetention } from "./retention-store.ts";

const SAVES: RateRule = { name: "retention", max: 60, perMs: 60_000 };

interface Deps {
  db: Db;
  http: Http;
  settings: Pick<SettingsSource, "read">;
}

export function retentionRoutes({ db, http, settings }: Deps) {
  const read = async (accountId: string): Promise<Retention> => ({
    days: await findRetention(db, accountId),
    operatorDays: (await settings.read()).retentionDays,
  });
  return mount("retention", [
    http.endpoint(visitorApi.fetchRetention, ({ viewer }) => read(viewer.accountId)),
    http.endpoint(visitorApi.saveRetention, { limit: SAVES }, async ({ viewer, body, address }) => {
      const { operatorDays } = await read(viewer.accountId);
      if (operatorDays > 0 && body.days > operatorDays) throw invalid({ days: told("retention.atMost", { days: operatorDays }) });
      await db.transaction(async (tx) => {
        const before = await findRetention(tx, viewer.accountId);
        if (before === body.days) return;
        await putRetention(tx, viewer.accountId, body.days);
        const line = { subject: viewer.accountId, before: { days: before }, after: { username: viewer.username, days: body.days } };
        await recordAudit(tx, { actor: viewer, address, action: "user.retention", ...line });
      });
      return { days: body.days, operatorDays };
    }),
  ]);
}
