/** Every limit as clients reach it, and that other accounts and visitors are still served. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { type FakeModels, type TestApp, testApp } from "../../../test/app.ts";
import { startFaultServer, VENDOR_SHAPES } from "../../../test/fault-server.ts";
import { connect, openSocket, type SocketClient } from "../../../test/socket-client.ts";
import type { Limits } from "../../contract/limits.ts";
import { createModels } from "../models/calls/models.ts";
import { VENDOR_IDS, type Vendor } from "../models/vendors/vendors.ts";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let admin: string;

async function start(options: Parameters<typeof testApp>[0] = { rateScale: 1 }): Promise<void> {
  sapa = await testApp(options);
  url = await sapa.listen();
  admin = await sapa.adminToken();
}
beforeEach(() => start());
afterEach(() => sapa.close());

async function setLimits(limits: Partial<Limits>, more: Record<string, unknown> = {}): Promise<void> {
  expect((await sapa.call("PUT", "/api/settings", { token: admin, body: { limits, ...more } })).status).toBe(200);
}
const answerWith = (models: FakeModels, text = "Hello.") => {
  models.script = function* () {
    yield text;
  };
};
const count = async (table: "messages" | "turns" | "conversations" | "visitors") =>
  (
    await sapa.db.get<{ n: number }>(
      sql`select count(*) as n from ${{ messages: sql`messages`, turns: sql`turns`, conversations: sql`conversations`, visitors: sql`visitors` }[table]}`,
    )
  )?.n ?? 0;
const usePlanUp = () => sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = 0 where id = 1`));

/** Sends without waiting for the answer. */
function say(visitor: SocketClient, text = "Hello?"): string {
  const id = crypto.randomUUID();
  visitor.send("chatMessage", { id, text });
  return id;
}

test("all agents of an account share one rate limit, which does not refuse another account's visitors", async () => {
  await setLimits({ messagesOfAccount: 3 });
  const [owner, neighbour] = [await sapa.signUp("owner"), await sapa.signUp("neighbour")];
  const agents = [await sapa.createAgent(owner.token)];
  await sapa.db.transaction((tx) => tx.run(sql`update plans set chat_limit = 5 where id = 1`));
  for (let i = 0; i < 3; i++) agents.push(await sapa.createAgent(owner.token));
  const visitors = await Promise.all(agents.map((agent) => connect(url, agent)));
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Hello?")));
  expect(answers.map(({ error }) => error).toSorted()).toEqual([null, null, null, "too_many"]);
  const refused = visitors.flatMap(({ events }) => events.filter(({ event }) => event === "error"));
  expect(refused).toEqual([
    {
      event: "error",
      id: expect.any(String),
      data: { code: "too_many", message: expect.any(String), id: expect.any(String), retryAfter: 20 },
    },
  ]);
  const other = await connect(url, await sapa.createAgent(neighbour.token));
  expect((await other.ask("Hello?")).error).toBeNull();
});

test("previews and the demo agent count towards the rate of their own account", async () => {
  await setLimits({ messagesOfAccount: 1 });
  const owner = await sapa.signUp("owner");
  const visitor = await connect(url, await sapa.createAgent(owner.token));
  expect((await visitor.ask("Hello?")).error).toBeNull();
  const preview = await openPreview(owner.token);
  expect((await preview.ask("Hello?")).error).toBe("too_many");
  expect((await (await connect(url, "demo")).ask("Hello?")).error).toBeNull();
});

