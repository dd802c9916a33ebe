/**
 * Delivers the mails of the outbox: a task of the installation, so one process does it at a time. A process that is killed
 * leaves its row open, and the next one sends the mail again with the same Message-ID.
 */
import { z } from "zod";
import { findByToken } from "../accounts/invitees-store.ts";
import { findLink } from "../accounts/links-store.ts";
import { findStaffInvitationByToken } from "../accounts/recruits-store.ts";
import type { Clock } from "../platform/clock.ts";
import { type Keys, SealError } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Reader } from "../platform/storage/db.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import { MAIL_KIND, type StoredMail, sealContext } from "./mail.ts";
import { countTry, delayMessage, endMessage, isAnyTooFar, listDueMessages, type OpenMessage, pullMessagesBack } from "./outbox-store.ts";
import { type Mail, MailFailed, type ReadPicture, type SmtpServer, sendBySmtp } from "./smtp.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** The pause after each failure in a row. When all have passed, the mail is given up. */
const PAUSES_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  ...Array<number>(11).fill(60 * MINUTE_MS),
  ...Array<number>(6).fill(6 * 60 * MINUTE_MS),
];
const LONGEST_PAUSE_MS = Math.max(...PAUSES_MS) * 1.2;
const BATCH = 20;
/** Deliveries at once: a recipient for whom the server hangs must not delay the others. */
const AT_ONCE = 3;
/** Mails of one round; the task's next round continues. */
const MAX_ROUND = 500;

const storedMail: z.ZodType<StoredMail> = z.object({
  messageId: z.string(),
  date: z.number(),
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  expiresAt: z.number(),
  linkHash: z.string().optional(),
  logo: z.string().optional(),
});

export interface DeliveryDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  keys: Pick<Keys, "open">;
  log: Pick<Log, "info" | "warn">;
  settings: Pick<SettingsSource, "read">;
  random?: () => number;
  /** Default: SMTP. */
  send?: (server: SmtpServer, mail: Mail) => Promise<string>;
  /** Default: mails have no logo. */
  readPicture?: ReadPicture;
}

export const serverOf = ({ smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword }: Settings): SmtpServer => ({
  host: smtpHost,
  port: smtpPort,
  security: smtpSecurity,
  user: smtpUser,
  password: smtpPassword,
});

/** @returns the work of one round: it delivers what is due, until nothing is, or the server fails. */
export function createDelivery(deps: DeliveryDeps): (signal?: AbortSignal) => Promise<void> {
  const { db, settings } = deps;
  return async (signal) => {
    let left = MAX_ROUND;
    while (left > 0 && !signal?.aborted) {
      const due = await listDueMessages(db, MAIL_KIND, Math.min(BATCH, left));
      if (due.length === 0) break;
      const current = await settings.read();
      // Without a server the mails wait; each of them ends when it means nothing any more.
      if (current.smtpHost === "") return expireAll(deps, due);
      left -= due.length;
      const round = { server: serverOf(current), isBroken: false, signal };
      const rest = [...due];
      const lane = async () => {
        for (let next = rest.shift(); next && !round.isBroken && !signal?.aborted; next = rest.shift()) await deliver(deps, next, round);
      };
      // All lanes end before the error of one is thrown: the next round must not send what this one still sends.
      const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
      for (const one of ended) if (one.status === "rejected") throw one.reason;
      if (round.isBroken) break;
    }
    // Most rounds find nothing, and should not write.
    if (await isAnyTooFar(db, LONGEST_PAUSE_MS)) await db.transaction((tx) => pullMessagesBack(tx, LONGEST_PAUSE_MS));
  };
}

const noPicture: ReadPicture = async () => null;

interface Round {
  server: SmtpServer;
  /** The server itself fails, whatever the mail: the round ends, so that it is not asked for each of them. */
  isBroken: boolean;
  signal: AbortSignal | undefined;
}

async function deliver(deps: DeliveryDeps, message: OpenMessage, round: Round): Promise<void> {
  const { db, log, send = sendBySmtp, readPicture = noPicture } = deps;
  const mail = unseal(deps, message);
  if (typeof mail === "string") return end(db, message, mail);
  if (mail.expiresAt <= db.now) return end(db, message, lateWords(message));
  if (await isSuperseded(db, mail)) return drop(db, message);
  await db.transaction((tx) => countTry(tx, message.id));
  try {
    const picture = mail.logo === undefined ? null : await readPicture(mail.logo);
    await send(round.server, picture ? { ...mail, picture } : mail);
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    round.isBroken ||= error.phase === "connect" || error.phase === "secure" || error.phase === "logIn";
    log.warn("a mail could not be delivered", {
      message: message.id,
      phase: error.phase,
      words: error.words,
      failures: message.failures + 1,
    });
    return fail(deps, message, error);
  }
  await db.transaction((tx) => endMessage(tx, message.id, { state: "sent", failures: message.failures, failure: null }));
}

/** The link of the mail was used, replaced or withdrawn, or belongs to a password or an address that has changed since. */
async function isSuperseded(db: Reader, { linkHash }: StoredMail): Promise<boolean> {
  if (linkHash === undefined) return false;
  const link = (await findLink(db, linkHash)) ?? (await findByToken(db, linkHash)) ?? (await findStaffInvitationByToken(db, linkHash));
  return link === undefined || link.usedAt !== null;
}

async function drop(db: Db, { id, failures }: OpenMessage): Promise<void> {
  await db.transaction((tx) => endMessage(tx, id, { state: "dropped", failures, failure: null }));
}

function unseal({ keys }: DeliveryDeps, { id, payload }: OpenMessage): StoredMail | string {
  try {
    return storedMail.parse(JSON.parse(keys.open(payload, sealContext(id))));
  } catch (error) {
    if (error instanceof SealError) return "The installation's key has changed since the message was written.";
    if (error instanceof SyntaxError || error instanceof z.ZodError) return "The stored message cannot be read.";
    throw error;
  }
}

const lateWords = ({ failures }: OpenMessage) =>
  failures > 0 ? "It could not be delivered in time." : "There was no mail server in time.";

async function end(db: Db, { id, failures }: OpenMessage, failure: string): Promise<void> {
  await db.transaction((tx) => endMessage(tx, id, { state: "failed", failures, failure }));
}

async function fail(
  { db, random = Math.random }: DeliveryDeps,
  message: OpenMessage,
  { words, isFinal, phase }: MailFailed,
): Promise<void> {
  const failures = message.failures + 1;
  const pause = PAUSES_MS[failures - 1];
  await db.transaction(async (tx) => {
    if (isFinal || pause === undefined) return endMessage(tx, message.id, { state: "failed", failures, failure: words });
    await delayMessage(tx, message.id, {
      dueAt: tx.now + Math.round(pause * (1 + random() / 5)),
      failures,
      failure: words,
      // Before its text was sent, the mail cannot have arrived.
      hasLeft: phase === "message",
    });
  });
}

async function expireAll(deps: DeliveryDeps, due: readonly OpenMessage[]): Promise<void> {
  for (const message of due) {
    const mail = unseal(deps, message);
    if (typeof mail === "string" || mail.expiresAt <= deps.db.now)
      await end(deps.db, message, typeof mail === "string" ? mail : lateWords(message));
  }
}
