import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { appWithMail, PUBLIC_URL, type WithMail } from "../../../test/with-mail.ts";
import { createDelivery } from "../mail/deliver.ts";
import { MailFailed } from "../mail/smtp.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { announceEndings } from "./endings.ts";
import { listRunningTerms } from "./store.ts";
import { grantTerm, takeBackTerm } from "./terms.ts";

const timeZone = "Asia/Kuala_Lumpur";
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const grant = (sapa: TestApp, accountId: string) =>
  sapa.db.transaction((tx) => grantTerm(tx, { accountId, planId: 2, months: 1, paymentId: null, timeZone }));

/** An owner with a plan that ends on 21 December. */
async function open(options: Parameters<typeof appWithMail>[0] = {}): Promise<WithMail & { owner: { id: string; token: string } }> {
  const mail = await appWithMail(options);
  closing.push(() => mail.sapa.close());
  const owner = await mail.sapa.signUp("siti");
  await mail.sapa.db.transaction((tx) =>
    tx.run(sql`
      insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, created_at, updated_at)
      values (2, 'Starter', 1000, 2, 500, 10, 2990, 0, 0)`),
  );
  await grant(mail.sapa, owner.id);
  // The mail that asks for the confirmation of the address.
  await mail.arrivals();
  return { ...mail, owner };
}

const login = async (sapa: TestApp): Promise<{ token: string }> =>
  (await sapa.call("POST", "/api/login", { body: { email: "siti@example.com", password: "secret-1" } })).body;
const remind = (sapa: TestApp) => announceEndings({ db: sapa.db, timeZone, mailRoom: sapa.live.mailRoom });
const subjects = async (mail: WithMail) => (await mail.arrivals()).map(({ subject }) => subject);

test("an owner gets one mail 14, 7 and 1 days before the end, in the owner's language, and none after a renewal", async () => {
  const mail = await open();
  const { sapa, owner } = mail;
  await sapa.db.transaction((tx) => tx.run(sql`update users set language = 'ms' where id = ${owner.id}`));
  const days: number[] = [];
  for (let hour = 0; hour < 29 * 24; hour += 6) {
    await remind(sapa);
    for (const { subject, to, text } of await mail.arrivals()) {
      expect([subject, to]).toEqual(["Pelan anda tamat pada 21 Disember 2026", "siti@example.com"]);
      expect(text).toContain(`${PUBLIC_URL}/plans`);
      days.push(Math.ceil((Date.parse("2026-12-21T04:00:00Z") - sapa.clock.now()) / DAY_MS));
    }
    sapa.clock.pass(6 * 3_600_000);
  }
  expect(days).toEqual([14, 7]);
  await grant(sapa, owner.id);
  sapa.clock.pass(1.5 * DAY_MS);
  await remind(sapa);
  expect(await subjects(mail)).toEqual([]);
  // The new end has reminders of its own.
  sapa.clock.pass(20 * DAY_MS);
  await remind(sapa);
  expect(await subjects(mail)).toEqual(["Pelan anda tamat pada 21 Januari 2027"]);
});

test("two nodes that remind at the same time send one mail", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-reminders-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const mail = await open({ folder });
  const other = await testApp({ folder, clock: mail.sapa.clock, env: { SAPA_PUBLIC_URL: PUBLIC_URL } });
  closing.push(() => other.close());
  mail.sapa.clock.pass(25 * DAY_MS);
  await Promise.all([remind(mail.sapa), remind(other), remind(mail.sapa), remind(other)]);
  expect(await subjects(mail)).toHaveLength(1);
});

test("after a time without a server, or a clock that jumps, only the last reminder is sent, and none twice", async () => {
  const mail = await open();
  const { sapa } = mail;
  sapa.clock.pass(29.5 * DAY_MS);
  await remind(sapa);
  expect(await subjects(mail)).toHaveLength(1);
  for (const days of [-0.4, 0.4, -0.3, 0.2]) {
    sapa.clock.pass(days * DAY_MS);
    await remind(sapa);
  }
  expect(await subjects(mail)).toEqual([]);
  // After the end there is nothing to remind of.
  sapa.clock.pass(DAY_MS);
  await remind(sapa);
  expect(await subjects(mail)).toEqual([]);
});

test("a reminder that has not left is withdrawn when the plan is renewed", async () => {
  const mail = await open();
  mail.sapa.clock.pass(25 * DAY_MS);
  await remind(mail.sapa);
  await grant(mail.sapa, mail.owner.id);
  expect(await subjects(mail)).toEqual([]);
  const shown = (await mail.sapa.db.get<{ n: number }>(sql`select count(*) as n from notices where kind = 'ending' and read_at is null`))
    ?.n;
  expect(shown).toBe(0);
});

const shownIds = async ({ sapa }: WithMail) =>
  (await sapa.db.all<{ id: string }>(sql`select id from notices where kind = 'ending' and read_at is null`)).map(({ id }) => id);
/** Takes the term back that began last. */
const takeBack = (sapa: TestApp, accountId: string) =>
  sapa.db.transaction(async (tx) => {
    const last = (await listRunningTerms(tx, accountId)).at(-1);
    if (!last) throw new Error("there is no term");
    await takeBackTerm(tx, last, "the payment was taken back", timeZone);
  });

