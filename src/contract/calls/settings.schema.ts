import { settingsInput } from "../settings.schema.ts";
import { describe } from "./call.schema.ts";
import { settingsCalls } from "./settings.ts";

export const settingsApi = describe(settingsCalls, { saveSettings: { body: settingsInput } });
