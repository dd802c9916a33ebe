/** What becomes of the mails of the outbox. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";
import { createDelivery } from "./deliver.ts";
import { createMailRoom, type MailRoom } from "./mail.ts";
import { type Mail, MailFailed, type SmtpServer } from "./smtp.ts";

let sapa: TestApp;
let mailRoom: MailRoom;
/** What the fake mail server has taken. */
let taken: Mail[];
/** How the fake mail server refuses the next mails. */
let refuse: (mail: Mail, server: SmtpServer) => MailFailed | null;

beforeEach(async () => {
  sapa = await testApp({ env: { SAPA_PUBLIC_URL: "https://chat.example.com" } });
  taken = [];
  refuse = () => null;
  mailRoom = createMailRoom({ ...sapa, settings: sapa.live.settings });
  const token = await sapa.adminToken();
  const settings = { smtpHost: "127.0.0.1", mailFrom: "hello@kedai.example", operatorName: "Kedai", smtpPassword: "canary-password" };
  expect((await sapa.call("PUT", "/api/settings", { token, body: settings })).status).toBe(200);
});
afterEach(() => sapa.close());

const send = async (server: SmtpServer, mail: Mail) => {
  const refusal = refuse(mail, server);
  if (refusal) throw refusal;
  taken.push(mail);
  return "250 Taken";
};
const deliver = () => createDelivery({ ...sapa, settings: sapa.live.settings, send, random: () => 0 })();
const write = async (to: string, more: { expiresAt?: number; accountId?: string } = {}) => {
  const post = await mailRoom.open();
  if (!post) throw new Error("mail is not set up");
  const link = post.linkTo("/reset?token=secret-token-canary");
  await sapa.db.transaction(async (tx) =>
    post.send(tx, { kind: "reset", language: "en", name: to, params: { username: "aminah" }, link, to, accountId: null, ...more }),
  );
};
const rows = () =>
  sapa.db.all<{ state: string; failures: number; failure: string | null; payload: string; due_at: number }>(
    sql`select state, failures, failure, payload, due_at from outbox order by destination`,
  );
const down = new MailFailed("connect", "Connection refused", false);

test("a mail is delivered once, and its text is erased then", async () => {
  await write("a@example.com");
  expect(await sapa.stored()).not.toContain("secret-token-canary");
  expect(await sapa.stored()).not.toContain("canary-password");
  await deliver();
  await deliver();
  expect(taken).toMatchObject([
    { to: "a@example.com", from: { name: "Kedai", address: "hello@kedai.example" }, subject: "Choose a new password" },
  ]);
  expect(taken[0]?.text).toContain("https://chat.example.com/reset?token=secret-token-canary");
  expect(await rows()).toMatchObject([{ state: "sent", payload: "" }]);
});

test("a mail whose transaction is undone is never delivered", async () => {
  const post = await mailRoom.open();
  const undone = sapa.db.transaction(async (tx) => {
    post?.send(tx, { kind: "test", language: "en", name: "a", params: {}, to: "a@example.com", accountId: null });
    throw new Error("undone");
  });
  await undone.catch(() => undefined);
  await deliver();
  expect(taken).toEqual([]);
});

test("a mail waits longer after each failure, keeps its Message-ID, and is given up after two days", async () => {
  await write("a@example.com");
  const ids = new Set<string>();
  refuse = (mail) => {
    ids.add(mail.messageId);
    return down;
  };
  const pauses: number[] = [];
  for (let tries = 0; tries < 100; tries++) {
    await deliver();
    const [row] = await rows();
    if (row?.state !== "waiting") break;
    pauses.push((row.due_at - sapa.clock.now()) / 1_000);
    sapa.clock.set(row.due_at);
  }
  expect(pauses.slice(0, 6)).toEqual([10, 30, 120, 300, 900, 3_600]);
  expect(pauses.length).toBeLessThan(30);
  expect(ids.size).toBe(1);
  expect(await rows()).toMatchObject([{ state: "failed", payload: "", failure: "Connection refused" }]);
});

test("a link that has expired is not delivered any more", async () => {
  await write("a@example.com", { expiresAt: sapa.clock.now() + 30 * 60_000 });
  refuse = () => down;
  await deliver();
  refuse = () => null;
  sapa.clock.pass(31 * 60_000);
  await deliver();
  expect(taken).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "failed", payload: "" }]);
});

