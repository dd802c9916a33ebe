/** Creating and listing invitations. */
import { z } from "zod";
import { INVITATION_DAYS, INVITATION_NOTE_MAX } from "./invitation.ts";
import { numberInText, wholeBetween } from "./number.schema.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { textField } from "./text.schema.ts";

export const invitationInput = z.object({
  note: textField(INVITATION_NOTE_MAX).trim().default(""),
  /** How long the link works. */
  days: z.preprocess(numberInText, wholeBetween(1, INVITATION_DAYS.max)).default(INVITATION_DAYS.fallback),
});
export const invitationQuery = pageQuery(PAGE_SIZE.invitations);
