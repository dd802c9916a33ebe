/** Replies whose end cannot be stored: the visitor gets an end, may try again at once, and all costs are recorded. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { FAKE_REPLY, type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { StorageBusy, sql, type Tx } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let token: string;
let accountId: string;
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  ({ token, id: accountId } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine."] });
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
});
afterEach(() => sapa.close());

const used = async () => (await sapa.call("GET", `/api/users/${accountId}`, { token })).body.totalMessagesUsed;
const openTurns = async () =>
  (await sapa.db.get<{ n: number }>(sql`select count(*) as n from turns where state = 'open' or charge = 'reserved'`))?.n;
const inputTokens = async () =>
  (await sapa.db.get<{ n: number }>(sql`select sum(input_tokens) as n from cost_months where kind = 'box'`))?.n;

/** Refuses to store ends of turns until the returned function is called. The fake clock does not wait between attempts. */
function refuseEnds(): () => void {
  const { transaction } = sapa.db;
  let isRefusing = true;
  // Also afterwards: an attempt that fails just before ends are stored again waits for the next one.
  sapa.clock.sleep = () => Bun.sleep(10);
  sapa.db.transaction = (body, options) =>
    transaction(async (tx) => {
      let isEnd = false;
      const value = await body({
        ...tx,
        require(query) {
          isEnd ||= query.strings.join("").includes("update turns set state");
          tx.require(query);
        },
      } as Tx);
      if (isRefusing && isEnd) throw new StorageBusy("locked");
      return value;
    }, options);
  return () => {
    isRefusing = false;
  };
}

test("a message that is sent again while its failed turn is still being stored gets a separate end", async () => {
  const allow = refuseEnds();
  const visitor = await connect(url, chatId);
  expect(await visitor.ask("Hello?", "message-1")).toMatchObject({ error: "reply_failed" });
  visitor.events.length = 0;
  allow();
  const again = await visitor.ask("Hello?", "message-1");
  expect(again.text).toBe(FAKE_REPLY);
  await until(async () => (await openTurns()) === 0);
  // Either the first reply was stored late and for free, or the message got another reply, which is charged.
  expect([await openTurns(), await used()]).toEqual([0, sapa.models.calls.length - 1]);
});

test("while nothing can be stored, each attempt ends, and none is acknowledged and then lost", async () => {
  const allow = refuseEnds();
  const visitor = await connect(url, chatId);
  for (let tries = 0; tries < 3; tries++) {
    visitor.events.length = 0;
    const { error } = await visitor.ask("Hello?", "message-1");
    expect(["reply_failed", "busy"]).toContain(error as string);
  }
  allow();
  await until(async () => (await openTurns()) === 0);
  expect([await openTurns(), await used()]).toEqual([0, 0]);
});

test("a complete reply that could not be stored at first is stored later, free of charge, and its cost is recorded", async () => {
  const allow = refuseEnds();
  const visitor = await connect(url, chatId);
  expect(await visitor.ask("Hello?", "message-1")).toMatchObject({ error: "reply_failed" });
  expect(await inputTokens()).toBeFalsy();
  allow();
  await until(async () => (await openTurns()) === 0);
  expect([await openTurns(), await used(), await inputTokens()]).toEqual([0, 0, 10]);
  const back = await connect(url, chatId, { session: visitor.session.session });
  expect(back.session.messages.map(({ text }) => text)).toEqual(["Hello?", FAKE_REPLY]);
  expect((await back.ask("Hello?", "message-1")).text).toBe(FAKE_REPLY);
  expect(sapa.models.calls).toHaveLength(1);
});
