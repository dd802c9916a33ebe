/** What a business can do with one visitor's data: find it, save it, erase it; and how long it keeps conversations. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { createHmac } from "node:crypto";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { identityMessage } from "../../contract/chat.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeByAccounts, purgeOldConversations } from "./keep.ts";
import { writeVisitorFile } from "./visitor-file.ts";
import { deleteVisitor, findVisitor } from "./visitors-store.ts";

let sapa: TestApp;
let url: string;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { chatName: "Kopi <b>Siti</b>", knowledge: ["The shop opens at nine in the morning."] });
});
afterEach(() => sapa.close());

const asOwner = (method: string, path: string, body?: unknown) => sapa.call(method, path, { token: owner.token, body });
const list = async (q = "") => (await asOwner("GET", `/api/chats/${chatId}/conversations?q=${encodeURIComponent(q)}`)).body;
const visitorOf = async (conversationId: string): Promise<string> =>
  (await asOwner("GET", `/api/conversations/${conversationId}`)).body.visitorId;

/** A visitor with two conversations, the first of which ended with a reset. */
async function talkTwice(word: string) {
  const visitor = await connect(url, chatId);
  await visitor.ask(`${word}-one <script>alert(1)</script>`);
  visitor.send("reset", {});
  await visitor.next("reset");
  await visitor.ask(`${word}-two`);
  sapa.clock.pass(1_000);
  return visitor;
}

test("a visitor's file has every conversation to read, and the same as JSON", async () => {
  await talkTwice("canary");
  await talkTwice("other");
  const { conversations } = await list("canary-one");
  const id = await visitorOf(conversations[0].id);
  const { body } = await asOwner("GET", `/api/visitors/${id}`);
  expect(body).toMatchObject({ id, chatId, chatName: "Kopi <b>Siti</b>", identity: null, conversations: 2, messages: 4 });
  for (const [lang, title, writer] of [
    ["en", "Data about a visitor", "put together without an AI model"],
    ["ms", "Data tentang seorang pelawat", "disusun tanpa model AI"],
  ] as const) {
    const { status, text, headers } = await asOwner("GET", `/api/visitors/${id}/export?lang=${lang}`);
    expect([status, headers.get("content-disposition")]).toEqual([200, `attachment; filename="visitor-${id}-2026-11-21.html"`]);
    expect(text).toContain(title);
    expect(text).toContain(`<small>${writer}</small>`);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("other-");
    expect(text).toContain("canary-one &lt;script&gt;");
    const json = /<script type="application\/json" id="data">(.*)<\/script>/s.exec(text)?.[1] ?? "";
    const data = JSON.parse(json);
    expect(data.visitor).toMatchObject({ id, externalId: null });
    expect(data.conversations.map(({ messages }: { messages: { text: string }[] }) => messages.length)).toEqual([2, 2]);
    expect(json).toContain("canary-one \\u003cscript>");
    expect(data.conversations.flatMap(({ messages }: { messages: { text: string }[] }) => messages.map((one) => one.text))).toContain(
      "canary-two",
    );
  }
});

test("a visitor's file has the passages of the replies only if the agent shows them to visitors, and never an entry's id", async () => {
  const visitor = await connect(url, chatId);
  const { text } = await visitor.ask("When does the shop open?");
  expect(text).toContain("nine");
  const id = await visitorOf((await list()).conversations[0].id);
  const sources = async () => {
    const file = (await asOwner("GET", `/api/visitors/${id}/export?lang=en`)).text;
    const { conversations } = JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/s.exec(file)?.[1] ?? "");
    return conversations[0].messages.map((message: { sources?: unknown }) => message.sources);
  };
  expect(await sapa.db.get(sql`select 1 as n from messages where sources like '%entryId%'`)).toEqual({ n: 1 });
  expect(await sources()).toEqual([undefined, undefined]);
  expect((await asOwner("PUT", `/api/chats/${chatId}`, { chatName: "Kopi", showSources: true })).status).toBe(200);
  const quote = "The shop opens at nine in the morning.";
  expect(await sources()).toEqual([undefined, [{ title: expect.any(String), quote }]]);
});