test("if one account fills all places at the vendor and the queue, another account's visitor is served next", async () => {
  await sapa.close();
  const vendor = startFaultServer();
  const ending: (() => void)[] = [];
  const asked: string[] = [];
  const shape = VENDOR_SHAPES.openai;
  vendor.behave((wire, { body }) => {
    asked.push(JSON.stringify(body).includes("from the neighbour") ? "neighbour" : "tenant");
    wire.begin(shape.type);
    wire.write(shape.start + shape.text("Well."));
    ending.push(() => {
      wire.write(shape.end("complete", { input: 1, output: 1 }));
      wire.end();
    });
  });
  const urls = Object.fromEntries(VENDOR_IDS.map((id) => [id, vendor.url])) as Record<Vendor, string>;
  await start({ models: createModels({ urls, clock: systemClock, log: createLog("silent") }) });
  try {
    await setLimits({ vendorPlaces: 4, accountWaiting: 6 }, { aiModel: "gpt-4o", modelKeys: { openai: "sk-canary-0123456789" } });
    const [tenant, neighbour] = [await sapa.signUp("tenant"), await sapa.signUp("neighbour")];
    const [crowded, quiet] = [await sapa.createAgent(tenant.token), await sapa.createAgent(neighbour.token)];
    const crowd = await Promise.all(Array.from({ length: 12 }, () => connect(url, crowded)));
    const answers = crowd.map((visitor) => visitor.ask("Hello from the tenant"));
    // Four call the model, six wait, and two are answered by the built-in answerer.
    expect(await Promise.race(answers)).toMatchObject({ error: null });
    while (ending.length < 4) await Bun.sleep(5);
    const visitor = await connect(url, quiet);
    const answer = visitor.ask("Hello from the neighbour");
    // At most the first waiting reply of the other account is before it.
    expect((await visitor.next("botWaiting")).data.ahead).toBeLessThanOrEqual(1);
    expect(asked).toEqual(["tenant", "tenant", "tenant", "tenant"]);
    ending.shift()?.();
    while (asked.length < 5) await Bun.sleep(5);
    expect(asked[4]).toBe("neighbour");
    while (asked.length < 11 || ending.length > 0) {
      ending.shift()?.();
      await Bun.sleep(2);
    }
    expect(await answer).toMatchObject({ text: "Well.", error: null });
    expect((await Promise.all(answers)).map(({ error }) => error)).toEqual(Array(12).fill(null));
  } finally {
    vendor.stop();
  }
});

async function openPreview(token: string): Promise<SocketClient> {
  const { body } = await sapa.call("POST", "/api/previews", { token, body: { draft: { chatName: "Draft" } } });
  const page = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
  const boot = JSON.parse(page.text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
  return connect(url, "preview", { ticket: boot.ticket });
}

test("previews on the Free Plan have a separate limit; paid plans and the administrator have the general one", async () => {
  await setLimits({ freePreviews: 2, previews: 3 });
  answerWith(sapa.models);
  const [free, paying] = [await sapa.signUp("free"), await sapa.signUp("paying")];
  const plan = (await sapa.call("POST", "/api/plans", { token: admin, body: { planName: "Pro", price: 10 } })).body.id;
  await sapa.call("PUT", `/api/users/${paying.id}`, { token: admin, body: { planId: plan } });
  const kinds = async (token: string) => {
    const preview = await openPreview(token);
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push((await preview.ask("Hello?")).kind);
    return answers;
  };
  expect(await kinds(free.token)).toEqual(["reply", "reply", "limit", "limit"]);
  expect(await kinds(paying.token)).toEqual(["reply", "reply", "reply", "limit"]);
  expect(await kinds(admin)).toEqual(["reply", "reply", "reply", "limit"]);
  expect(sapa.models.calls).toHaveLength(8);
});

test("twenty simultaneous previews of one free account make only as many model calls as its limit allows", async () => {
  await setLimits({ freePreviews: 5, messagesOfConversation: 100 });
  answerWith(sapa.models);
  const owner = await sapa.signUp("owner");
  const previews = await Promise.all(Array.from({ length: 5 }, () => openPreview(owner.token)));
  const answers = await Promise.all(previews.flatMap((preview) => Array.from({ length: 4 }, () => preview.ask("Hello?"))));
  expect(answers.filter(({ kind }) => kind === "reply")).toHaveLength(5);
  expect(sapa.models.calls).toHaveLength(5);
});

test("an address that has used its model calls of the day is answered without a model and for free; others are not affected", async () => {
  await sapa.close();
  await start({ rateScale: 1, env: { SAPA_TRUSTED_PROXY: "127.0.0.1" } });
  await setLimits({ modelCallsOfAddress: 2 });
  answerWith(sapa.models, "By the model.");
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] });
  const from = async (address: string) => {
    const visitor = await openSocket(url, { "x-forwarded-for": address });
    const { ticket } = (await sapa.call("POST", `/api/chats/${chatId}/ticket`)).body;
    visitor.send("hello", { chatId, ticket });
    await visitor.next("session");
    return visitor;
  };
  const greedy = [await from("203.0.113.7"), await from("::ffff:cb00:7107"), await from("0:0:0:0:0:ffff:203.0.113.7")];
  const answers = [];
  for (const visitor of greedy) answers.push((await visitor.ask("When do you open?")).text);
  expect(answers.slice(0, 2)).toEqual(["By the model.", "By the model."]);
  expect(answers[2]).toContain("nine");
  expect((await (await from("203.0.113.8")).ask("When do you open?")).text).toBe("By the model.");
  expect(sapa.models.calls).toHaveLength(3);
  const used = await sapa.db.get(sql`select used from usage_months where account_id = ${owner.id}`);
  expect(used).toEqual({ used: 3 });
  const row = await sapa.db.get(sql`select note from messages where model = 'builtin'`);
  expect(row).toEqual({ note: "too many replies by a model for one address today" });
});

