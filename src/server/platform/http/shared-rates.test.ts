/** Rate limits in the database, as two nodes see them. */
import { beforeEach, expect, test } from "bun:test";
import type { FakeClock } from "../../../../test/app.ts";
import { provideDatabases } from "../../../../test/databases.ts";
import { createKeys } from "../keys.ts";
import { type Db, sql } from "../storage/db.ts";
import { deleteFullBuckets } from "./buckets-store.ts";
import type { RateRule } from "./rates.ts";
import { createSharedRates } from "./shared-rates.ts";

const RULE: RateRule = { name: "login", max: 3, perMs: 60_000 };
const keys = createKeys(new TextEncoder().encode("a test's secret key, long enough"));

const takeDatabase = provideDatabases();
let clock: FakeClock;
let nodes: Db[];

beforeEach(async () => {
  const database = await takeDatabase();
  clock = database.clock;
  nodes = [database.open(), database.open()];
});

/** Takes a token at one of the nodes. */
const take = (node: number, key: string, { rule = RULE, scale = 1 } = {}): Promise<number> => {
  const db = nodes[node];
  if (!db) throw new Error("no such node");
  return db.transaction((tx) => createSharedRates(keys, scale).take(tx, rule, key));
};
const inTurn = async (count: number, act: (i: number) => Promise<number>) => {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) waits.push(await act(i));
  return waits;
};

test("a bucket gives its tokens once, whichever node is asked, and refills over time", async () => {
  expect(await inTurn(4, (i) => take(i % 2, "a"))).toEqual([0, 0, 0, 20]);
  expect(await take(1, "b")).toBe(0);
  clock.pass(20_000);
  expect(await inTurn(2, (i) => take(i, "a"))).toEqual([0, 20]);
  clock.pass(3_600_000);
  expect(await inTurn(4, (i) => take(i % 2, "a"))).toEqual([0, 0, 0, 20]);
});

test("of forty requests at two nodes at once, exactly as many get a token as there are tokens", async () => {
  const rule = { ...RULE, max: 7 };
  const waits = await Promise.all(Array.from({ length: 40 }, (_, i) => take(i % 2, "a", { rule })));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
});

test("the scale multiplies the limit, and a small one leaves one token", async () => {
  expect((await inTurn(31, () => take(0, "a", { scale: 10 }))).filter((wait) => wait === 0)).toHaveLength(30);
  expect(await inTurn(2, () => take(0, "b", { scale: 0.01 }))).toEqual([0, 60]);
});

test("the addresses of an IPv6 /48 share ten times the limit of one address", async () => {
  const waits = await inTurn(40, (i) => take(i % 2, `2001:db8:1:${i.toString(16)} account`));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  expect(await take(0, "2001:db8:2:1 account")).toBe(0);
});

test("a refunded token can be taken again, and a bucket never has more tokens than its size", async () => {
  const rates = createSharedRates(keys, 1);
  const [db] = nodes;
  await inTurn(3, () => take(0, "2001:db8:1:1"));
  await db?.transaction((tx) => rates.refund(tx, RULE, "2001:db8:1:1"));
  expect(await inTurn(2, () => take(1, "2001:db8:1:1"))).toEqual([0, 20]);
  for (let i = 0; i < 9; i++) await db?.transaction((tx) => rates.refund(tx, RULE, "2001:db8:1:1"));
  expect(await inTurn(4, () => take(1, "2001:db8:1:1"))).toEqual([0, 0, 0, 20]);
});

test("after the wall clock was set back by days, a key is not refused for days", async () => {
  await inTurn(4, () => take(0, "a"));
  clock.leap(-3 * 86_400_000);
  expect(await inTurn(4, () => take(0, "a"))).toEqual([0, 0, 0, 20]);
});

test("full buckets are deleted, and no more than a maximum are kept; no row contains a key", async () => {
  await inTurn(3, (i) => take(0, `203.0.113.${i}`));
  const rows = () => nodes[1]?.all<{ key_hash: string }>(sql`select key_hash from rate_buckets`);
  expect(JSON.stringify(await rows())).not.toContain("203.0.113");
  clock.pass(5_000);
  await take(0, "203.0.113.9");
  const purge = (keep: number) => nodes[0]?.transaction((tx) => deleteFullBuckets(tx, keep));
  expect(await purge(100)).toBe(0);
  expect(await purge(1)).toBe(3);
  clock.pass(60_000);
  expect(await purge(100)).toBe(1);
  expect(await rows()).toEqual([]);
});
