/** The sections of the interface's texts. The English sections define the keys; other languages must have the same ones. */
import type { accountLog } from "./en/account-log.ts";
import type { admin } from "./en/admin/admin.ts";
import type { billing } from "./en/billing.ts";
import type { businesses } from "./en/businesses.ts";
import type { common } from "./en/common.ts";
import type { conversations } from "./en/conversations.ts";
import type { dashboard } from "./en/dashboard.ts";
import type { demo } from "./en/demo.ts";
import type { editor } from "./en/editor.ts";
import type { entrance } from "./en/entrance.ts";
import type { factors } from "./en/factors.ts";
import type { golden } from "./en/golden.ts";
import type { history } from "./en/history.ts";
import type { landing } from "./en/landing.ts";
import type { licence } from "./en/licence.ts";
import type { members } from "./en/members.ts";
import type { ownAccount } from "./en/own-account.ts";
import type { plans } from "./en/plans.ts";
import type { privacy } from "./en/privacy.ts";
import type { reading } from "./en/reading.ts";
import type { recovery } from "./en/recovery.ts";
import type { start } from "./en/start.ts";
import type { ServerTexts } from "./server-text.ts";

/** The English sections, by the name that `useTranslation` takes. */
export interface English {
  accountLog: typeof accountLog;
  admin: typeof admin;
  billing: typeof billing;
  businesses: typeof businesses;
  common: typeof common;
  conversations: typeof conversations;
  dashboard: typeof dashboard;
  demo: typeof demo;
  editor: typeof editor;
  entrance: typeof entrance;
  factors: typeof factors;
  golden: typeof golden;
  history: typeof history;
  landing: typeof landing;
  licence: typeof licence;
  members: typeof members;
  ownAccount: typeof ownAccount;
  privacy: typeof privacy;
  plans: typeof plans;
  reading: typeof reading;
  recovery: typeof recovery;
  start: typeof start;
}
export type Section = keyof English;

/** The same texts in another language. */
export type TextsOf<Texts> = { readonly [Key in keyof Texts]: string };

/** A language's folder. Each section is fetched with the first page that needs it. */
export type Folder = { readonly [Name in Section]: () => Promise<TextsOf<English[Name]>> } & {
  /** The server's messages; null for English, in which the server sends them. */
  readonly messages: () => Promise<ServerTexts | null>;
};