test("other work runs after each slice of a long file, which is read twice, and its times have one formatter", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("canary");
  const conversation = (await list()).conversations[0].id;
  await sapa.db.transaction(async (tx) => {
    for (let sequence = 3; sequence <= 1_000; sequence++)
      tx.send(sql`
        insert into messages (id, conversation_id, sequence, author, body, created_at)
        values (${`m${sequence}`}, ${conversation}, ${sequence}, 'visitor', 'hello', ${tx.now})`);
  });
  const found = await findVisitor(sapa.db, await visitorOf(conversation));
  if (!found) throw new Error("the visitor is missing");
  let turns = 0;
  const rest = {
    isDue: () => true,
    async take() {
      turns++;
    },
  };
  const Real = Intl.DateTimeFormat;
  let made = 0;
  const counting = new Proxy(Real, {
    construct(target, args) {
      made++;
      return Reflect.construct(target, args);
    },
  });
  Intl.DateTimeFormat = counting;
  try {
    const file = {
      visitor: found,
      showsSources: false,
      agentName: "Kopi",
      language: "ms" as const,
      timeZone: "Asia/Kuala_Lumpur",
      now: sapa.clock.now(),
    };
    const turnsAt: number[] = [];
    for await (const part of writeVisitorFile(sapa.db, file, rest)) if (part.includes("hello")) turnsAt.push(turns);
    // Two passes over five slices, and a turn of the event loop between any two of them.
    expect(turnsAt).toHaveLength(10);
    expect(new Set(turnsAt).size).toBe(10);
    expect(made).toBe(1);
  } finally {
    Intl.DateTimeFormat = Real;
  }
});

test("the search finds a visitor's conversations by the visitor's id", async () => {
  await talkTwice("canary");
  await talkTwice("other");
  const id = await visitorOf((await list("canary-one")).conversations[0].id);
  const found = await list(id);
  expect(found.total).toBe(2);
  expect(found.conversations.map(({ opening }: { opening: string }) => opening.slice(0, 10)).toSorted()).toEqual([
    "canary-one",
    "canary-two",
  ]);
  expect((await list(`${id}x`)).total).toBe(0);
});

test("a visitor whom the owner's server has named is found by that name, and it is in the file", async () => {
  const { body } = await asOwner("POST", `/api/chats/${chatId}/identify-secret`);
  const aminah = { id: "customer-4711", name: "Aminah", email: "aminah@example.com", expires: Math.floor(sapa.clock.now() / 1000) + 600 };
  const hash = createHmac("sha256", body.secret).update(identityMessage(chatId, aminah)).digest("hex");
  const visitor = await connect(url, chatId);
  visitor.send("identify", { ...aminah, hash });
  await visitor.next("session");
  await visitor.ask("Hello?");
  const found = await list("customer-4711");
  expect(found.total).toBe(1);
  const id = await visitorOf(found.conversations[0].id);
  expect((await asOwner("GET", `/api/visitors/${id}`)).body.identity).toEqual({
    id: "customer-4711",
    name: "Aminah",
    email: "aminah@example.com",
  });
  expect((await asOwner("GET", `/api/visitors/${id}/export`)).text).toContain("aminah@example.com");
});

