/** Deliveries to a real mail server on the loopback, and to servers that fail in each phase. */
import { afterEach, describe, expect, test } from "bun:test";
import { type AddressInfo, createServer } from "node:net";
import { CERTIFICATE } from "../../../test/certificate.ts";
import {
  closedPort,
  headerOf,
  type MailServer,
  type Silence,
  startMailServer,
  startSilentServer,
  textOf,
} from "../../../test/mail-server.ts";
import { type Mail, MailFailed, SMTP_LIMITS, type SmtpServer, sendBySmtp } from "./smtp.ts";

const open: { close(): Promise<void> }[] = [];
const opened = <Server extends { close(): Promise<void> }>(server: Server): Server => {
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const MAIL: Mail = {
  messageId: "<m1@kedai.example>",
  date: Date.parse("2026-11-21T04:00:00Z"),
  from: { name: "Kedai Kopi ☕", address: "hello@kedai.example" },
  to: "aminah@example.com",
  subject: "Pilih kata laluan baharu – ☕",
  text: "Salam.\n\n.\n\nhttps://kedai.example/reset?token=abc_def-123",
  html: "<p>Salam.</p>",
};
const serverOn = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: "127.0.0.1",
  port,
  security: "none",
  user: "",
  password: "",
  ...more,
});
const failureOf = async (sending: Promise<unknown>): Promise<Pick<MailFailed, "phase" | "words" | "isFinal">> => {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MailFailed)) throw error ?? new Error("it was delivered");
  return { phase: error.phase, words: error.words, isFinal: error.isFinal };
};

describe("a delivery", () => {
  test("carries the logo inside, where the text finds it", async () => {
    const server = opened(await startMailServer({}));
    const content = new TextEncoder().encode("the bytes of a logo");
    const html = '<p><img src="cid:logo" alt="Kedai"></p>';
    await sendBySmtp(serverOn(server.port), { ...MAIL, html, logo: "/files/logo.png", picture: { content, type: "image/png" } });
    const raw = server.received[0]?.raw ?? "";
    expect(raw).toContain("Content-ID: <logo>");
    expect(raw).toContain("Content-Type: image/png; name=logo.png");
    expect(raw).toContain("Content-Disposition: inline");
    expect(raw).toContain(Buffer.from(content).toString("base64"));
    expect(raw).toMatch(/multipart\/related/);
  });

  test.each(["none", "starttls", "tls"] as const)("arrives whole, with security %s and a login", async (security) => {
    const server = opened(await startMailServer({ security, login: { user: "kedai", password: "rahsia 1" } }));
    const answer = await sendBySmtp(serverOn(server.port, { security, user: "kedai", password: "rahsia 1" }), MAIL, { ca: CERTIFICATE });
    expect(answer).toContain("Taken");
    const [arrived] = server.received;
    expect(arrived).toMatchObject({
      from: "hello@kedai.example",
      to: ["aminah@example.com"],
      user: "kedai",
      isEncrypted: security !== "none",
    });
    const raw = arrived?.raw ?? "";
    expect(headerOf(raw, "Message-ID")).toBe("<m1@kedai.example>");
    expect(headerOf(raw, "Date")).toBe("Sat, 21 Nov 2026 04:00:00 +0000");
    expect(headerOf(raw, "Auto-Submitted")).toBe("auto-generated");
    expect(textOf(raw).replace(/\r\n/g, "\n").trim()).toBe(MAIL.text);
  });

  test("of the same mail has the same Message-ID and date each time", async () => {
    const server = opened(await startMailServer());
    for (let n = 0; n < 3; n++) await sendBySmtp(serverOn(server.port), MAIL);
    const ids = server.received.map(({ raw }) => `${headerOf(raw, "Message-ID")} ${headerOf(raw, "Date")}`);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });
});

describe("a server that fails", () => {
  test("by refusing the connection", async () => {
    const failure = await failureOf(sendBySmtp(serverOn(await closedPort()), MAIL));
    expect(failure).toMatchObject({ phase: "connect", isFinal: false });
    expect(failure.words).not.toBe("");
  });

  test.each(["tls", "starttls"] as const)("by a certificate of an unknown authority, with %s", async (security) => {
    const server = opened(await startMailServer({ security }));
    expect(await failureOf(sendBySmtp(serverOn(server.port, { security }), MAIL))).toMatchObject({ phase: "secure", isFinal: false });
    expect(server.received).toEqual([]);
  });

  test("by offering no STARTTLS, where it is required: neither the login nor the mail is sent in the clear", async () => {
    const server = opened(await startMailServer({ login: { user: "kedai", password: "rahsia" } }));
    const failing = sendBySmtp(serverOn(server.port, { security: "starttls", user: "kedai", password: "rahsia" }), MAIL);
    expect(await failureOf(failing)).toMatchObject({ phase: "secure", isFinal: false });
    expect(server.received).toEqual([]);
  });

  test.each([
    ["greeting", "554 No service", "connect", false],
    ["logIn", "535 5.7.8 Wrong name or password", "logIn", false],
    ["sender", "553 This sender is not yours", "sender", false],
    ["sender", "451 Later", "sender", false],
    ["recipient", "550 5.1.1 No such mailbox", "recipient", true],
    ["recipient", "450 Greylisted", "recipient", false],
    ["message", "554 Looks like spam", "message", true],
    ["message", "452 Out of space", "message", false],
  ] as const)("with an answer in the phase %s: %s", async (at, text, phase, isFinal) => {
    const server: MailServer = opened(await startMailServer({ refuses: { [at]: text }, login: { user: "kedai", password: "x" } }));
    const failure = await failureOf(sendBySmtp(serverOn(server.port, { user: "kedai", password: "x" }), MAIL));
    expect(failure).toMatchObject({ phase, isFinal });
    expect(failure.words).toContain(text.slice(4));
    expect(server.received).toEqual([]);
  });

  const QUICK = { ...SMTP_LIMITS, connect: 400, greeting: 400, silence: 400, total: 5_000 };
  test.each(["greeting", "hello", "sender", "recipient", "data", "end"] as Silence[])("by silence from the phase %s on", async (from) => {
    const server = opened(await startSilentServer(from));
    expect(await failureOf(sendBySmtp(serverOn(server.port), MAIL, { limits: QUICK }))).toMatchObject({ isFinal: false });
  });

  test("by a byte now and then, which never ends a phase", async () => {
    const server = opened(await startSilentServer("end", true));
    const limits = { ...SMTP_LIMITS, total: 600 };
    expect(await failureOf(sendBySmtp(serverOn(server.port), MAIL, { limits }))).toMatchObject({ isFinal: false, phase: "message" });
  });
});

test("of a server's words, what is not text is left out", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end("554 No\0 \u001b[31mthanks\u202e\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const { port } = server.address() as AddressInfo;
  expect((await failureOf(sendBySmtp(serverOn(port), MAIL))).words).toBe("554 No [31mthanks");
});
