/** What visitors of an agent may know: what is kept, for how long, and which companies get it. Follows from the settings. */
import { visitorApi } from "../../contract/calls/visitors.schema.ts";
import type { AgentPrivacy } from "../../contract/privacy.ts";
import { keptFor } from "../../contract/retention.ts";
import { findAccount } from "../accounts/store.ts";
import type { AgentBook } from "../agents/book.ts";
import type { Models } from "../models/calls/models.ts";
import { findVendor, VENDORS } from "../models/vendors/vendors.ts";
import { notFound } from "../platform/errors.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { Db } from "../platform/storage/db.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import { findRetention } from "./retention-store.ts";

interface Deps {
  db: Db;
  http: Http;
  book: Pick<AgentBook, "find">;
  models: Pick<Models, "choose">;
  settings: Pick<SettingsSource, "read">;
}

export function privacyRoutes({ db, http, book, models, settings }: Deps) {
  return mount("privacy", [
    http.endpoint(visitorApi.fetchPrivacy, async ({ params }) => {
      const agent = await book.find(params.chatId ?? "");
      const account = agent?.accountId && (await findAccount(db, agent.accountId));
      if (!agent || !account) throw notFound();
      const current = await settings.read();
      const { candidates } = models.choose(current);
      const isOwn = ({ vendor }: { vendor: string }) => vendor === "ollama";
      const answer: AgentPrivacy = {
        chatName: agent.fields.name,
        business: account.role === "owner" ? (account.name ?? "") : current.operatorName,
        operatorName: current.operatorName,
        operatorContact: current.operatorContact,
        keptDays: keptFor({ days: await findRetention(db, account.id), operatorDays: current.retentionDays }),
        asksConsent: agent.fields.askConsent,
        replyVendors: [...new Set(candidates.filter((one) => !isOwn(one)).map(({ placeName }) => placeName))],
        searchVendors: searchVendors(current),
        hasOwnModel: candidates.some(isOwn),
      };
      return answer;
    }),
  ]);
}

/** A table of vectors and Ollama are on the operator's own machines. */
function searchVendors({ searchByMeaning }: Settings): string[] {
  const vendor = findVendor(searchByMeaning.split("/")[0] ?? "");
  return vendor === undefined || vendor === "ollama" ? [] : [VENDORS[vendor].label];
}
