/** The settings of the installation. */
import type { settingsInput } from "../settings.schema.ts";
import type { AdminSettings, OwnerSettings, PublicSettings } from "../settings.ts";
import { call, type Done } from "./call.ts";

export const settingsCalls = {
  /** What is there of them depends on who asks: a stranger, an owner or the administrator. */
  fetchSettings: call<{ answer: PublicSettings & Partial<OwnerSettings & AdminSettings> }>()("GET", "/api/settings", "anyone"),
  /** Absent members leave what is stored. */
  saveSettings: call<{ body: typeof settingsInput; answer: AdminSettings & Done }>()("PUT", "/api/settings", "admin"),
};
