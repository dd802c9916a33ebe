/** Mail. Rules: product 18. */
import type { MessageRef } from "./messages/message.ts";

/** How the connection to the mail server is encrypted: from the start, after STARTTLS (or not at all), or never. */
export const SMTP_SECURITIES = ["tls", "starttls", "none"] as const;
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number];

/** The port that mail servers usually have for it. */
export const SMTP_PORTS: Record<SmtpSecurity, number> = { tls: 465, starttls: 587, none: 25 };
export const SMTP_HOST_MAX = 253;
export const SMTP_USER_MAX = 254;
export const SMTP_PASSWORD_MAX = 256;

/** What a delivery was doing when it failed, in the order of SMTP. */
export const MAIL_PHASES = ["connect", "secure", "logIn", "sender", "recipient", "message"] as const;
export type MailPhase = (typeof MAIL_PHASES)[number];

/** `POST /api/mail/test`: what became of the test message. */
export interface MailTest {
  ok: boolean;
  message: string;
  told?: MessageRef;
  /** The mail server's own words, or those of the network; empty if there were none. */
  answer: string;
}

/** `GET /api/mail`: whether mail works, and what became of the latest messages. */
export interface MailState {
  /** The server and the sender are set, and the installation has a public address, without which no mail can have a link. */
  isReady: boolean;
  hasPublicUrl: boolean;
  /** Messages that are not delivered yet. */
  waiting: number;
  /** The latest trouble of a message that is waiting or was given up within the last days; null: none. */
  trouble: MailTrouble | null;
}

export interface MailTrouble {
  destination: string;
  /** The words of the mail server or of the network. */
  words: string;
  isGivenUp: boolean;
  /** ISO 8601 UTC: when the message was written. */
  at: string;
}