test("a word that is also the name of a visitor finds that visitor's conversations, and those of others who wrote it", async () => {
  await talkTwice("canary");
  await talkTwice("hello");
  const id = await visitorOf((await list("canary-one")).conversations[0].id);
  await sapa.db.transaction((tx) => tx.run(sql`update visitors set external_id = 'hello' where id = ${id}`));
  const openings = async (path: string) =>
    (await asOwner("GET", path)).body.conversations.map(({ opening }: { opening: string }) => opening.split(" ")[0]);
  const found = await list("hello");
  expect(found.total).toBe(4);
  const path = `/api/chats/${chatId}/conversations?q=hello`;
  const all = await openings(path);
  // Two conversations that changed in the same millisecond may be in either order.
  expect([all.slice(0, 2).toSorted(), all.slice(2).toSorted()]).toEqual([
    ["canary-one", "canary-two"],
    ["hello-one", "hello-two"],
  ]);
  // Each is on one page only, also if a page has both.
  const pages = [await openings(`${path}&limit=3`), await openings(`${path}&limit=3&page=2`)];
  expect(pages).toEqual([all.slice(0, 3), all.slice(3)]);
  // The visitor's own conversation with that word counts once.
  await sapa.db.transaction((tx) =>
    tx.run(sql`update messages set body = 'canary-one hello' where body like 'canary-one%' and sequence = 1`),
  );
  expect((await list("hello")).total).toBe(4);
});

test("an erased visitor is in no table and no file, others are, and the audit log has a line without the content", async () => {
  const visitor = await talkTwice("canary");
  await talkTwice("other");
  const id = await visitorOf((await list("canary-one")).conversations[0].id);
  expect(await sapa.stored()).toContain("canary-one");
  expect((await asOwner("DELETE", `/api/visitors/${id}`)).status).toBe(200);
  await sapa.db.eraseDeleted();
  const stored = await sapa.stored();
  expect(stored).not.toContain("canary");
  expect(stored).toContain("other-one");
  expect((await asOwner("GET", `/api/visitors/${id}`)).status).toBe(404);
  expect((await list()).total).toBe(2);
  const lines = await sapa.db.all<{ actor_name: string; subject: string; before: string }>(
    sql`select actor_name, subject, before from audit where action = 'visitor.erase'`,
  );
  expect(lines).toHaveLength(1);
  expect([lines[0]?.actor_name, lines[0]?.subject]).toEqual(["owner", id]);
  expect(JSON.parse(lines[0]?.before ?? "")).toEqual({ user: "owner", chatId, userId: owner.id, conversations: 2, messages: 4 });
  // The visitor's open window goes on with a new conversation.
  await visitor.ask("hello again");
  expect((await list()).total).toBe(3);
});

test("erasing a visitor refunds the message whose reply is still being written", async () => {
  const used = async () => (await asOwner("GET", `/api/users/${owner.id}`)).body.msgUsed ?? 0;
  const visitor = await connect(url, chatId);
  await visitor.ask("canary first");
  const before = await used();
  const id = await visitorOf((await list()).conversations[0].id);
  await asOwner("DELETE", `/api/visitors/${id}`);
  expect(await used()).toBe(before);
  expect(await sapa.db.all(sql`select 1 from turns where charge = 'reserved'`)).toEqual([]);
});

test("a visitor's many messages are erased in slices, after the line in the audit log", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("canary");
  const conversation = (await list()).conversations[0].id;
  await sapa.db.transaction(async (tx) => {
    for (let sequence = 3; sequence <= 1_600; sequence++)
      tx.send(sql`
        insert into messages (id, conversation_id, sequence, author, body, created_at)
        values (${`m${sequence}`}, ${conversation}, ${sequence}, 'visitor', 'hello', ${tx.now})`);
  });
  const id = await visitorOf(conversation);
  const count = async () => (await sapa.db.get<{ n: number }>(sql`select count(*) as n from messages`))?.n ?? 0;
  const noted = async () => (await sapa.db.all(sql`select 1 from audit where action = 'visitor.erase'`)).length;
  const begin = sapa.db.transaction.bind(sapa.db);
  let left = await count();
  const deleted: number[] = [];
  const notedThen: number[] = [];
  const spy = spyOn(sapa.db, "transaction").mockImplementation((async (...args: Parameters<typeof begin>) => {
    const before = await noted();
    const result = await begin(...args);
    const now = await count();
    if (now < left) {
      deleted.push(left - now);
      notedThen.push(before);
    }
    left = now;
    return result;
  }) as typeof begin);
  try {
    expect((await asOwner("DELETE", `/api/visitors/${id}`)).status).toBe(200);
  } finally {
    spy.mockRestore();
  }
  expect(await count()).toBe(0);
  expect(Math.max(...deleted)).toBeLessThanOrEqual(500);
  expect(new Set(notedThen)).toEqual(new Set([1]));
  expect((await asOwner("GET", `/api/visitors/${id}`)).status).toBe(404);
});

