/** What is sent about the staff of the installation. */
import { z } from "zod";
import { LANGUAGES } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { STAFF_ROLES } from "./staff-role.ts";
import { email } from "./user.schema.ts";

const role = z.enum(STAFF_ROLES, refusal("staff.chooseRole"));

export const staffQuery = pageQuery(PAGE_SIZE.members);
export const staffChange = z.object({ role });
/** Without an address, the answer has a link for whoever it is handed to. */
export const staffInvitationInput = z.object({ role, email: email.optional(), language: z.enum(LANGUAGES).optional() });
