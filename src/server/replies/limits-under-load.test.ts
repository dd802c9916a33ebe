import { afterEach, beforeEach, expect, test } from "bun:test";
import { FAKE_REPLY, fakeFailure, type TestApp, testApp } from "../../../test/app.ts";
import { connect, type SocketClient } from "../../../test/socket-client.ts";
import { sql } from "../platform/storage/db.ts";

const VISITORS = 500;
const LIMIT = 100;

let sapa: TestApp;
let url: string;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token);
});
afterEach(() => sapa.close());

const usage = async () => {
  const rows = await sapa.db.all<{ month: string; used: number }>(
    sql`select month, used from usage_months where account_id = ${owner.id} order by month`,
  );
  return Object.fromEntries(rows.map((row) => [row.month, row.used]));
};
const setLimit = (limit: number) => sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = ${limit} where id = 1`));
/** Opens a few sockets at a time, because these tests measure messages, not handshakes. */
async function open(count: number): Promise<SocketClient[]> {
  const visitors: SocketClient[] = [];
  while (visitors.length < count) {
    visitors.push(...(await Promise.all(Array.from({ length: Math.min(50, count - visitors.length) }, () => connect(url, chatId)))));
  }
  return visitors;
}

test("500 simultaneous messages at a limit of 100 make exactly 100 calls to the model, and the owner gets one notice", async () => {
  await setLimit(LIMIT);
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
  const visitors = await open(VISITORS);
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Hello?", crypto.randomUUID(), 25_000)));
  expect(answers.filter((answer) => answer.kind === "reply")).toHaveLength(LIMIT);
  expect(answers.filter((answer) => answer.kind === "limit")).toHaveLength(VISITORS - LIMIT);
  expect(sapa.models.calls).toHaveLength(LIMIT);
  expect(await usage()).toEqual({ "2026-11": LIMIT });
  const { body } = await sapa.call("GET", "/api/notices", { token: owner.token });
  expect(body.notices.map(({ kind }: { kind: string }) => kind)).toEqual(["limit"]);
}, 30_000);

test("messages whose model failed are refunded, and the same message sent twice is charged once", async () => {
  const heardTwice = Promise.withResolvers<void>();
  sapa.models.script = async function* (_request, call) {
    yield "Half an ";
    // If a message's turn has already failed, its second copy could try again.
    await heardTwice.promise;
    if (call % 2 === 0) throw fakeFailure();
    yield "answer.";
  };
  const visitors = await open(40);
  const asking = visitors.map((visitor) => {
    const id = crypto.randomUUID();
    visitor.send("chatMessage", { id, text: "Hello?" });
    const answer = visitor.ask("Hello?", id);
    return { answer, acks: visitor.next("ack").then(() => visitor.next("ack")) };
  });
  await Promise.all(asking.map(({ acks }) => acks));
  heardTwice.resolve();
  const answers = await Promise.all(asking.map(({ answer }) => answer));
  const turns = await sapa.db.all<{ charge: string }>(sql`select charge from turns`);
  const spent = turns.filter(({ charge }) => charge === "spent").length;
  expect(answers).toHaveLength(40);
  expect(turns.some(({ charge }) => charge === "reserved")).toBe(false);
  expect(turns).toHaveLength(40);
  expect(await usage()).toEqual({ "2026-11": spent });
}, 30_000);

test("at the end of the month in Kuala Lumpur each message counts in exactly one month, and a clock that is set back refunds none", async () => {
  await setLimit(60);
  // The clock passes midnight while replies are being written.
  sapa.clock.set(Date.parse("2026-11-30T23:59:59.000+08:00"));
  sapa.models.script = function* () {
    sapa.clock.pass(50);
    yield FAKE_REPLY;
  };
  const visitors = await open(100);
  const answers = await Promise.all(visitors.map((visitor) => visitor.ask("Hello?")));
  const replies = answers.filter((answer) => answer.kind === "reply").length;
  const counted = await usage();
  expect((counted["2026-11"] ?? 0) + (counted["2026-12"] ?? 0)).toBe(replies);
  expect(sapa.models.calls).toHaveLength(replies);
  expect(counted["2026-11"]).toBeLessThanOrEqual(60);

  // Back at the end of November: the messages that were used then are still counted.
  sapa.clock.set(Date.parse("2026-11-30T23:30:00.000+08:00"));
  await sapa.db.transaction((tx) => tx.run(sql`update usage_months set used = 60 where month = '2026-11'`));
  expect((await (await connect(url, chatId)).ask("Hello?")).kind).toBe("limit");
}, 30_000);
