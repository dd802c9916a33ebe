import { expect, test } from "bun:test";
import { provideDatabases } from "../../../test/databases.ts";
import { createLog } from "../platform/log.ts";
import { BEAT_MS, LEASE_MS, Lease } from "./lease.ts";
import { LONE_NODE } from "./node.ts";
import { deleteNode, listNodes } from "./store.ts";

const takeDatabase = provideDatabases();

async function openDatabase() {
  const { clock, open } = await takeDatabase();
  return { db: open(), clock };
}

test("a node knows how many nodes divide the limits: itself, and the others as of its last heartbeat", async () => {
  const { db, clock } = await openDatabase();
  const [near, far] = ["near", "far"].map(
    (name) => new Lease({ db, clock, log: createLog("silent") }, { name, version: "test", schema: 1 }),
  ) as [Lease, Lease];
  expect([LONE_NODE.share(), near.share()]).toEqual([1, 1]);
  await near.join("http://near.example");
  expect(near.share()).toBe(1);
  await far.join("http://far.example");
  await near.beat();
  expect([near.share(), far.share()]).toEqual([2, 2]);
  await far.leave();
  await near.beat();
  expect(near.share()).toBe(1);
});

/** The warnings of a node with the first address after ten seconds beside one with the other address. */
async function warningsOf(own: string, others: string): Promise<Record<string, unknown>[]> {
  const { db, clock } = await openDatabase();
  const lines: string[] = [];
  const log = createLog("warn", (line) => lines.push(line));
  const far = new Lease({ db, clock, log: createLog("silent") }, { name: "far", version: "test", schema: 1 });
  await far.join(others);
  const near = new Lease({ db, clock, log }, { name: "near", version: "test", schema: 1 });
  await near.join(own);
  // The row of a server that was killed and started again is still there.
  expect(lines).toEqual([]);
  for (let passed = 0; passed < 10_000; passed += BEAT_MS) {
    clock.pass(BEAT_MS);
    for (const node of [far, near]) await node.beat();
  }
  return lines.map((line) => JSON.parse(line));
}

test("a node warns once if another living node has its address, or if one of them can only be reached on its own machine", async () => {
  const shared = { name: "far", message: expect.stringContaining("has the same --node-url") };
  expect(await warningsOf("http://10.0.0.1:3000", "http://10.0.0.1:3000")).toEqual([expect.objectContaining(shared)]);
  const local = { name: "far", message: expect.stringContaining("can only be reached on its own machine") };
  for (const loopback of ["http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000"]) {
    expect(await warningsOf(loopback, "http://10.0.0.1:3000")).toEqual([expect.objectContaining({ ...local, url: loopback })]);
  }
  expect(await warningsOf("http://10.0.0.1:3000", "http://127.0.0.1:3000")).toEqual([
    expect.objectContaining({ ...local, otherUrl: "http://127.0.0.1:3000" }),
  ]);
  expect(await warningsOf("http://127.0.0.1:3000", "http://localhost:3001")).toEqual([]);
  expect(await warningsOf("http://10.0.0.1:3000", "http://10.0.0.2:3000")).toEqual([]);
});

test("a heartbeat that is under way when a node leaves does not join again", async () => {
  const { db, clock } = await openDatabase();
  const node = new Lease({ db, clock, log: createLog("silent") }, { name: "near", version: "test", schema: 1 });
  await node.join("http://near.example");
  const beating = node.beat();
  await node.leave();
  await beating;
  expect(await listNodes(db)).toEqual([]);
});

test("a heartbeat that outlasts its lease does not lose the lease that replaces it", async () => {
  const { db, clock } = await openDatabase();
  const gate = Promise.withResolvers<void>();
  let isSlow = false;
  const slowly: typeof db.transaction = async (body, options) => {
    if (isSlow) await gate.promise;
    return db.transaction(body, options);
  };
  const slow = Object.assign(Object.create(db), { transaction: slowly });
  const node = new Lease({ db: slow, clock, log: createLog("silent") }, { name: "near", version: "test", schema: 1 });
  let losses = 0;
  node.onLost(() => losses++);
  await node.join("http://near.example");
  const { id } = node;
  isSlow = true;
  const beating = node.beat();
  clock.pass(LEASE_MS + 1);
  node.check();
  await db.transaction((tx) => deleteNode(tx, id));
  gate.resolve();
  await beating;
  node.check();
  expect([losses, node.isValid()]).toEqual([1, true]);
  expect((await listNodes(db)).map((one) => one.id)).toEqual([node.id]);
});

test("a node whose first heartbeat was stored without an answer joins under another id", async () => {
  const { db, clock } = await openDatabase();
  let isLost = true;
  const losing: typeof db.transaction = async (body, options) => {
    const value = await db.transaction(body, options);
    if (isLost) throw new Error("the answer was lost");
    return value;
  };
  const lossy = Object.assign(Object.create(db), { transaction: losing });
  const node = new Lease({ db: lossy, clock, log: createLog("silent") }, { name: "near", version: "test", schema: 1 });
  await node.join("http://near.example").catch(() => undefined);
  expect(node.isValid()).toBe(false);
  isLost = false;
  await node.beat();
  expect(node.isValid()).toBe(true);
});
