/** What an unconfirmed email address means. */
import { afterEach, expect, test } from "bun:test";
import type { TestApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { appWithMail, tokenOf, type WithMail } from "../../../test/with-mail.ts";
import { endLinks } from "../accounts/links-store.ts";
import { findPerson, setPasswordHash } from "../accounts/store.ts";
import type { DomainError } from "../platform/errors.ts";
import { sql } from "../platform/storage/db.ts";
import { changeEmail } from "./own-email.ts";

let mail: WithMail;
let sapa: TestApp;
const start = async (settings: Record<string, unknown> = {}) => {
  mail = await appWithMail({}, settings);
  sapa = mail.sapa;
};
afterEach(() => sapa.close());

const details = async ({ id, token }: { id: string; token: string }) => (await sapa.call("GET", `/api/users/${id}`, { token })).body;
const put = (body: object) => sapa.call("PUT", "/api/settings", { token: mail.admin, body });
const confirm = (token: string) => sapa.call("POST", "/api/email/confirm", { body: { token } });

/** The note of the reply to a visitor's question. */
async function ask(chatId: string, text: string): Promise<{ text: string; note: string | null }> {
  const client = await connect(await sapa.listen(), chatId);
  await client.ask(text);
  client.close();
  const row = await sapa.db.get<{ body: string; note: string | null }>(
    sql`select body, note from messages where author = 'agent' order by created_at desc, sequence desc limit 1`,
  );
  return { text: row?.body ?? "", note: row?.note ?? null };
}

test("an owner is asked to confirm the address until it is confirmed", async () => {
  await start();
  const owner = await sapa.signUp("aminah");
  expect((await details(owner)).unconfirmed).toEqual({ email: "aminah@example.com", isRequired: false });
  await confirm(tokenOf((await mail.arrivals())[0]));
  expect((await details(owner)).unconfirmed).toBeNull();
});

test("no owner is asked while mail does not work, or when the operator asks for nothing", async () => {
  await start({ verifyEmail: "off" });
  const owner = await sapa.signUp("aminah");
  expect([await mail.arrivals(), (await details(owner)).unconfirmed]).toEqual([[], null]);
  await put({ verifyEmail: "require", smtpHost: "" });
  expect((await details(owner)).unconfirmed).toBeNull();
  await put({ smtpHost: "mail.example.com" });
  expect((await details(owner)).unconfirmed).toEqual({ email: "aminah@example.com", isRequired: true });
  // The administrator sees the owner's page, and is not the one who is asked.
  expect((await details({ id: owner.id, token: mail.admin })).unconfirmed).toBeNull();
});

test("where it is required, no model answers until the address is confirmed, and the replies are free", async () => {
  await start({ verifyEmail: "require" });
  sapa.models.script = function* () {
    yield "The model answers.";
  };
  const owner = await sapa.signUp("aminah");
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at seven."] });
  const before = await ask(chatId, "When do you open?");
  expect(before.note).toBe("your email address is not confirmed yet");
  expect(sapa.models.calls).toHaveLength(0);
  expect(await sapa.db.get(sql`select coalesce(sum(used), 0) as n from usage_months`)).toEqual({ n: 0 });
  await confirm(tokenOf((await mail.arrivals())[0]));
  expect(await ask(chatId, "When do you close?")).toEqual({ text: "The model answers.", note: null });
  expect(sapa.models.calls).toHaveLength(1);
});

test("where it is required, no model is asked the test questions either", async () => {
  await start({ verifyEmail: "require" });
  sapa.models.script = function* () {
    yield "The model answers.";
  };
  const owner = await sapa.signUp("aminah");
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at seven."] });
  const golden = (method: string, rest = "", body?: object) =>
    sapa.call(method, `/api/chats/${chatId}/golden${rest}`, { token: owner.token, body });
  await golden("POST", "", { question: "When do you open?", expects: {} });
  expect((await golden("GET", "/model")).body.obstacle).toBe("unverified");
  expect((await golden("POST", "/model")).body.error).toMatchObject({ code: "conflict", told: { id: "golden.unverified" } });
  expect(await sapa.db.all(sql`select id from jobs where kind = 'tests with a model'`)).toEqual([]);
  await confirm(tokenOf((await mail.arrivals())[0]));
  expect((await golden("GET", "/model")).body.obstacle).toBeNull();
  expect((await golden("POST", "/model")).status).toBeLessThan(300);
});

test("where it is only asked for, a model answers without a confirmation", async () => {
  await start({ verifyEmail: "ask" });
  sapa.models.script = function* () {
    yield "The model answers.";
  };
  const owner = await sapa.signUp("aminah");
  const chatId = await sapa.createAgent(owner.token);
  expect((await ask(chatId, "Hello?")).text).toBe("The model answers.");
});

test("a payment is not matched with an account by an unconfirmed address", async () => {
  await start();
  const owner = await sapa.signUp("aminah");
  const plan = { name: "Pro", msgLimit: 10, chatLimit: 1, knowledgeWordLimit: 10, addKnowledgeLimit: 1, price: 29, validityMonths: 1 };
  const { body: made } = await sapa.call("POST", "/api/plans", { token: mail.admin, body: plan });
  const record = (user: string) =>
    sapa.call("POST", "/api/payments", {
      token: mail.admin,
      body: { user, planId: made.id, amount: 2_900, date: "2026-11-20", method: "cash", note: "" },
    });
  const refused = await record("aminah@example.com");
  expect([refused.status, refused.body.error.fields]).toEqual([
    422,
    { user: "This email address is not confirmed. Enter the username instead." },
  ]);
  expect(await sapa.db.all(sql`select id from payments`)).toEqual([]);
  await confirm(tokenOf((await mail.arrivals())[0]));
  expect((await record("aminah@example.com")).status).toBe(201);
  expect((await details(owner)).planName).toBe("Pro");
});

test("a payment is not matched by an unconfirmed address either while the operator asks nobody to confirm one", async () => {
  await start({ verifyEmail: "off" });
  await sapa.signUp("aminah");
  const plan = { name: "Pro", msgLimit: 10, chatLimit: 1, knowledgeWordLimit: 10, addKnowledgeLimit: 1, price: 29, validityMonths: 1 };
  const { body: made } = await sapa.call("POST", "/api/plans", { token: mail.admin, body: plan });
  const record = (user: string) => {
    const body = { user, planId: made.id, amount: 2_900, date: "2026-11-20", method: "cash", note: "" };
    return sapa.call("POST", "/api/payments", { token: mail.admin, body });
  };
  expect(Object.keys((await record("aminah@example.com")).body.error.fields)).toEqual(["user"]);
  expect((await record("aminah")).status).toBe(201);
});

test("no link to a new address is left when another request ends the links of the person meanwhile", async () => {
  await start();
  const { id } = await sapa.signUp("aminah");
  const account = await findPerson(sapa.db, id);
  if (!account) throw new Error("there is no account");
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  // A reset of the password, of which the last part is still to come.
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const reset = sapa.db.transaction(async (tx) => {
    await setPasswordHash(tx, id, "another");
    await endLinks(tx, id);
    begun();
    await held;
  });
  await isBegun;
  const post = { linkTo: (path: string) => path, send() {} };
  const deps = { db: sapa.db, mailRoom: { open: async () => post }, sharedRates: { spend: async () => {} } };
  const change = changeEmail(deps as unknown as Parameters<typeof changeEmail>[0], account, {
    email: "new@example.com",
    session: "",
    address: "",
  });
  const outcome = change.then(
    () => "changed",
    (error: DomainError) => error.code,
  );
  // With a lock of its own, the change would be finished by then.
  await Promise.race([outcome, Bun.sleep(200)]);
  finish();
  await reset;
  expect(await outcome).toBe("wrong_credentials");
  expect(await sapa.db.all(sql`select 1 from account_links where user_id = ${id} and purpose = 'email' and used_at is null`)).toEqual([]);
});