test("only a limited number of an agent's refused messages is stored per day, and each visitor gets the same text", async () => {
  await setLimits({ refusedStored: 3, messagesOfConversation: 1_000, messagesOfAddress: 1_000 });
  await usePlanUp();
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token, { limitText: "Call us." });
  const visitors = await Promise.all(Array.from({ length: 10 }, () => connect(url, chatId)));
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Anybody there?")));
  expect(answers.map(({ kind, text }) => [kind, text])).toEqual(Array(10).fill(["limit", "Call us."]));
  expect([await count("messages"), await count("turns"), await count("conversations"), await count("visitors")]).toEqual([6, 3, 3, 3]);
  // The limit is counted separately for the next day and for another agent.
  sapa.clock.pass(24 * 3_600_000);
  expect((await visitors[0]?.ask("And today?"))?.text).toBe("Call us.");
  expect(await count("turns")).toBe(4);
});

test("a refused message that is not stored may be sent again, and is answered once the plan has room", async () => {
  await setLimits({ refusedStored: 0 });
  await usePlanUp();
  answerWith(sapa.models);
  const owner = await sapa.signUp("owner");
  const visitor = await connect(url, await sapa.createAgent(owner.token));
  expect((await visitor.ask("Hello?", "message-1")).kind).toBe("limit");
  expect(await count("messages")).toBe(0);
  await sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = 10 where id = 1`));
  expect((await visitor.ask("Hello?", "message-1")).text).toBe("Hello.");
  expect(await count("messages")).toBe(2);
});

test("only the beginning of a refused message is stored, and the whole message once it is answered later", async () => {
  await usePlanUp();
  answerWith(sapa.models);
  const owner = await sapa.signUp("owner");
  const visitor = await connect(url, await sapa.createAgent(owner.token));
  const long = "漢😀".repeat(300);
  expect((await visitor.ask(long, "message-1")).kind).toBe("limit");
  const stored = async () => (await sapa.db.get<{ body: string }>(sql`select body from messages where author = 'visitor'`))?.body ?? "";
  expect((await stored()).length).toBeLessThanOrEqual(500);
  expect((await stored()).isWellFormed()).toBe(true);
  expect(await stored()).toEndWith("…");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = 10 where id = 1`));
  expect((await visitor.ask(long, "message-1")).text).toBe("Hello.");
  expect(await stored()).toBe(long);
  expect(JSON.stringify(sapa.models.calls[0]?.messages)).toContain(long);
});

