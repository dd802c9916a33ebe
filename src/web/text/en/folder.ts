import type { Folder } from "../sections.ts";
import { common } from "./common.ts";

export const en: Folder = {
  accountLog: async () => (await import("./account-log.ts")).accountLog,
  admin: async () => (await import("./admin/admin.ts")).admin,
  billing: async () => (await import("./billing.ts")).billing,
  businesses: async () => (await import("./businesses.ts")).businesses,
  // These texts are part of the first bundle.
  common: async () => common,
  conversations: async () => (await import("./conversations.ts")).conversations,
  dashboard: async () => (await import("./dashboard.ts")).dashboard,
  demo: async () => (await import("./demo.ts")).demo,
  editor: async () => (await import("./editor.ts")).editor,
  entrance: async () => (await import("./entrance.ts")).entrance,
  factors: async () => (await import("./factors.ts")).factors,
  golden: async () => (await import("./golden.ts")).golden,
  history: async () => (await import("./history.ts")).history,
  landing: async () => (await import("./landing.ts")).landing,
  licence: async () => (await import("./licence.ts")).licence,
  messages: async () => null,
  members: async () => (await import("./members.ts")).members,
  recovery: async () => (await import("./recovery.ts")).recovery,
  ownAccount: async () => (await import("./own-account.ts")).ownAccount,
  privacy: async () => (await import("./privacy.ts")).privacy,
  plans: async () => (await import("./plans.ts")).plans,
  reading: async () => (await import("./reading.ts")).reading,
  start: async () => (await import("./start.ts")).start,
};
