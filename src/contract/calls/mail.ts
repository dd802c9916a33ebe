/** Mail, for the administrator. */
import type { mailTestInput } from "../mail.schema.ts";
import type { MailState, MailTest } from "../mail.ts";
import { ADMINISTRATOR, call } from "./call.ts";

export const mailCalls = {
  fetchMail: call<{ answer: MailState }>()("GET", "/api/mail", "admin", ADMINISTRATOR),
  /** Sends a test message at once, and says what the mail server answered. */
  testMail: call<{ body: typeof mailTestInput; answer: MailTest }>()("POST", "/api/mail/test", "admin", {
    ...ADMINISTRATOR,
    timeoutMs: 75_000,
  }),
};
