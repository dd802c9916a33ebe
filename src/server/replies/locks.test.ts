/** The locks and the round trips of the transactions that every message runs. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { FAKE_REPLY, type TestApp, testApp } from "../../../test/app.ts";
import { ENGINE } from "../../../test/database.ts";
import { connect } from "../../../test/socket-client.ts";
import { type Sql, sql, type Tx } from "../platform/storage/db.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
let url: string;
/** Each transaction since the last `forget`: its lock, and the statements for which it waited. */
let seen: { lock: string | undefined; waits: string[] }[];

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
      const one: (typeof seen)[number] = { lock: options?.lock, waits: [] };
      seen.push(one);
      return body(recording(tx, one.waits));
    }, options);
  url = await sapa.listen();
});
afterEach(() => sapa.close());

/** The transaction. `waits` gets one text for all statements that begin in the same turn of the event loop. */
function recording(tx: Tx, waits: string[]): Tx {
  let isSame = false;
  const note = (query: Sql) => {
    const text = query.strings.join("?").trim().replace(/\s+/g, " ");
    if (isSame) waits[waits.length - 1] += ` | ${text}`;
    else waits.push(text);
    isSame = true;
    queueMicrotask(() => {
      isSame = false;
    });
  };
  return {
    ...tx,
    all(query) {
      note(query);
      return tx.all(query);
    },
    get(query) {
      note(query);
      return tx.get(query);
    },
    run(query) {
      note(query);
      return tx.run(query);
    },
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

// On PostgreSQL, answers to statements that were sent together arrive one by one, so what is sent next is counted by chance.
test.skipIf(ENGINE === "postgres")(
  "an accepted message waits for at most five statements of its transaction, and a reply's end for at most two",
  async () => {
    const visitor = await connect(url, chatId);
    for (const text of ["Hello?", "When do you open?"]) {
      seen = [];
      await visitor.ask(text);
      const [accepted, recorded, ...others] = seen.filter((one) => one.lock !== undefined);
      expect(others).toEqual([]);
      expect(accepted?.waits.length).toBeLessThanOrEqual(5);
      expect(recorded?.waits.length).toBeLessThanOrEqual(2);
    }
  },
);
