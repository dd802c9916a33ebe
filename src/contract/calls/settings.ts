/** The settings of the installation. */
import type { settingsInput } from "../settings.schema.ts";
import type { AdminSettings, OwnerSettings, PublicSettings } from "../settings.ts";
import { ADMINISTRATOR, call, type Done } from "./call.ts";

export const settingsCalls = {
  /** Which settings are answered depends on the caller: anyone, an owner or the administrator. */
  fetchSettings: call<{ answer: PublicSettings & Partial<OwnerSettings & AdminSettings> }>()("GET", "/api/settings", "anyone"),
  /** Absent members keep their stored values. */
  saveSettings: call<{ body: typeof settingsInput; answer: AdminSettings & Done }>()("PUT", "/api/settings", "admin", ADMINISTRATOR),
};
