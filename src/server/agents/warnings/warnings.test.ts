/** The calls that list and dismiss the warnings about an agent's knowledge. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import type { WarningPage } from "../../../contract/warning.ts";
import * as duplicates from "../../knowledge/checks/duplicates.ts";
import { createTurns } from "../../platform/http/turns.ts";
import { findAgent } from "../store.ts";
import { createWarnings } from "./warnings.ts";

let sapa: TestApp;
let token: string;
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  const admin = await sapa.adminToken();
  await sapa.call("PUT", "/api/plans/1", { token: admin, body: { addKnowledgeLimit: 5_000 } });
  ({ token } = await sapa.signUp("owner"));
  chatId = await sapa.createAgent(token, { knowledge: ["Kek pandan RM38"] });
});
afterEach(() => sapa.close());

const list = async (query = ""): Promise<WarningPage> => (await sapa.call("GET", `/api/chats/${chatId}/warnings${query}`, { token })).body;
const add = async (entry: string, more: object = {}): Promise<{ id: string; version: string }> =>
  (await sapa.call("POST", `/api/chats/${chatId}/knowledge`, { token, body: { entry, ...more } })).body.entries[0];
const dismiss = (key: string, way = "dismiss") => sapa.call("POST", `/api/chats/${chatId}/warnings/${way}`, { token, body: { key } });
const entries = async (query: string) => (await sapa.call("GET", `/api/chats/${chatId}/knowledge${query}`, { token })).body;

test("two prices of one thing are one warning, beside the later entry, until one of them is changed", async () => {
  expect(await list()).toEqual({ warnings: [], total: 0, totalPages: 1, entries: 0 });
  const other = await add("Pandan cake: RM40");
  expect(await list()).toMatchObject({
    total: 1,
    entries: 1,
    warnings: [
      {
        kind: "price",
        places: [
          { number: 1, quote: "Kek pandan RM38" },
          { entryId: other.id, number: 2, quote: "Pandan cake: RM40" },
        ],
      },
    ],
  });
  expect((await list(`?of=${other.id}`)).total).toBe(1);
  expect((await entries("?only=warned")).entries).toMatchObject([{ id: other.id }]);
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${other.id}`, { token, body: { entry: "Pandan cake: RM38" } });
  expect((await list()).warnings.map(({ kind }) => kind)).toEqual(["duplicate"]);
});

test("a dismissed warning stays away until the words in which it was found change, and can be recalled", async () => {
  const other = await add("Pandan cake: RM40");
  const [warning] = (await list()).warnings;
  expect((await dismiss(warning?.key ?? "")).status).toBe(200);
  expect(await list()).toMatchObject({ total: 0, entries: 0 });
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${other.id}`, {
    token,
    body: { entry: "Pandan cake: RM40\nCollect it after noon." },
  });
  expect((await list()).total).toBe(0);
  await dismiss(warning?.key ?? "", "recall");
  expect((await list()).warnings).toEqual([warning as never]);
  await dismiss(warning?.key ?? "");
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${other.id}`, { token, body: { entry: "Pandan cake: RM41" } });
  expect((await list()).total).toBe(1);
});

test("another process finds the same warnings under the same keys", async () => {
  await add("Pandan cake: RM40");
  await add("Promotion until 31 October 2020.");
  const warnings = (await list()).warnings;
  expect(warnings).toHaveLength(2);
  const other = createWarnings({ db: sapa.openAnother(), turns: createTurns(), timeZone: sapa.config.tz });
  const agent = await findAgent(sapa.db, chatId);
  expect(agent && (await other.of(agent))).toEqual(warnings);
});

test("warnings are listed by page and by entry, and the list of entries can show only those with warnings", async () => {
  const past = await add("Promotion until 31 October 2020.");
  await add("Parking is behind the shop.");
  const other = await add("Pandan cake: RM40");
  expect((await list("?limit=1&page=2")).warnings).toMatchObject([{ kind: "past", day: "2020-10-31" }]);
  expect(await list(`?of=${past.id}`)).toMatchObject({ total: 1, entries: 2, warnings: [{ kind: "past" }] });
  expect((await list("?of=none")).total).toBe(0);
  const warned = await entries("?only=warned");
  expect(warned.total).toBe(2);
  expect(warned.entries.map(({ number }: { number: number }) => number)).toEqual([2, 4]);
  const second = await entries("?only=warned&limit=1&page=2");
  expect(second).toMatchObject({ total: 2, totalPages: 2, count: 4, entries: [{ id: other.id }] });
});

test("an entry that another one includes has the warning, and the longer one has none", async () => {
  await add(
    "Our shop is beside Bank Rakyat in Kajang. Cars can be parked for free behind the building. We also sell flowers and gift cards.",
  );
  const short = await add("Cars can be parked for free behind the building.");
  expect(await list()).toMatchObject({ total: 1, entries: 1, warnings: [{ kind: "covered" }] });
  expect((await list(`?of=${short.id}`)).total).toBe(1);
  expect((await entries("?only=warned")).entries).toMatchObject([{ id: short.id }]);
});

test("an entry that is no longer used is not checked, and a date passes at midnight", async () => {
  await add("Pandan cake: RM40", { dates: { from: null, until: "2020-01-01" } });
  expect((await list()).total).toBe(0);
  const today = new Date(sapa.clock.now()).toISOString().slice(0, 10);
  await add(`Offer until ${today}.`);
  expect((await list()).total).toBe(0);
  sapa.clock.pass(2 * 86_400_000);
  expect((await list()).warnings.map(({ kind }) => kind)).toEqual(["past"]);
});

test("changes while the entries are checked share one more check, which reads nothing again that is as it was", async () => {
  for (let at = 0; at < 20; at++) await add(`Item ${at} costs RM${at}.50 and is in row ${at * 7}.`);
  const words = spyOn(duplicates, "readText");
  try {
    await list();
    words.mockClear();
    const answers: Promise<WarningPage>[] = [];
    for (let at = 0; at < 8; at++) {
      await add(`News ${at}: we bake ${at * 11} loaves.`);
      answers.push(list());
    }
    await Promise.all(answers);
    expect(words.mock.calls.length).toBe(8);
    expect((await list()).total).toBe((await answers[7])?.total ?? -1);
  } finally {
    words.mockRestore();
  }
});
