/** Mail, for the administrator. */
import type { mailTestInput } from "../mail.schema.ts";
import type { MailState, MailTest } from "../mail.ts";
import { call } from "./call.ts";

export const mailCalls = {
  fetchMail: call<{ answer: MailState }>()("GET", "/api/mail", "admin"),
  /** Sends a test message at once, and says what the mail server answered. */
  testMail: call<{ body: typeof mailTestInput; answer: MailTest }>()("POST", "/api/mail/test", "admin", { timeoutMs: 75_000 }),
};
