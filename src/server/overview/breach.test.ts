import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { type BreachFacts, writeBreachLetter } from "../../contract/breach-letters.ts";
import { LANGUAGES } from "../../contract/language.ts";
import { sql } from "../platform/storage/db.ts";
import { readBreach, readBreachRows } from "./breach.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const HOUR_MS = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const read = (from: number, to: number, path = "") =>
  sapa.call("GET", `/api/breach${path}?from=${encodeURIComponent(iso(from))}&to=${encodeURIComponent(iso(to))}`, { token: admin });

/** An owner whose agent a visitor has asked something, and nothing since. */
async function talk(username: string): Promise<string> {
  const owner = await sapa.signUp(username);
  const chatId = await sapa.createAgent(owner.token, { chatName: `=${username}` });
  await (await connect(await sapa.listen(), chatId)).ask("Hello?");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`delete from sessions where user_id = ${owner.id}`);
    await tx.run(sql`update accounts set updated_at = created_at where id = ${owner.id}`);
  });
  return owner.id;
}

test("the accounts, agents and conversations that were in use within a time are counted and listed, and no others", async () => {
  const start = sapa.clock.now();
  await talk("before");
  sapa.clock.pass(10 * HOUR_MS);
  const within = await talk("within");
  sapa.clock.pass(10 * HOUR_MS);
  await talk("after");
  const [from, to] = [start + 5 * HOUR_MS, start + 15 * HOUR_MS];
  expect((await read(from, to)).body).toMatchObject({ agents: 1, conversations: 1, visitors: 1 });
  const { text, headers } = await read(from, to, "/export");
  expect(headers.get("content-disposition")).toContain("breach-");
  const rows = text.trimEnd().split("\r\n");
  expect(rows[0]).toStartWith('"kind","id","name","email"');
  expect(text).toContain(within);
  // No spreadsheet runs a name as a formula.
  expect(text).toContain(`"'=within"`);
  expect(text).not.toContain("=before");
  expect(text).not.toContain("=after");
  expect(rows.filter((row) => row.startsWith('"conversation"'))).toHaveLength(1);
  expect((await read(0, sapa.clock.now() + 1)).body).toMatchObject({ agents: 3, conversations: 3, visitors: 3 });
});

test("an account whose person was only signed in is among them, and so is one of which only the agent was in use", async () => {
  const start = sapa.clock.now();
  const quiet = await talk("quiet");
  sapa.clock.pass(40 * 24 * HOUR_MS);
  const chat = await sapa.db.get<{ id: string }>(sql`select id from agents where account_id = ${quiet}`);
  await (await connect(await sapa.listen(), chat?.id ?? "")).ask("Hello again?");
  const signedIn = await sapa.signUp("signed-in");
  await sapa.db.transaction((tx) =>
    tx.run(sql`update accounts set created_at = ${start}, updated_at = ${start} where id = ${signedIn.id}`),
  );
  admin = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  const { text } = await read(sapa.clock.now() - HOUR_MS, sapa.clock.now() + HOUR_MS, "/export");
  const accounts = text.split("\r\n").filter((row: string) => row.startsWith('"account"'));
  for (const id of [quiet, signedIn.id]) expect(accounts.filter((row: string) => row.includes(`"${id}"`)).length).toBe(1);
});

