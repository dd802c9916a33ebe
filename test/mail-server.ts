/** A real mail server on the loopback, and servers that fail in one phase. */

import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

export interface Received {
  from: string;
  to: string[];
  /** The message with its header, as it arrived. */
  raw: string;
  user: string | undefined;
  isEncrypted: boolean;
}

export interface MailServer {
  port: number;
  received: Received[];
  close(): Promise<void>;
}

/** What the server refuses, with the answer. */
export interface Refusals {
  greeting?: string;
  logIn?: string;
  sender?: string;
  recipient?: string;
  message?: string;
}

interface Options {
  security?: "tls" | "starttls" | "none";
  /** Absent: no login is offered. */
  login?: { user: string; password: string };
  refuses?: Refusals;
  /** How long the server thinks about a message before it takes it. */
  delayMs?: () => number;
  /** The share of messages that it refuses for now; a message is refused once at most. */
  refusesSome?: number;
}

const refusal = (text: string) => {
  const code = Number(text.slice(0, 3));
  return Object.assign(new Error(text.slice(4)), { responseCode: code });
};

export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const { security = "none", login, refuses = {}, delayMs = () => 0, refusesSome = 0 } = options;
  const received: Received[] = [];
  const refused = new Set<string>();
  const answer = (text: string | undefined, done: (error?: Error | null) => void) => done(text === undefined ? null : refusal(text));
  const behaviour: SMTPServerOptions = {
    secure: security === "tls",
    key: CERTIFICATE_KEY,
    cert: CERTIFICATE,
    // The certificate above is for this; the library's own test certificate is not used.
    authOptional: login === undefined,
    allowInsecureAuth: security === "none",
    disabledCommands: [...(security === "starttls" ? [] : ["STARTTLS"]), ...(login ? [] : ["AUTH"])],
    disableReverseLookup: true,
    onConnect: (_session, done) => answer(refuses.greeting, done),
    onAuth: (auth, _session, done) => {
      if (refuses.logIn !== undefined) return done(refusal(refuses.logIn));
      const isRight = auth.username === login?.user && auth.password === login?.password;
      return isRight ? done(null, { user: auth.username }) : done(refusal("535 5.7.8 Wrong name or password"));
    },
    onMailFrom: (_address, _session, done) => answer(refuses.sender, done),
    onRcptTo: (_address, _session, done) => answer(refuses.recipient, done),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (refuses.message !== undefined) return done(refusal(refuses.message));
        const { mailFrom, rcptTo } = session.envelope;
        const key = rcptTo.map(({ address }) => address).join();
        if (Math.random() < refusesSome && !refused.has(key)) {
          refused.add(key);
          return done(refusal("451 4.3.0 Later, please"));
        }
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString("utf8"),
          user: session.user as string | undefined,
          isEncrypted: session.secure,
        });
        setTimeout(() => done(null, "250 2.0.0 Taken"), delayMs());
      });
    },
  };
  const server = new SMTPServer(behaviour);
  // A client that closes the connection is no failure of the server.
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Where a server stops answering. */
export type Silence = "greeting" | "hello" | "sender" | "recipient" | "data" | "end";

/** Answers up to a phase, and then never again: but keeps the connection. With `drips`, it sends a byte now and then. */
export async function startSilentServer(from: Silence, drips = false): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let isSilent = false;
    let isData = false;
    const say = (at: Silence, text: string) => {
      isSilent ||= at === from;
      if (!isSilent) return void socket.write(text);
      if (!drips) return;
      const timer = setInterval(() => socket.write("2"), 50);
      socket.on("close", () => clearInterval(timer));
    };
    say("greeting", "220 ready\r\n");
    socket.on("data", (data) => {
      for (const line of data.toString("latin1").split("\r\n")) {
        if (isSilent || line === "") continue;
        if (isData) {
          if (line === ".") say("end", "250 Taken\r\n");
        } else if (/^EHLO/i.test(line)) say("hello", "250 localhost\r\n");
        else if (/^MAIL/i.test(line)) say("sender", "250 OK\r\n");
        else if (/^RCPT/i.test(line)) say("recipient", "250 OK\r\n");
        else if (/^DATA/i.test(line)) {
          isData = true;
          say("data", "354 go on\r\n");
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A port of the loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A header of a message, with folded lines joined. */
export function headerOf(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  const line = head.split("\r\n").find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/** The plain text part of a message, decoded. */
export function textOf(raw: string): string {
  const part = raw.split(/\r\n--[^\r\n]+\r\n/).find((one) => /^content-type: text\/plain/im.test(one)) ?? raw;
  const body = part.slice(part.indexOf("\r\n\r\n") + 4);
  if (/^content-transfer-encoding: base64/im.test(part)) return Buffer.from(body, "base64").toString("utf8");
  if (!/^content-transfer-encoding: quoted-printable/im.test(part)) return body;
  const bytes = body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The first link in the plain text of a message. */
export const linkOf = (raw: string): string => /https?:\/\/\S+/.exec(textOf(raw))?.[0] ?? "";
