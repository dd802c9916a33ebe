/** Which node holds a conversation when a node was frozen while it claimed one. */
import { expect, test } from "bun:test";
import { provideDatabases } from "../../../test/databases.ts";
import { LEASE_MS, Lease } from "../nodes/lease.ts";
import { deleteNode, listNodes } from "../nodes/store.ts";
import { createLog } from "../platform/log.ts";
import { type Db, StorageBusy } from "../platform/storage/db.ts";
import { takeOver } from "./gone-nodes.ts";
import { Owners } from "./owners.ts";

const takeDatabase = provideDatabases();

async function openDatabase() {
  const { clock, open } = await takeDatabase();
  const db = open();
  const startNode = async (name: string, through: Db = db) => {
    const lease = new Lease({ db, clock, log: createLog("silent") }, { name, version: "test", schema: 1 });
    const owners = new Owners(through, lease);
    await lease.join(`http://${name}.example`);
    return { lease, owners };
  };
  return { db, clock, startNode };
}

test("a node that lost its lease while it claimed a conversation does not own it", async () => {
  const { db, clock, startNode } = await openDatabase();
  // The claim is stored, but the node is frozen before it reads the answer.
  const frozen = Promise.withResolvers<void>();
  const slowly: typeof db.transaction = async (body, options) => {
    const value = await db.transaction(body, options);
    await frozen.promise;
    return value;
  };
  const near = await startNode("near", Object.assign(Object.create(db), { transaction: slowly }));
  const claiming = near.owners.claim("visitor");
  await Bun.sleep(50);
  const old = near.lease.id;
  clock.pass(LEASE_MS + 1);
  near.lease.check();
  await db.transaction((tx) => deleteNode(tx, old));
  const far = await startNode("far");
  expect(await far.owners.claim("visitor")).toBeNull();
  frozen.resolve();
  const refused = await claiming.then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(StorageBusy);
  await near.lease.beat();
  expect(await near.owners.claim("visitor")).toBe(far.lease.id);
});

test("a node takes over only from nodes whose leases have expired, and only while its own lease is valid", async () => {
  const { db, clock, startNode } = await openDatabase();
  const log = createLog("silent");
  const near = (await startNode("near")).lease;
  clock.pass(LEASE_MS / 2);
  const far = (await startNode("far")).lease;
  const names = async () => (await listNodes(db)).map(({ name }) => name);
  await takeOver({ db, log, node: far });
  expect(await names()).toEqual(["near", "far"]);
  clock.pass(LEASE_MS / 2 + 1);
  // The near node does not know yet that its lease has expired.
  await takeOver({ db, log, node: Object.assign(Object.create(near), { isValid: () => true }) });
  clock.pass(LEASE_MS);
  await takeOver({ db, log, node: far });
  expect(await names()).toEqual(["near", "far"]);
  const third = (await startNode("third")).lease;
  await takeOver({ db, log, node: third });
  expect(await names()).toEqual(["third"]);
});
