/** What is sent about members and invitations. */
import { z } from "zod";
import { LANGUAGES } from "./language.ts";
import { MEMBER_ROLES } from "./member.ts";
import { refusal } from "./messages/message.ts";
import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { email, newPassword, username } from "./user.schema.ts";

const role = z.enum(MEMBER_ROLES, refusal("members.chooseRole"));
const language = z.enum(LANGUAGES).optional();
/** Anything else is a link that does not work. */
const token = z.string().max(200);

export const memberQuery = pageQuery(PAGE_SIZE.members);
export const memberChange = z.object({ role });
/** Without an address, the answer has a link for whoever it is handed to. */
export const memberInvitationInput = z.object({ role, email: email.optional(), language });
export const joinInput = z.object({ token });
/** The address is that of the invitation, if it has one. */
export const joinSignUpInput = z.object({ token, username, email: email.optional(), password: newPassword, language });
