import { expect, test } from "bun:test";
import { provideDatabases } from "../../../test/databases.ts";
import { createPace } from "../reading/site/pace.ts";
import { forgetHosts } from "./pace-store.ts";
import { createSharedPace } from "./shared-pace.ts";

const takeDatabase = provideDatabases();
const never = new AbortController().signal;

/** Two nodes on one database, whose clock only the test moves. */
async function twoNodes() {
  const { clock, open } = await takeDatabase();
  const dbs = [open(), open()] as const;
  const nodes = dbs.map((db, at) => createSharedPace({ db, node: { id: `node ${at}` } }));
  return { clock, db: dbs[0], nodes };
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at * 1_000);
const inOrder = (waits: number[]) => waits.sort((one, other) => one - other);

test("two nodes together ask a host once a second, also when both begin at once", async () => {
  const { clock, nodes } = await twoNodes();
  const ask = (host: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => nodes[at % 2]?.(host, 1_000) ?? Promise.reject(new Error("no such node"))));
  expect(inOrder(await ask("shop.example", 20))).toEqual(upTo(20));
  expect(inOrder(await ask("other.example", 2))).toEqual(upTo(2));
  clock.pass(18_000);
  expect(inOrder(await ask("shop.example", 2))).toEqual([2_000, 3_000]);
  clock.pass(60_000);
  expect(inOrder(await ask("shop.example", 2))).toEqual(upTo(2));
});

test("a host that asks for more time gets it from both nodes, and a clock that was set back stops nothing", async () => {
  const { clock, nodes } = await twoNodes();
  const [one, other] = nodes;
  expect([await one?.("slow.example", 30_000), await other?.("slow.example", 30_000), await one?.("slow.example", 1_000)]).toEqual([
    0, 30_000, 60_000,
  ]);
  clock.leap(-86_400_000);
  expect(await other?.("slow.example", 1_000)).toBe(0);
});

test("hosts are forgotten once they may be asked again, and not before", async () => {
  const { clock, db, nodes } = await twoNodes();
  for (const host of ["a.example", "b.example", "c.example"]) await nodes[0]?.(host, 1_000);
  expect(await db.transaction((tx) => forgetHosts(tx, 10))).toBe(0);
  clock.pass(1_001);
  expect(await db.transaction((tx) => forgetHosts(tx, 2))).toBe(2);
  expect(await db.transaction((tx) => forgetHosts(tx, 2))).toBe(1);
});

test("a process waits for its turn among the others, and the only process of an installation stores nothing", async () => {
  const { clock, db, nodes } = await twoNodes();
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    clock.pass(ms);
  };
  const pace = createPace({ ...clock, sleep }, 1_000, nodes[0]);
  for (let at = 0; at < 3; at++) await nodes[1]?.("shop.example", 1_000);
  await pace.wait("shop.example", null, never);
  await pace.wait("shop.example", null, never);
  expect(slept).toEqual([3_000, 1_000]);
  const alone = createSharedPace({ db, node: { id: null } });
  expect([await alone("alone.example", 1_000), await alone("alone.example", 1_000)]).toEqual([0, 0]);
});
