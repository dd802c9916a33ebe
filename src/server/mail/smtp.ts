/**
 * Delivers one message by SMTP. Each phase has a time limit, and so has the whole delivery: a server that sends a byte now
 * and then must not hold it for ever. The operator chooses the server, so a private address is allowed.
 */
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { withoutControls } from "../../contract/knowledge.ts";
import type { MailPhase, SmtpSecurity } from "../../contract/mail.ts";
import { toStorable } from "../../contract/storable.ts";
import { LOGO_ID } from "./letter.ts";

export interface SmtpServer {
  host: string;
  port: number;
  security: SmtpSecurity;
  /** Empty: no login. */
  user: string;
  password: string;
}

/** A message as it is stored: each repetition has the same bytes in its header, above all the same Message-ID. */
export interface Mail {
  messageId: string;
  /** Epoch milliseconds. */
  date: number;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The path of the uploaded picture that the HTML shows as `cid:logo`. */
  logo?: string;
  /** Its content, once it was read for the delivery. */
  picture?: Picture;
}

interface Picture {
  content: Uint8Array<ArrayBuffer>;
  type: string;
}

/** Reads the uploaded picture at a path; null if it cannot be read. */
export type ReadPicture = (path: string) => Promise<Picture | null>;

/** Time limits in milliseconds: for the name, the connection, the greeting, silence within a phase, and the whole delivery. */
export interface SmtpLimits {
  dns: number;
  connect: number;
  greeting: number;
  silence: number;
  total: number;
}

export const SMTP_LIMITS: SmtpLimits = { dns: 10_000, connect: 10_000, greeting: 10_000, silence: 20_000, total: 60_000 };

export interface SmtpOptions {
  limits?: SmtpLimits;
  /** Certificates that are trusted besides the usual ones, as PEM. */
  ca?: string;
}

/** A delivery that failed: in which phase, with the server's own words. */
export class MailFailed extends Error {
  override name = "MailFailed";
  /** The words of the server or of the network. */
  readonly words: string;
  constructor(
    readonly phase: MailPhase,
    said: string,
    /** Another try of the same message would fail as well. */
    readonly isFinal: boolean,
  ) {
    const words = readable(said);
    super(`${phase}: ${words}`);
    this.words = words;
  }
}

const WORDS_MAX = 500;
/** One line of text that can be stored: a server may send any bytes. */
const readable = (said: string): string => toStorable(withoutControls(said).replace(/\s+/g, " ").trim().slice(0, WORDS_MAX));

interface SmtpError extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
  command?: string;
}

/** @returns what the server answered. @throws MailFailed. */
export async function sendBySmtp(server: SmtpServer, mail: Mail, options: SmtpOptions = {}): Promise<string> {
  return await talk(server, mail.from.address, options, async (connection, step) => {
    const raw = await composeMail(mail);
    let answer = "";
    await step((done) =>
      connection.send({ from: mail.from.address, to: mail.to }, raw, (error, info) => {
        answer = info?.response ?? "";
        done(error);
      }),
    );
    return readable(answer);
  });
}

/** Connects and logs in, and sends nothing. `sender`: the address that mails would have. @throws MailFailed. */
export async function verifySmtp(server: SmtpServer, sender: string, options: SmtpOptions = {}): Promise<void> {
  await talk(server, sender, options, async () => undefined);
}

type Step = (begin: (done: (error?: Error | null) => void) => void) => Promise<void>;

/** Connects, logs in, and calls `act`. @throws MailFailed. */
async function talk<T>(
  server: SmtpServer,
  sender: string,
  { limits = SMTP_LIMITS, ca }: SmtpOptions,
  act: (connection: SMTPConnection, step: Step) => Promise<T>,
): Promise<T> {
  const connection = new SMTPConnection(optionsOf(server, sender, limits, ca));
  let phase: MailPhase = "connect";
  const failed = Promise.withResolvers<never>();
  // A failure after the end has no listener any more.
  failed.promise.catch(() => undefined);
  const timer = setTimeout(() => failed.reject(timeoutOf(limits.total)), limits.total);
  connection.on("error", (error: Error) => failed.reject(error));
  connection.on("end", () => failed.reject(new Error("The server closed the connection.")));
  const step: Step = (begin) =>
    Promise.race([new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))), failed.promise]);
  try {
    await step((done) => connection.connect((error?: Error | null) => done(error)));
    if (server.user !== "") {
      phase = "logIn";
      await step((done) => connection.login({ user: server.user, pass: server.password }, done));
    }
    phase = "message";
    const answer = await act(connection, step);
    connection.quit();
    return answer;
  } catch (error) {
    connection.close();
    throw asFailure(error as SmtpError, phase);
  } finally {
    clearTimeout(timer);
  }
}

const attachedLogo = ({ content, type }: Picture) => ({
  filename: type === "image/png" ? "logo.png" : "logo.jpg",
  content: Buffer.from(content),
  contentType: type,
  cid: LOGO_ID,
  contentDisposition: "inline" as const,
});

function composeMail(mail: Mail): Promise<Buffer> {
  const { from, to, subject, text, html, messageId, picture } = mail;
  const attachments = picture ? [attachedLogo(picture)] : [];
  // A program that answers mail by itself must not answer these.
  const headers = { "Auto-Submitted": "auto-generated" };
  return new MailComposer({ from, to, subject, text, html, messageId, headers, attachments, date: new Date(mail.date) }).compile().build();
}

function optionsOf(
  { host, port, security }: SmtpServer,
  sender: string,
  limits: SmtpLimits,
  ca: string | undefined,
): SMTPConnectionOptions {
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // The sender's domain rather than the name of the machine, which stays private.
    name: sender.split("@")[1],
    allowInternalNetworkInterfaces: true,
    dnsTimeout: limits.dns,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
  };
}

const timeoutOf = (ms: number): SmtpError => Object.assign(new Error(`No end within ${ms / 1_000} seconds.`), { code: "ETIMEDOUT" });

/** A certificate that cannot be trusted, or no encryption at all. */
const OF_TLS = /certificate|self.signed|TLS|SSL|STARTTLS|CERT_|issuer|altnames/i;

function phaseOf(error: SmtpError, during: MailPhase): MailPhase {
  const command = error.command ?? "";
  if (error.code === "EAUTH" || command.startsWith("AUTH")) return "logIn";
  if (error.code === "ETLS" || command === "STARTTLS") return "secure";
  if (during === "connect") return OF_TLS.test(`${error.code} ${error.message}`) ? "secure" : "connect";
  if (command === "MAIL FROM") return "sender";
  if (command === "RCPT TO") return "recipient";
  return during;
}

function asFailure(error: SmtpError, during: MailPhase): MailFailed {
  const phase = phaseOf(error, during);
  // A refused login or sender is a mistake in the settings, which the operator may mend while the message waits.
  const isAboutMessage = phase === "recipient" || phase === "message";
  const code = error.responseCode ?? 0;
  return new MailFailed(phase, error.response ?? error.message, isAboutMessage && code >= 500 && code < 600);
}