test("a recipient that the server does not know ends that mail alone", async () => {
  await write("nobody@example.com");
  await write("a@example.com");
  refuse = ({ to }) => (to === "nobody@example.com" ? new MailFailed("recipient", "550 No such mailbox", true) : null);
  await deliver();
  expect(taken.map(({ to }) => to)).toEqual(["a@example.com"]);
  expect((await rows()).map(({ state, failure }) => [state, failure])).toEqual([
    ["sent", null],
    ["failed", "550 No such mailbox"],
  ]);
});

test("a server that is down is asked for a few mails and not for all of them, and none is lost", async () => {
  for (let n = 0; n < 30; n++) await write(`a${n}@example.com`);
  let asked = 0;
  refuse = () => {
    asked++;
    return down;
  };
  await deliver();
  expect(asked).toBeLessThanOrEqual(3);
  refuse = () => null;
  sapa.clock.pass(60_000);
  await deliver();
  expect(new Set(taken.map(({ to }) => to)).size).toBe(30);
  expect(taken).toHaveLength(30);
});

test("words of the server that cannot be stored count as a failure like any others", async () => {
  await write("a@example.com");
  // The cut is in the middle of a character.
  refuse = () => new MailFailed("message", `554 No\0 ${"☕😀".repeat(300)}`, true);
  await deliver();
  const [row] = await rows();
  expect(row).toMatchObject({ state: "failed", failures: 1 });
  expect(row?.failure).toMatch(/^554 No (?:☕😀)+☕?$/u);
  expect(await sapa.stored()).not.toContain("secret-token-canary");
});

test("without a mail server mails wait, and leave with the next one that is set", async () => {
  await write("a@example.com");
  const put = (body: object, token: string) => sapa.call("PUT", "/api/settings", { token, body });
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "admin", password: "admin-secret" } });
  await put({ smtpHost: "" }, body.token);
  await deliver();
  expect([taken, (await rows())[0]?.state]).toEqual([[], "waiting"]);
  expect(await mailRoom.open()).toBeNull();
  await put({ smtpHost: "mail.example.com", smtpPassword: "baharu" }, body.token);
  await deliver();
  expect(taken).toHaveLength(1);
});

test("after the clock was set back, a waiting mail does not wait for the old time", async () => {
  await write("a@example.com");
  refuse = () => down;
  await deliver();
  refuse = () => null;
  sapa.clock.leap(-365 * 24 * 3_600_000);
  await deliver();
  await deliver();
  expect(taken).toHaveLength(1);
});

test("the mail of an account ends with the account", async () => {
  const { id } = await sapa.signUp("aminah");
  await write("a@example.com", { accountId: id });
  await sapa.db.transaction((tx) => tx.run(sql`delete from accounts where id = ${id}`));
  expect(await rows()).toEqual([]);
});

test("a row that cannot be read ends, and the others are delivered", async () => {
  await write("a@example.com");
  const broken = sapa.keys.seal('{"to": 5}', "outbox:broken");
  await sapa.db.transaction((tx) =>
    tx.run(sql`
      insert into outbox (id, kind, destination, payload, due_at, created_at)
      values ('broken', 'mail', 'x@example.com', ${broken}, 0, 0), ('moved', 'mail', 'y@example.com', ${broken}, 0, 0)`),
  );
  await deliver();
  expect(taken.map(({ to }) => to)).toEqual(["a@example.com"]);
  expect((await rows()).map(({ state, failure }) => [state, failure])).toEqual([
    ["sent", null],
    ["failed", "The stored message cannot be read."],
    ["failed", "The installation's key has changed since the message was written."],
  ]);
});

test("a storage that fails during a round ends it after every delivery that was begun", async () => {
  for (let n = 0; n < 3; n++) await write(`a${n}@example.com`);
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const round = createDelivery({
    ...sapa,
    settings: sapa.live.settings,
    send: async () => {
      if (++begun === 1) throw new Error("no space");
      await isHeld;
      return "250 Taken";
    },
  })();
  let isOver = false;
  const ended = round
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (begun < 3) await Bun.sleep(1);
  expect(isOver).toBe(false);
  release();
  await ended;
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(["sent", "sent", "waiting"]);
});
