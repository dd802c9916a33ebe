import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import type { DomainError } from "../platform/errors.ts";
import { type Db, sql } from "../platform/storage/db.ts";
import { createSearch } from "./search.ts";

let sapa: TestApp;
let url: string;
let token: string;
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine in the morning."] });
});
afterEach(() => sapa.close());

const list = async (query = "") => (await sapa.call("GET", `/api/chats/${chatId}/conversations${query}`, { token })).body;
const talk = async (...questions: string[]) => {
  const visitor = await connect(url, chatId);
  for (const question of questions) await visitor.ask(question);
  return visitor;
};

test("an owner sees what visitors asked, what answered, and which questions stayed unanswered", async () => {
  await talk("When does the shop open?");
  sapa.clock.pass(1_000);
  await talk("Do you sell bicycles to astronauts?");
  const { conversations, total, totalPages } = await list();
  expect([total, totalPages]).toEqual([2, 1]);
  expect(conversations.map((row: { opening: string; unanswered: number }) => [row.opening, row.unanswered])).toEqual([
    ["Do you sell bicycles to astronauts?", 1],
    ["When does the shop open?", 0],
  ]);
  expect((await list("?unanswered=1")).conversations).toHaveLength(1);
  const { body } = await sapa.call("GET", `/api/conversations/${conversations[1].id}`, { token });
  expect(body.items).toMatchObject([
    { sequence: 1, sender: "user", text: "When does the shop open?", model: null },
    { sequence: 2, sender: "bot", model: "builtin", unanswered: false, interrupted: false },
  ]);
  expect(body.next).toBeNull();

  await sapa.call("POST", `/api/conversations/${conversations[0].id}/answered`, { token });
  expect((await list("?unanswered=1")).conversations).toEqual([]);
});

test("a search finds words in any message and treats wildcards as plain characters", async () => {
  await talk("Is there 100% pandan in it?");
  await talk("When does the shop open?");
  expect((await list("?q=pandan")).total).toBe(1);
  expect((await list("?q=100%25")).total).toBe(1);
  expect((await list("?q=%25")).total).toBe(1);
  expect((await list("?q=_")).total).toBe(0);
  expect((await list("?q=nothing-of-the-kind")).total).toBe(0);
  expect((await sapa.call("GET", `/api/chats/${chatId}/conversations?q=${"x".repeat(101)}`, { token })).status).toBe(422);
});

/** A search of any length: each of its pauses lasts until the test ends it. */
function pausedSearch() {
  const waiting: (() => void)[] = [];
  const clock = { now: () => 0, elapsed: () => 0, sleep: () => new Promise<void>((resolve) => void waiting.push(resolve)) };
  let reading = 0;
  const counted: Pick<Db, "all"> = {
    all: (query) => {
      reading++;
      return sapa.db.all<never>(query).finally(() => reading--);
    },
  };
  const search = createSearch({ db: { ...sapa.db, ...counted }, clock });
  /** Every search sleeps or has ended when this resolves. */
  const quiet = async () => {
    do await Bun.sleep(0);
    while (reading > 0);
  };
  const go = async () => {
    // Wake only what sleeps now: the work that it wakes sleeps again.
    for (const wake of waiting.splice(0)) wake();
    await quiet();
  };
  const searchAs = (accountId: string, signal = new AbortController().signal) =>
    search({ accountId, filter: { agentId: chatId }, text: "shop", after: null, signal });
  return { searchAs, go, quiet, sleeping: () => waiting.length };
}

test("a newer search of an account ends its older one, and no search of another account", async () => {
  await talk("When does the shop open?");
  const { searchAs, go } = pausedSearch();
  const older = searchAs("siti").catch((error: DomainError) => error.code);
  const other = searchAs("ali");
  const newer = searchAs("siti");
  for (let i = 0; i < 6; i++) await go();
  expect(await older).toBe("conflict");
  expect((await newer).ids).toHaveLength(1);
  expect((await other).ids).toHaveLength(1);
});

test("searches take turns: however many there are, only one works between two pauses", async () => {
  const { searchAs, go, quiet, sleeping } = pausedSearch();
  const searches = ["a", "b", "c"].map((account) => searchAs(account));
  for (const _ of searches) {
    await quiet();
    expect(sleeping()).toBe(1);
    await go();
  }
  expect((await Promise.all(searches)).map(({ ids }) => ids)).toEqual([[], [], []]);
});

test("a search whose client has disconnected ends, and lets the next one continue", async () => {
  const { searchAs, go } = pausedSearch();
  const gone = searchAs("siti", AbortSignal.abort()).catch(() => "ended");
  const next = searchAs("ali");
  for (let i = 0; i < 4; i++) await go();
  expect(await gone).toBe("ended");
  expect((await next).ids).toEqual([]);
});

test("searching is limited per account, from any address; reading the list is not", async () => {
  const strict = await testApp({ rateScale: 1 });
  const { token: owned } = await strict.signUp("owner");
  const path = `/api/chats/${await strict.createAgent(owned)}/conversations`;
  const statuses = new Set<number>();
  for (let i = 0; i < 31; i++) statuses.add((await strict.call("GET", `${path}?q=word`, { token: owned })).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await strict.call("GET", path, { token: owned })).status).toBe(200);
  await strict.close();
});

test("a search reads long conversations to their end, and a lower-case accented letter finds its capital", async () => {
  const visitor = await talk("Hello");
  const [{ id }] = (await list()).conversations;
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < 260; i++)
      await tx.run(sql`insert into messages (id, conversation_id, sequence, author, body, created_at)
        values (${`m${i}`}, ${id}, ${i + 10}, 'visitor', ${i === 259 ? "KUIH LAPIS PENANG, CAFÉ" : "x"}, 1)`);
  });
  visitor.close();
  expect((await list("?q=lapis%20penang")).total).toBe(1);
  expect((await list(`?q=${encodeURIComponent("café")}`)).total).toBe(1);
  expect((await list("?q=lapisan")).total).toBe(0);
});

test("lists are paged, and a page that is not a number is refused", async () => {
  for (let i = 0; i < 5; i++) await talk(`Question ${i}`);
  const first = await list("?page=1&limit=2");
  const last = await list("?page=3&limit=2");
  expect([first.conversations.length, last.conversations.length, first.totalPages]).toEqual([2, 1, 3]);
  for (const query of ["page=0", "page=-1", "page=1e308", "page=x", "limit=101", "limit=0"]) {
    expect((await sapa.call("GET", `/api/chats/${chatId}/conversations?${query}`, { token })).status).toBe(422);
  }
});

test("a deleted conversation is gone for its owner and its visitor, and the visitor may begin a new one", async () => {
  const visitor = await talk("When does the shop open?");
  const [conversation] = (await list()).conversations;
  expect((await sapa.call("DELETE", `/api/conversations/${conversation.id}`, { token })).status).toBe(200);
  await visitor.next("reset");
  expect((await sapa.call("GET", `/api/conversations/${conversation.id}`, { token })).status).toBe(404);
  expect((await list()).total).toBe(0);
  expect((await visitor.ask("And now?")).error).toBeNull();
  expect((await list()).total).toBe(1);
});