test("conversations are counted and listed in slices, between which other work runs, also if none of them is in the time", async () => {
  const owner = await sapa.signUp("busy");
  const chatId = await sapa.createAgent(owner.token);
  const at = sapa.clock.now();
  await sapa.db.transaction(async (tx) => {
    const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)`;
    await tx.run(sql`
      insert into visitors (id, agent_id, created_at, last_seen_at)
      ${numbers} select 'v' || i, cast(${chatId} as text), cast(${at} as bigint), cast(${at} as bigint) from n where i <= 1250`);
    await tx.run(sql`
      insert into conversations (id, agent_id, account_id, visitor_id, created_at, updated_at, ended_at)
      ${numbers} select 'c' || i, cast(${chatId} as text), cast(${owner.id} as text), 'v' || ((i + 1) / 2), cast(${at} as bigint), cast(${at} as bigint), cast(${at} as bigint) from n`);
  });
  let turns = 0;
  const rest = {
    isDue: () => true,
    async take() {
      turns++;
    },
  };
  const all = { from: at - HOUR_MS, before: at + HOUR_MS };
  expect(await readBreach(sapa.db, all, rest)).toMatchObject({ agents: 1, conversations: 2_500, visitors: 1_250 });
  expect(turns).toBe(3);
  const later = { from: at + HOUR_MS, before: at + 2 * HOUR_MS };
  turns = 0;
  expect(await readBreach(sapa.db, later, rest)).toMatchObject({ agents: 0, conversations: 0, visitors: 0 });
  expect(turns).toBe(3);
  const ids: unknown[] = [];
  for await (const rows of readBreachRows(sapa.db, all, rest))
    ids.push(...rows.filter(([kind]) => kind === "conversation").map(([, id]) => id));
  expect(new Set(ids).size).toBe(2_500);
  expect(ids).toHaveLength(2_500);
});

test("every member of an account is listed, also one who has signed out since, and the account is counted once", async () => {
  const start = sapa.clock.now();
  const owner = await sapa.signUp("boss");
  const member = await sapa.signUp("helper");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${owner.id}, ${member.id}, 'editor', ${start})`);
    await tx.run(sql`delete from members where account_id = ${member.id}`);
    await tx.run(sql`delete from accounts where id = ${member.id}`);
  });
  sapa.clock.pass(20 * 24 * HOUR_MS);
  const within = sapa.clock.now();
  expect((await sapa.call("GET", "/api/account", { token: member.token })).status).toBe(200);
  expect((await sapa.call("POST", "/api/logout", { token: member.token })).status).toBeLessThan(300);
  sapa.clock.pass(5 * HOUR_MS);
  admin = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  await sapa.db.transaction((tx) => tx.run(sql`delete from sessions where user_id <> (select id from users where role = 'admin')`));
  const { text } = await read(within - HOUR_MS, within + HOUR_MS, "/export");
  const rows = text.trimEnd().split("\r\n");
  expect(rows.filter((row: string) => row.startsWith('"account"') && row.includes(`"${owner.id}"`))).toHaveLength(1);
  expect(rows.filter((row: string) => row.startsWith('"member"') && row.includes('"helper","helper@example.com"'))).toHaveLength(1);
  const { body } = await read(within - HOUR_MS, within + HOUR_MS);
  expect(body.accounts).toBe(2);
});

test("a member who was removed since and has no business is listed, too", async () => {
  const owner = await sapa.signUp("boss");
  const { body } = await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "editor" } });
  const input = { token: body.token, username: "citra", email: "citra@example.com", password: "secret-1" };
  const joined = (await sapa.call("POST", "/api/join/signup", { body: input })).body;
  const within = sapa.clock.now();
  sapa.clock.pass(2 * HOUR_MS);
  expect((await sapa.call("DELETE", `/api/members/${joined.personId}`, { token: owner.token })).status).toBe(204);
  const rows = async (from: number, to: number) =>
    (await read(from, to, "/export")).text.split("\r\n").filter((row) => row.includes("citra@"));
  expect(await rows(within - HOUR_MS, within + HOUR_MS)).toHaveLength(1);
  expect(await rows(within - 4 * HOUR_MS, within - 2 * HOUR_MS)).toEqual([]);
});

test("a business that only a member has used who has left it since is counted and listed", async () => {
  const owner = await sapa.signUp("boss");
  const helper = await sapa.signUp("helper");
  const { body } = await sapa.call("POST", "/api/members/invitations", { token: owner.token, body: { role: "editor" } });
  expect((await sapa.call("POST", "/api/join", { token: helper.token, body: { token: body.token } })).status).toBe(200);
  sapa.clock.pass(5 * HOUR_MS);
  const within = sapa.clock.now();
  const headers = { "sapa-account": owner.id };
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: helper.token, headers })).status).toBe(200);
  const rows = async () =>
    (await read(within - HOUR_MS, within + HOUR_MS, "/export")).text
      .split("\r\n")
      .filter((row) => row.startsWith(`"account","${owner.id}"`));
  expect(await rows()).toHaveLength(1);
  sapa.clock.pass(2 * HOUR_MS);
  expect((await sapa.call("POST", "/api/members/leave", { token: helper.token, headers })).status).toBe(204);
  expect(await rows()).toHaveLength(1);
});

test("a time that ends before it begins is refused", async () => {
  expect((await read(sapa.clock.now(), sapa.clock.now() - 1)).status).toBe(422);
});

test.each(LANGUAGES)("both letters in %s have the figures, and a mark wherever the operator must write", (language) => {
  const touched = { accounts: 3, agents: 4, conversations: 1_234, visitors: 567 };
  const about: BreachFacts = {
    operator: "Agensi Sapa",
    contact: "",
    from: null,
    to: Date.parse("2026-11-21T04:00:00Z"),
    noticed: null,
    touched,
  };
  for (const which of ["toCommissioner", "toPersons"] as const) {
    const letter = writeBreachLetter(which, language, about);
    expect(letter).toContain("Agensi Sapa");
    expect(letter).not.toMatch(/\{\{|undefined/);
    expect(letter).toContain(language === "en" ? "[please fill in]" : "[sila isi]");
    if (which === "toCommissioner") expect(letter).toContain("1,234");
  }
});
