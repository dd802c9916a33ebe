/** The administrator's texts: one file a tab. They come with the admin page and are no part of the first bundle. */
import i18next from "i18next";
import { auditEn, auditMs } from "./audit.ts";
import { limitsEn, limitsMs } from "./limits.ts";
import { messagesEn, messagesMs } from "./messages.ts";
import { modelsEn, modelsMs } from "./models.ts";
import { overviewEn, overviewMs } from "./overview.ts";
import { paymentsEn, paymentsMs } from "./payments.ts";
import { adminPlansEn, adminPlansMs } from "./plans.ts";
import { settingsEn, settingsMs } from "./settings.ts";
import { shellEn, shellMs } from "./shell.ts";
import { usersEn, usersMs } from "./users.ts";

export const adminEn = {
  ...shellEn,
  ...usersEn,
  ...messagesEn,
  ...adminPlansEn,
  ...paymentsEn,
  ...overviewEn,
  ...auditEn,
  ...settingsEn,
  ...modelsEn,
  ...limitsEn,
} as const;
export const adminMs: Record<keyof typeof adminEn, string> = {
  ...shellMs,
  ...usersMs,
  ...messagesMs,
  ...adminPlansMs,
  ...paymentsMs,
  ...overviewMs,
  ...auditMs,
  ...settingsMs,
  ...modelsMs,
  ...limitsMs,
};

/** Both languages at once, so that switching never waits. Texts that are not here are looked up in the common ones. */
export function addAdminTexts(): void {
  i18next.addResourceBundle("en", "admin", adminEn);
  i18next.addResourceBundle("ms", "admin", adminMs);
}
