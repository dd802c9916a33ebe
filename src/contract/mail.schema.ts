/** The administrator's calls about mail. Rules: product 18. */
import type { z } from "zod";
import { settingsInput } from "./settings.schema.ts";
import { email } from "./user.schema.ts";

/** A test message with the values of the form before they are saved. A mask or an absent value means the stored one. */
export const mailTestInput = settingsInput
  .pick({ smtpHost: true, smtpPort: true, smtpSecurity: true, smtpUser: true, smtpPassword: true, mailFrom: true })
  .extend({ to: email });
export type MailTestInput = z.output<typeof mailTestInput>;