test("a visitor is not deleted together with a conversation that began meanwhile", async () => {
  await talkTwice("canary");
  const id = await visitorOf((await list()).conversations[0].id);
  expect(await sapa.db.transaction((tx) => deleteVisitor(tx, id))).toBe(false);
  expect((await list()).total).toBe(2);
  expect((await asOwner("DELETE", `/api/visitors/${id}`)).status).toBe(200);
  expect(await sapa.db.transaction((tx) => deleteVisitor(tx, id))).toBe(true);
});

test("no other business can read or erase a visitor", async () => {
  await talkTwice("canary");
  const id = await visitorOf((await list()).conversations[0].id);
  const stranger = await sapa.signUp("stranger");
  for (const [method, path] of [
    ["GET", `/api/visitors/${id}`],
    ["GET", `/api/visitors/${id}/export`],
    ["DELETE", `/api/visitors/${id}`],
  ] as const) {
    const foreign = await sapa.call(method, path, { token: stranger.token });
    const absent = await sapa.call(method, path.replace(id, "none"), { token: stranger.token });
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect((await sapa.call(method, path)).status).toBe(401);
  }
  expect((await list()).total).toBe(2);
});

test("an owner who deletes one conversation has a line in the audit log, too", async () => {
  await talkTwice("canary");
  const { conversations } = await list();
  await asOwner("DELETE", `/api/conversations/${conversations[0].id}`);
  const lines = await sapa.db.all<{ before: string }>(sql`select before from audit where action = 'conversation.delete'`);
  expect(lines.map(({ before }) => JSON.parse(before).messageCount)).toEqual([2]);
});

test("an account keeps its conversations for a shorter time than the installation, never for a longer one", async () => {
  const admin = await sapa.adminToken();
  const other = await sapa.signUp("other");
  const otherChat = await sapa.createAgent(other.token, { knowledge: ["The shop opens at nine."] });
  await talkTwice("canary");
  await (await connect(url, otherChat)).ask("kept");
  expect((await asOwner("PUT", "/api/retention", { days: 10 })).body).toEqual({ days: 10, operatorDays: 0 });
  sapa.clock.pass(9 * DAY_MS);
  expect(await purgeByAccounts(sapa.db)).toBe(0);
  sapa.clock.pass(2 * DAY_MS);
  expect(await purgeByAccounts(sapa.db)).toBe(2);
  expect(await sapa.db.get(sql`select count(*) as n from conversations`)).toEqual({ n: 1 });
  await sapa.call("PUT", "/api/settings", { token: admin, body: { retentionDays: 5 } });
  const refused = await asOwner("PUT", "/api/retention", { days: 6 });
  expect([refused.status, refused.body.error.fields.days]).toEqual([422, "Conversations are kept for at most 5 days here."]);
  // What the account had set before does not keep anything for longer.
  expect((await asOwner("GET", "/api/retention")).body).toEqual({ days: 10, operatorDays: 5 });
  expect(await purgeOldConversations(sapa.db, 5)).toBe(1);
  for (const days of [-1, 1.5, 3_651, "x"]) expect((await asOwner("PUT", "/api/retention", { days })).status).toBe(422);
  expect((await asOwner("PUT", "/api/retention", { days: 0 })).body.days).toBe(0);
  const lines = await sapa.db.all<{ after: string }>(sql`select after from audit where action = 'user.retention' order by at`);
  expect(lines.map(({ after }) => JSON.parse(after).days)).toEqual([10, 0]);
});
