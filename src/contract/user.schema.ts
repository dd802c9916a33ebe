/** Sign-up, login and account changes. Rules: product 1.1 to 1.5. */

import { z } from "zod";
import { INVITATION_TOKEN_MAX } from "./invitation.ts";
import { withoutControls } from "./knowledge.ts";
import { LANGUAGES } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { type NumberOrText, numberInText, wholeBetween } from "./number.schema.ts";
import { dayRange, pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";
import { MAX_VALIDITY_MONTHS } from "./plan.ts";
import { textField } from "./text.schema.ts";
import {
  DISPLAY_NAME_MAX,
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SORT_ORDERS,
  USAGE_DAYS,
  USER_SEARCH_MAX,
  USER_SORTS,
  USER_STATUSES,
  USERNAME,
  USERNAME_MAX,
} from "./user.ts";

export const username = z
  .string({ error: refusal("accounts.usernameRequired") })
  .trim()
  .min(1, refusal("accounts.usernameRequired"))
  .max(USERNAME_MAX, refusal("text.tooLong", { max: `${USERNAME_MAX}` }))
  .regex(USERNAME, refusal("accounts.usernameLetters"));

export const email = z
  .string({ error: refusal("accounts.emailRequired") })
  .trim()
  .min(1, refusal("accounts.emailRequired"))
  .max(EMAIL_MAX, refusal("accounts.emailTooLong"))
  .pipe(z.email(refusal("accounts.emailInvalid")));

export const newPassword = textField(PASSWORD_MAX).min(PASSWORD_MIN, refusal("accounts.passwordTooShort", { min: `${PASSWORD_MIN}` }));

/** `GET /api/users/:id/log`. */
export const accountLogQuery = pageQuery(PAGE_SIZE.accountLog);

/** The name of the business. Characters that would change how a line around it is read are removed. */
export const displayName = z
  .string()
  .transform((value) => withoutControls(value).replace(/\s+/g, " ").trim())
  .pipe(textField(DISPLAY_NAME_MAX));

/** The language on screen, in which mails are written until the person chooses another one. */
const language = z.enum(LANGUAGES);

/** A token of a link: anything else is a link that does not work. */
export const linkToken = z.string().max(200);

export const forgottenInput = z.object({ email: z.string().trim().max(EMAIL_MAX), language: language.optional() });
export const linkInput = z.object({ token: linkToken });
export const resetInput = z.object({ token: linkToken, password: newPassword });
export const languageInput = z.object({ language });

export const signUpInput = z.object({
  username,
  displayName: displayName.optional(),
  email,
  password: newPassword,
  planId: z.number().int().min(1).optional(),
  language: language.optional(),
  /** From the link, while sign-up is by invitation. */
  invitation: z.string().max(INVITATION_TOKEN_MAX).optional(),
});
export type SignUpInput = z.output<typeof signUpInput>;

const emptyToNull = (value?: string | null) => (typeof value === "string" && value.trim() === "" ? null : value);
const emptyToAbsent = <Value>(value?: Value | null) => (value === "" || value === null ? undefined : value);

const givenPlan = z.preprocess(
  numberInText,
  z.number(refusal("plans.choose")).int(refusal("plans.choose")).min(1, refusal("plans.choose")),
);
const givenMonths = z.preprocess(
  (value?: NumberOrText | null) => numberInText(emptyToAbsent(value)),
  wholeBetween(1, MAX_VALIDITY_MONTHS).optional(),
);

/** An account that the administrator creates for another person. The email address is optional. */
export const newAccountInput = signUpInput.extend({
  email: z.preprocess(
    (value?: string | null) => (typeof value === "string" && value.trim() === "" ? null : (value ?? null)),
    email.nullable(),
  ),
  planId: givenPlan.optional(),
  /** How many calendar months the plan is given for. Absent: the plan's own validity. */
  planMonths: givenMonths,
});

/** A correct password is long enough, so login checks only the upper bound. */
export const loginInput = z.object({
  email: z
    .string({ error: refusal("accounts.emailRequired") })
    .trim()
    .min(1, refusal("accounts.emailRequired"))
    .max(EMAIL_MAX, refusal("accounts.emailTooLong")),
  password: z
    .string({ error: refusal("accounts.passwordRequired") })
    .min(1, refusal("accounts.passwordRequired"))
    .max(PASSWORD_MAX, refusal("accounts.passwordTooLong")),
});

export const currentPassword = z
  .string({ error: refusal("accounts.passwordRequired") })
  .min(1, refusal("accounts.passwordRequired"))
  .max(PASSWORD_MAX, refusal("accounts.passwordTooLong"));

export const passwordChange = z.object({ currentPassword, newPassword });
export const emailChange = z.object({ currentPassword, email });
export const ownDeletion = z.object({ currentPassword });

/** The administrator's update: the row as it was read, with the changes. Absent members keep their stored values. */
export const adminAccountChange = z.object({
  username: username.optional(),
  /** An empty string removes the email address. */
  email: z.preprocess(emptyToNull, email.nullable()).optional(),
  /** Empty: the password stays as it is. */
  password: z.preprocess((value?: string | null) => emptyToAbsent(value), newPassword.optional()),
  planId: givenPlan.optional(),
  /** How many calendar months the plan is given for. Absent: the plan's own validity, if the plan changes. */
  planMonths: givenMonths,
  /** Whom the form shows. The change is refused if the account has another contact by now. */
  contactId: z.string().max(64).optional(),
  /** Needed for another address of the administrator's own. */
  currentPassword: currentPassword.optional(),
});
export type AdminAccountChange = z.output<typeof adminAccountChange>;

/** What owners may change in their own account; the administrator's update has a separate schema. */
export const accountChange = z.object({
  username: username.optional(),
  displayName: displayName.optional(),
  email: email.optional(),
  /** Needed for another address. */
  currentPassword: currentPassword.optional(),
});

/** The filters of the administrator's list. */
export const userListQuery = pageQuery(PAGE_SIZE.users).extend({
  q: z.string().trim().max(USER_SEARCH_MAX).default(""),
  sort: z.enum(USER_SORTS).default("created"),
  order: z.enum(SORT_ORDERS).default("desc"),
  plan: z.coerce.number<string>().int().min(1).optional(),
  status: z.enum(USER_STATUSES).optional(),
  ...dayRange,
});
/** Who is the contact of no business, in pages. */
export const peopleQuery = pageQuery(PAGE_SIZE.users).extend({ q: z.string().trim().max(USER_SEARCH_MAX).default("") });
/** The filters of the export, which is in the order of sign-up. */
export const userExportQuery = userListQuery.pick({ q: true, plan: true, status: true, from: true, to: true });
/** The number of days; today is the last one. */
export const usageQuery = z.object({ days: z.coerce.number<string>().int().min(1).max(366).default(USAGE_DAYS) });
