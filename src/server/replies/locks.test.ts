/** The locks and the round trips of the transactions that every message runs. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { FAKE_REPLY, type TestApp, testApp } from "../../../test/app.ts";
import { type Answer, connect } from "../../../test/socket-client.ts";
import { type Sql, sql, type Tx } from "../platform/storage/db.ts";
import { refundOpenTurns } from "./record.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
let url: string;
/** Each transaction since the last `forget`: its lock, and the statements for which it waited. */
let seen: { lock: string | undefined; waits: string[]; isOver: boolean }[];

beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token);
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
  seen = [];
  const { transaction } = sapa.db;
  sapa.db.transaction = (body, options) =>
    transaction((tx) => {
      const one: (typeof seen)[number] = { lock: options?.lock, waits: [], isOver: false };
      seen.push(one);
      return body(recording(tx, one)).finally(() => {
        one.isOver = true;
      });
    }, options);
  url = await sapa.listen();
});
afterEach(() => sapa.close());

/**
 * The transaction, whose statements are answered only when all that were sent meanwhile are answered, so that what is sent
 * together does not depend on the engine. `waits` gets one text for all statements whose answers arrive together while the
 * body still runs.
 */
function recording(tx: Tx, one: (typeof seen)[number]): Tx {
  let wave: { texts: string[]; unanswered: number; answered: PromiseWithResolvers<void> } | null = null;
  const answer = async <T>(query: Sql, act: () => Promise<T>): Promise<T> => {
    wave ??= { texts: [], unanswered: 0, answered: Promise.withResolvers() };
    const own = wave;
    own.texts.push(query.strings.join("?").trim().replace(/\s+/g, " "));
    own.unanswered++;
    try {
      return await act();
    } finally {
      own.unanswered--;
      setImmediate(() => {
        if (own.unanswered > 0 || wave !== own) return;
        wave = null;
        if (!one.isOver) one.waits.push(own.texts.join(" | "));
        own.answered.resolve();
      });
      await own.answered.promise;
    }
  };
  return {
    ...tx,
    all: (query) => answer(query, () => tx.all(query)),
    get: (query) => answer(query, () => tx.get(query)),
    run: (query) => answer(query, () => tx.run(query)),
  };
}

const visitorId = async () =>
  (await sapa.db.get<{ id: string }>(sql`select visitor_id as id from conversations order by updated_at desc`))?.id;

test("accepting, answering, resetting, marking and deleting a conversation take the lock of its visitor", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("Hello?");
  const lock = `visitor:${await visitorId()}`;
  expect(seen.map((one) => one.lock).filter((one) => one !== undefined)).toEqual([lock, lock]);
  const { body } = await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token: owner.token });
  const [{ id }] = body.conversations;
  seen = [];
  await sapa.call("POST", `/api/conversations/${id}/answered`, { token: owner.token });
  expect(seen.map((one) => one.lock)).toEqual([lock]);
  seen = [];
  visitor.send("reset", {});
  await visitor.next("reset");
  expect(seen.map((one) => one.lock)).toEqual([lock]);
  seen = [];
  expect((await sapa.call("DELETE", `/api/conversations/${id}`, { token: owner.token })).status).toBe(200);
  expect(seen[0]?.lock).toBe(lock);
  await visitor.ask("Are you there?");
  const next = `visitor:${await visitorId()}`;
  const talks = await sapa.call("GET", `/api/chats/${chatId}/conversations`, { token: owner.token });
  seen = [];
  // An open conversation is ended and deleted in one transaction.
  expect((await sapa.call("DELETE", `/api/conversations/${talks.body.conversations[0].id}`, { token: owner.token })).status).toBe(200);
  expect(seen[0]?.lock).toBe(next);
});

test("an accepted message waits for two answers before its commit, and a reply's end for none", async () => {
  const visitor = await connect(url, chatId);
  await visitor.ask("Hello?");
  for (const text of ["When do you open?", "And on Sunday?"]) {
    seen = [];
    await visitor.ask(text);
    const [accepted, recorded, ...others] = seen.filter((one) => one.lock !== undefined);
    expect(others).toEqual([]);
    expect(accepted?.waits.length).toBe(2);
    expect(recorded?.waits.length).toBe(0);
  }
});

test("a reply whose turn another node has ended is told as failed; only what the model cost is stored", async () => {
  const visitor = await connect(url, chatId);
  const going = Promise.withResolvers<void>();
  sapa.models.script = async function* () {
    yield FAKE_REPLY;
    await going.promise;
  };
  const answer = visitor.ask("Hello?", "message-1");
  await visitor.next("botMessageChunk", "message-1");
  expect(await refundOpenTurns(sapa.db, null)).toBe(1);
  going.resolve();
  expect(await answer).toMatchObject({ error: "reply_failed" });
  expect(await books()).toEqual({ used: 0, spent: 0, replies: 0, open: 0, tokens: 10 });
});

test("replies that end while their turns are refunded are either stored and charged or neither", async () => {
  const visitors = await Promise.all(Array.from({ length: 20 }, () => connect(url, chatId)));
  let isOver = false;
  const refunding = (async () => {
    while (!isOver) {
      await refundOpenTurns(sapa.db, null);
      await Bun.sleep(2);
    }
  })();
  const answers: Answer[] = [];
  for (let round = 0; round < 3; round++) answers.push(...(await Promise.all(visitors.map((visitor) => visitor.ask("Hello?")))));
  isOver = true;
  const whole = answers.filter(({ error }) => error === null).length;
  await refunding;
  expect(await books()).toEqual({ used: whole, spent: whole, replies: whole, open: 0, tokens: 600 });
});

const books = () =>
  sapa.db.get(sql`
    select (select coalesce(sum(used), 0) from usage_months) as used,
      (select count(*) from turns where charge = 'spent') as spent,
      (select count(*) from messages where author = 'agent') as replies,
      (select count(*) from turns where state = 'open' or charge = 'reserved') as open,
      (select coalesce(sum(input_tokens), 0) from cost_months where kind = 'owner') as tokens`);
