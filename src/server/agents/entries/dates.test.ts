import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { connect } from "../../../../test/socket-client.ts";
import { listNotices, type StoredNotice } from "../../notices/store.ts";
import { DAY_MS, startOfDay } from "../../platform/clock.ts";
import { sql } from "../../platform/storage/db.ts";
import { createAgentBook } from "../book.ts";
import { announceEntryEnds } from "./announce-ends.ts";

const timeZone = "Asia/Kuala_Lumpur";
const RAMADAN = "During Ramadan we open at 3 pm.";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  await sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = 10, knowledge_word_limit = 50, add_knowledge_limit = 10 where id = 1`),
  );
  chatId = await sapa.createAgent(owner.token, { chatName: "Kedai" });
});
afterEach(() => sapa.close());

const path = (rest = "", id = chatId) => `/api/chats/${id}/knowledge${rest}`;
const add = (entry: string, dates?: unknown) => sapa.call("POST", path(), { token: owner.token, body: { entry, dates } });
const put = (id: string, entry: string, dates?: unknown) =>
  sapa.call("PUT", path(`/${id}`), { token: owner.token, body: { entry, ...(dates === undefined ? {} : { dates }) } });
const read = async (id: string) => (await sapa.call("GET", path(`/${id}`), { token: owner.token })).body.entry;
const addDated = async (entry: string, dates: unknown): Promise<string> => (await add(entry, dates)).body.entries[0].id;
/** Lets the time pass until this moment in the installation's time zone. */
const passTo = (day: string, hours = 0) => sapa.clock.set(startOfDay(day, timeZone) + hours * 3_600_000);
const dayAfter = (days: number) => new Date(sapa.db.now + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);

test("an entry with dates is used from the first midnight to the last one of the installation's time zone, without a save", async () => {
  const [from, until] = [dayAfter(10), dayAfter(12)];
  await addDated(RAMADAN, { from, until });
  await add("Parking is behind the mosque.");
  const visitor = await connect(await sapa.listen(), chatId);
  const isUsed = async () => (await visitor.ask("When do you open during Ramadan?")).text.includes("3 pm");
  const other = createAgentBook({ db: sapa.db });
  const versions: string[] = [];
  const look = async () => {
    const [first, fresh] = [await other.find(chatId), await createAgentBook({ db: sapa.db }).find(chatId)];
    // A process that has just been started, and one whose cache is older, agree about the entries and their version.
    expect(first).toEqual(fresh);
    versions.push(first?.version ?? "");
    return isUsed();
  };
  expect(await look()).toBe(false);
  passTo(from, -0.01);
  expect(await look()).toBe(false);
  passTo(from);
  expect(await look()).toBe(true);
  passTo(until, 23.9);
  expect(await look()).toBe(true);
  passTo(until, 24);
  expect(await look()).toBe(false);
  expect(versions.map((version) => versions.indexOf(version))).toEqual([0, 0, 2, 2, 4]);
  const agent = await other.find(chatId);
  expect([agent?.entries.length, agent?.entryIds.length, agent?.savedVersion]).toEqual([1, 1, versions[0]]);
});

test("the owner sees the dates with their state; plain entries have none", async () => {
  const [from, until] = [dayAfter(1), dayAfter(2)];
  const { body } = await add("Plain.");
  expect(body.entries[0]).not.toHaveProperty("dates");
  const id = await addDated(RAMADAN, { from, until });
  expect((await read(id)).dates).toEqual({ from, until, state: "waiting" });
  passTo(from);
  expect((await read(id)).dates.state).toBe("current");
  passTo(until, 24);
  expect((await read(id)).dates.state).toBe("ended");
  const { entries } = (await sapa.call("GET", path(), { token: owner.token })).body;
  expect(entries.map(({ dates }: { dates?: { state: string } }) => dates?.state)).toEqual([undefined, "ended"]);
  const open = await addDated("From now on.", { from });
  expect((await read(open)).dates).toEqual({ from, until: null, state: "current" });
});

test("a change of the text keeps the dates, a change of the dates is a new version, and null removes them", async () => {
  const [from, until] = [dayAfter(1), dayAfter(2)];
  const id = await addDated(RAMADAN, { from, until });
  const first = await read(id);
  await put(id, "In Ramadan we open at 4 pm.");
  const second = await read(id);
  expect([second.entry, second.dates]).toEqual(["In Ramadan we open at 4 pm.", first.dates]);
  await put(id, second.entry, { from, until: null });
  const third = await read(id);
  expect(third.dates).toEqual({ from, until: null, state: "waiting" });
  expect(new Set([first.version, second.version, third.version]).size).toBe(3);
  await put(id, second.entry, null);
  expect(await read(id)).not.toHaveProperty("dates");
});

test("dates that are no days, or end before they begin, are refused", async () => {
  for (const [dates, status] of [
    [{ from: "2026-02-30", until: null }, 422],
    [{ from: "tomorrow", until: null }, 422],
    [{ from: "2026-03-02", until: "2026-03-01" }, 422],
    [{ from: "2026-03-01", until: "2026-03-01" }, 201],
    [{ from: null, until: null }, 201],
    [null, 201],
  ] as const)
    expect([dates, (await add("x", dates)).status]).toEqual([dates, status]);
});

test("a copy, a saved list, and an entry that is restored keep the dates", async () => {
  const [from, until] = [dayAfter(1), dayAfter(2)];
  const id = await addDated(RAMADAN, { from, until });
  const copy = await sapa.call("POST", `/api/chats/${chatId}/duplicate`, { token: owner.token, body: { chatName: "Copy" } });
  const [copied] = (await sapa.call("GET", path("", copy.body.id), { token: owner.token })).body.entries;
  expect(copied.dates).toEqual({ from, until, state: "waiting" });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai", knowledge: ["New.", RAMADAN] } });
  await sapa.call("DELETE", path(`/${id}`), { token: owner.token });
  await sapa.call("POST", path(`/${id}/restore`), { token: owner.token });
  expect((await read(id)).dates).toEqual({ from, until, state: "waiting" });
});

test("the owner gets one notice a week before entries end, and none about a shorter offer or after the end", async () => {
  const until = dayAfter(20);
  await addDated(RAMADAN, { from: null, until });
  await addDated("Kuih raya until the end of the month.", { from: null, until });
  await addDated("Three days only.", { from: null, until: dayAfter(3) });
  const shown: number[] = [];
  let last: StoredNotice | undefined;
  for (let day = 0; day < 24; day++) {
    await announceEntryEnds({ db: sapa.db });
    const notices = await listNotices(sapa.db, { accountId: owner.id, userId: owner.id, month: "2026-11", reached: null, limit: 10 });
    shown.push(notices.length);
    last = notices[0] ?? last;
    sapa.clock.pass(DAY_MS);
  }
  expect(shown.join("")).toBe("000000000000001111111000");
  expect(last).toMatchObject({ kind: "entries_ending", body: { agentId: chatId, agentName: "Kedai", entries: 2 } });
});
