/** The administrator's texts: one file a tab. They come with the admin page and are no part of the first bundle. */
import i18next from "i18next";
import { modelsEn, modelsMs } from "./models.ts";
import { paymentsEn, paymentsMs } from "./payments.ts";
import { settingsEn, settingsMs } from "./settings.ts";
import { shellEn, shellMs } from "./shell.ts";

export const adminEn = { ...shellEn, ...settingsEn, ...modelsEn, ...paymentsEn } as const;
export const adminMs: Record<keyof typeof adminEn, string> = { ...shellMs, ...settingsMs, ...modelsMs, ...paymentsMs };

/** Both languages at once, so that switching never waits. Texts that are not here are looked up in the common ones. */
export function addAdminTexts(): void {
  i18next.addResourceBundle("en", "admin", adminEn);
  i18next.addResourceBundle("ms", "admin", adminMs);
}