test("stored refused messages of an offline agent are limited too, even for a hundred at once", async () => {
  await setLimits({ refusedStored: 10, messagesOfAddress: 1_000, connectionsOfAddress: 1_000 });
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  await sapa.call("POST", `/api/users/${owner.id}/suspend`, { token: admin });
  const visitors = await Promise.all(Array.from({ length: 100 }, () => connect(url, chatId)));
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Hello?")));
  expect(answers.filter(({ kind }) => kind === "offline")).toHaveLength(100);
  expect(await count("turns")).toBe(10);
});

test("on a nearly full disk refused messages are not stored, answered ones are, and the overview shows a warning", async () => {
  await sapa.close();
  let free = 4e9;
  await start({ rateScale: 1, readDisk: () => ({ free, total: 100e9 }) });
  const owner = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(owner.token);
  await (await connect(url, chatId)).ask("Hello?");
  expect(await count("messages")).toBe(2);
  await usePlanUp();
  const visitor = await connect(url, chatId);
  expect((await visitor.ask("Hello?")).kind).toBe("limit");
  expect(await count("messages")).toBe(2);
  const overview = async () => (await sapa.call("GET", "/api/overview", { token: admin })).body.disk;
  expect(await overview()).toEqual({ free: 4e9, total: 100e9, isLow: true });
  free = 60e9;
  sapa.clock.pass(10_000);
  expect((await overview()).isLow).toBe(false);
  await visitor.ask("Once more?");
  expect(await count("messages")).toBe(4);
});

test("the setting limits the demo agent's model calls, and 0 means no calls", async () => {
  answerWith(sapa.models);
  await setLimits({ demoModelCalls: 0 });
  const visitor = await connect(url, "demo");
  expect((await visitor.ask("What does Sapa cost?")).kind).toBe("reply");
  expect(sapa.models.calls).toHaveLength(0);
  await setLimits({ demoModelCalls: 1 });
  await visitor.ask("What does Sapa cost?");
  await visitor.ask("And a year?");
  expect(sapa.models.calls).toHaveLength(1);
});

test("an address may have as many open sockets as the setting allows, and closing one makes room", async () => {
  const chatId = await sapa.createAgent((await sapa.signUp("owner")).token);
  await setLimits({ socketsOfAddress: 2 });
  const [first] = [await connect(url, chatId), await connect(url, chatId)];
  const third = await openSocket(url);
  expect((await third.next("error")).data.code).toBe("too_many");
  expect(await third.closed).toBe(4429);
  first.close();
  await first.closed;
  expect((await (await connect(url, chatId)).ask("Hello?")).error).toBeNull();
});

test("an address that reconnects immediately after each refusal gets no socket for some seconds", async () => {
  const chatId = await sapa.createAgent((await sapa.signUp("owner")).token);
  await setLimits({ socketsOfAddress: 1 });
  const first = await connect(url, chatId);
  for (let i = 0; i < 20; i++) expect(await (await openSocket(url)).closed).toBe(4429);
  const headers = {
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-version": "13",
    "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==",
  };
  const refused = await fetch(`${url}/api/socket`, { headers });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await first.ask("Hello?")).error).toBeNull();
  first.close();
  await first.closed;
  sapa.clock.pass(1_000);
  expect((await (await connect(url, chatId)).ask("Hello?")).error).toBeNull();
});

test("a changed rate applies to open sockets at once, and the refusal says when to try again", async () => {
  const owner = await sapa.signUp("owner");
  const visitor = await connect(url, await sapa.createAgent(owner.token));
  await setLimits({ messagesOfConversation: 1 });
  expect((await visitor.ask("Hello?")).error).toBeNull();
  const id = say(visitor);
  expect((await visitor.next("error", id)).data).toMatchObject({ code: "too_many", retryAfter: 60 });
  await setLimits({ messagesOfConversation: 20 });
  sapa.clock.pass(60_000);
  expect((await visitor.ask("Hello?")).error).toBeNull();
});
