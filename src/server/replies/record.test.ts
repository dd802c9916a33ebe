/** The end of a turn is stored once, whatever became of the answers to earlier attempts. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { FAKE_REPLY, type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { type Db, StorageFailed, sql } from "../platform/storage/db.ts";
import { refundOpenTurns } from "./record.ts";

let sapa: TestApp;
let url: string;
let token: string;
let accountId: string;
let chatId: string;
let transaction: Db["transaction"];
beforeEach(async () => {
  sapa = await testApp();
  ({ transaction } = sapa.db);
  url = await sapa.listen();
  ({ token, id: accountId } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine."] });
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
});
afterEach(() => sapa.close());

const used = async () => (await sapa.call("GET", `/api/users/${accountId}`, { token })).body.totalMessagesUsed;
const inputTokens = async () =>
  (await sapa.db.get<{ n: number }>(sql`select sum(input_tokens) as n from cost_months where kind = 'box'`))?.n;
const endOf = () => sapa.db.all(sql`select state, charge from turns order by attempt`);

/** What becomes of the transactions that write costs: `stored` says which ones lose their answer after they were stored. */
function loseAnswers(stored: (count: number) => boolean): void {
  let count = 0;
  sapa.db.transaction = async (body, options) => {
    let isBooking = false;
    const watched: typeof body = (tx) =>
      body(
        new Proxy(tx, {
          get(target, name) {
            if (name !== "send") return Reflect.get(target, name);
            return (query: Parameters<typeof tx.send>[0]) => {
              isBooking ||= query.strings.join("").includes("cost_months");
              tx.send(query);
            };
          },
        }),
      );
    const value = await transaction(watched, options);
    if (isBooking && stored(++count)) throw new StorageFailed("storage_lost", "the answer to the commit was lost");
    return value;
  };
}

test("an end that was stored without an answer counts as stored when it is stored again, and its cost is booked once", async () => {
  loseAnswers((count) => count === 1);
  const visitor = await connect(url, chatId);
  expect(await visitor.ask("Hello?", "message-1")).toMatchObject({ text: FAKE_REPLY, error: null });
  expect(await endOf()).toEqual([{ state: "answered", charge: "spent" }]);
  expect([await used(), await inputTokens()]).toEqual([1, 10]);
});

test("the cost of a reply is booked once if another node has ended its turn and the message was answered again", async () => {
  const gate = Promise.withResolvers<void>();
  sapa.models.script = async function* () {
    yield FAKE_REPLY;
    await gate.promise;
  };
  const visitor = await connect(url, chatId);
  visitor.send("chatMessage", { id: "message-1", text: "Hello?" });
  await visitor.next("botMessageChunk", "message-1");
  expect(await refundOpenTurns(sapa.db, null)).toBe(1);
  // Another node has stored a reply to the same message.
  await transaction(async (tx) => {
    await tx.run(sql`update conversations set last_sequence = last_sequence + 1`);
    await tx.run(sql`
      insert into messages (id, conversation_id, sequence, author, client_id, body, created_at)
      select 'other-reply', id, last_sequence, 'agent', 'message-1', 'The other reply.', ${tx.now} from conversations`);
  });
  loseAnswers((count) => count === 1);
  gate.resolve();
  expect((await visitor.next("error", "message-1")).data.code).toBe("reply_failed");
  await until(inputTokens);
  await until(() => sapa.db.get(sql`select id from turns where error like '%recorded'`));
  expect([await used(), await inputTokens()]).toEqual([0, 10]);
  expect(await endOf()).toEqual([{ state: "failed", charge: "refunded" }]);
});