test("a reminder that was withdrawn before it left is sent when the renewal is taken back", async () => {
  const mail = await open();
  mail.sapa.clock.pass(25 * DAY_MS);
  await remind(mail.sapa);
  await grant(mail.sapa, mail.owner.id);
  await takeBack(mail.sapa, mail.owner.id);
  await remind(mail.sapa);
  expect(await subjects(mail)).toHaveLength(1);
  expect(await shownIds(mail)).toHaveLength(1);
});

const dismiss = async (mail: WithMail) => {
  const { token } = await login(mail.sapa);
  for (const id of await shownIds(mail)) expect((await mail.sapa.call("POST", `/api/notices/${id}/read`, { token })).status).toBe(204);
};

test("a reminder whose notice was dismissed is withdrawn by a renewal, and sent if the renewal is taken back", async () => {
  const mail = await open();
  const { sapa, owner } = mail;
  sapa.clock.pass(25 * DAY_MS);
  await remind(sapa);
  await dismiss(mail);
  await grant(sapa, owner.id);
  expect(await subjects(mail)).toEqual([]);
  await takeBack(sapa, owner.id);
  await remind(sapa);
  expect(await subjects(mail)).toHaveLength(1);
});

test("of late reminders only the last is sent, also if the notice of the first was dismissed", async () => {
  const mail = await open();
  mail.sapa.clock.pass(28.5 * DAY_MS);
  await remind(mail.sapa);
  await dismiss(mail);
  mail.sapa.clock.pass(0.8 * DAY_MS);
  await remind(mail.sapa);
  expect(await subjects(mail)).toHaveLength(1);
});

test.each([
  ["connect", 1],
  ["message", 0],
] as const)("a reminder whose delivery failed at %p is sent %p times after a renewal was taken back", async (phase, sent) => {
  const mail = await open();
  const { sapa, owner } = mail;
  sapa.clock.pass(29.5 * DAY_MS);
  await remind(sapa);
  const send = () => Promise.reject(new MailFailed(phase, "ECONNREFUSED", false));
  await createDelivery({ ...sapa, settings: sapa.live.settings, send })();
  await grant(sapa, owner.id);
  await takeBack(sapa, owner.id);
  await remind(sapa);
  sapa.clock.pass(60_000);
  expect(await subjects(mail)).toHaveLength(sent);
});

test("a reminder that has left is shown again when the renewal is taken back, and not sent again; a dismissed one is neither", async () => {
  const mail = await open();
  const { sapa, owner } = mail;
  sapa.clock.pass(25 * DAY_MS);
  await remind(sapa);
  expect(await subjects(mail)).toHaveLength(1);
  const before = await shownIds(mail);
  for (let round = 0; round < 2; round++) {
    await grant(sapa, owner.id);
    expect(await shownIds(mail)).toEqual([]);
    await takeBack(sapa, owner.id);
    await remind(sapa);
    expect(await shownIds(mail)).toEqual(before);
  }
  await sapa.call("POST", `/api/notices/${before[0]}/read`, { token: (await login(sapa)).token });
  await grant(sapa, owner.id);
  await takeBack(sapa, owner.id);
  await remind(sapa);
  expect(await shownIds(mail)).toEqual([]);
  expect(await subjects(mail)).toEqual([]);
});

test("without mail there is only the notice; suspended owners get no mail", async () => {
  const mail = await open();
  const { sapa, owner } = mail;
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = 1 where id = ${owner.id}`));
  sapa.clock.pass(25 * DAY_MS);
  await remind(sapa);
  await sapa.call("PUT", "/api/settings", { token: mail.admin, body: { smtpHost: "" } });
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = null where id = ${owner.id}`));
  sapa.clock.pass(4.5 * DAY_MS);
  await remind(sapa);
  expect(await sapa.db.all(sql`select 1 from outbox where ended_at is null`)).toEqual([]);
  const bodies = await sapa.db.all<{ body: string }>(sql`select body from notices where kind = 'ending' and read_at is null`);
  expect(bodies.map(({ body }) => JSON.parse(body))).toEqual([
    { planName: "Starter", validUntil: Date.parse("2026-12-21T04:00:00Z"), days: 1 },
  ]);
});

test("if the notice cannot be stored, no mail is sent", async () => {
  const mail = await open();
  const { sapa } = mail;
  sapa.clock.pass(25 * DAY_MS);
  await sapa.db.transaction((tx) => tx.run(sql`update plans set name = 'Starter' where id = 2`));
  const broken = sapa.db.transaction.bind(sapa.db);
  const failing = {
    ...sapa.db,
    now: sapa.db.now,
    transaction: (body: Parameters<typeof broken>[0]) =>
      broken(async (tx) => {
        await body(tx);
        throw new Error("the commit failed");
      }),
  } as unknown as typeof sapa.db;
  Object.setPrototypeOf(failing, sapa.db);
  await expect(announceEndings({ db: failing, timeZone, mailRoom: sapa.live.mailRoom })).rejects.toThrow("the commit failed");
  expect(await subjects(mail)).toEqual([]);
  await remind(sapa);
  expect(await subjects(mail)).toHaveLength(1);
});
