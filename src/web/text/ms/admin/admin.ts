/** The administrator's texts, one file for each tab. */
import { audit } from "./audit.ts";
import { backups } from "./backups.ts";
import { brand } from "./brand.ts";
import { breach } from "./breach.ts";
import { health } from "./health.ts";
import { limits } from "./limit-settings.ts";
import { mail } from "./mail.ts";
import { messages } from "./messages.ts";
import { models } from "./models.ts";
import { overview } from "./overview.ts";
import { payments } from "./payments.ts";
import { adminPlans } from "./plans.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { users } from "./users.ts";

export const admin = {
  ...shell,
  ...users,
  ...messages,
  ...adminPlans,
  ...payments,
  ...overview,
  ...audit,
  ...brand,
  ...breach,
  ...backups,
  ...health,
  ...settings,
  ...mail,
  ...models,
  ...limits,
};
