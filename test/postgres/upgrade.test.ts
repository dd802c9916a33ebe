/** Upgrading one server after the other, while the others run. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { SQL } from "bun";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { POSTGRES_TEXTS } from "../../src/server/generated/migrations-postgres.ts";
import { LEASE_MS, Lease } from "../../src/server/nodes/lease.ts";
import { deleteNode } from "../../src/server/nodes/store.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { createLog } from "../../src/server/platform/log.ts";
import type { Db } from "../../src/server/platform/storage/db.ts";
import { DataFolderInUse } from "../../src/server/platform/storage/lock.ts";
import { DatabaseTooNew, MigrationChanged } from "../../src/server/platform/storage/migrations.ts";
import type { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { countPendingPostgres, migratePostgres, requireSchema } from "../../src/server/platform/storage/postgres/migrate.ts";
import { openPostgres } from "../../src/server/platform/storage/postgres/open.ts";
import { createEmptyDatabase } from "../database.ts";

const PRESENT = MIGRATIONS.length;
const COMPATIBLE = "-- Compatible with the version before.\nalter table agents add column tone text;";
const INCOMPATIBLE = "alter table agents rename column tone to voice;";

let address: DatabaseAddress;
let admin: SQL;
const open: Db[] = [];

beforeEach(async () => {
  const made = await createEmptyDatabase();
  address = made.address;
  admin = new SQL(made.url, { max: 2 });
  await migratePostgres({ address });
});
afterEach(async () => {
  for (const db of open.splice(0)) db.close();
  await admin.close();
});

/** Migrates as a program does that knows these texts beyond the present ones. */
function upgrade(...more: string[]) {
  const added = more.map((text, index) => ({ number: PRESENT + index + 1, name: `${PRESENT + index + 1}_new.sql`, text }));
  return migratePostgres({ address, migrations: [...MIGRATIONS, ...added], texts: [...POSTGRES_TEXTS, ...more] });
}
/** A server whose program knows this many migrations. Its time is PostgreSQL's plus `late`. */
async function startServer(name: string, known = PRESENT) {
  const clock = { ...systemClock, late: 0, now: () => Date.now() + clock.late };
  const db = openPostgres({ address, clock });
  open.push(db);
  const lease = new Lease(
    { db, clock, log: createLog("silent"), requireSchema: (tx) => requireSchema(tx, known) },
    { name, version: "0.1", schema: known },
  );
  await lease.join(`http://${name}.example`);
  return { lease, db, clock };
}
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const columns = async () =>
  (await admin`select attname as name from pg_attribute where attrelid = 'agents'::regclass and attname in ('tone', 'voice')`).map(
    ({ name }: { name: string }) => name,
  );

test("a migration that the version before can work with is applied while its servers run, and they can also be started again", async () => {
  const old = await startServer("old");
  expect((await upgrade(COMPATIBLE)).applied).toEqual([`${PRESENT + 1}_new.sql`]);
  expect(await columns()).toEqual(["tone"]);
  await old.lease.beat();
  expect(old.lease.isValid()).toBe(true);
  // The old program once more, beside a server of the new version.
  await startServer("new", PRESENT + 1);
  expect((await migratePostgres({ address })).applied).toEqual([]);
  expect(await countPendingPostgres(address)).toBe(0);
  expect((await startServer("again")).lease.isValid()).toBe(true);
  const changed = MIGRATIONS.map((one) => ({ ...one, text: `${one.text} ` }));
  expect(await faultOf(migratePostgres({ address, migrations: changed }))).toBeInstanceOf(MigrationChanged);
});

test("any other migration is refused while a server runs, by its name, and is applied when that server has ended", async () => {
  const old = await startServer("old");
  const fault = await faultOf(upgrade(COMPATIBLE, INCOMPATIBLE));
  expect(fault).toBeInstanceOf(DataFolderInUse);
  expect((fault as Error).message).toContain("(old with version 0.1); stop all of them");
  expect(await columns()).toEqual([]);
  await old.lease.leave();
  expect((await upgrade(COMPATIBLE, INCOMPATIBLE)).applied).toHaveLength(2);
  expect(await columns()).toEqual(["voice"]);
  expect(await faultOf(migratePostgres({ address }))).toBeInstanceOf(DatabaseTooNew);
  expect(await faultOf(countPendingPostgres(address))).toBeInstanceOf(DatabaseTooNew);
});

test("a server that is two versions behind must be replaced before the next upgrade", async () => {
  const oldest = await startServer("oldest");
  await upgrade(COMPATIBLE);
  await startServer("newer", PRESENT + 1);
  const next = "-- Compatible with the version before.\nalter table agents add column voice text;";
  const fault = await faultOf(upgrade(COMPATIBLE, next));
  expect(fault).toBeInstanceOf(DataFolderInUse);
  expect((fault as Error).message).toContain("too old for the result (oldest with version 0.1)");
  await oldest.lease.leave();
  expect((await upgrade(COMPATIBLE, next)).applied).toEqual([`${PRESENT + 2}_new.sql`]);
  // One version back is possible, two are not.
  expect(await faultOf(migratePostgres({ address }))).toBeInstanceOf(DatabaseTooNew);
  expect(await faultOf(upgrade(COMPATIBLE))).toBeNull();
});

test("a server whose machine slept while the others were upgraded cannot come back", async () => {
  const frozen = await startServer("frozen");
  const { id } = frozen.lease;
  frozen.clock.late = -LEASE_MS - 1_000;
  await frozen.lease.beat();
  frozen.clock.late = 0;
  await upgrade(COMPATIBLE, INCOMPATIBLE);
  // Its row still exists, because no other server has deleted it, and its own clock slept as well.
  expect(await faultOf(frozen.lease.beat())).toBeInstanceOf(DatabaseTooNew);
  const rows = await admin`select id from nodes where expires_at > extract(epoch from now()) * 1000`;
  expect(rows).toHaveLength(0);
  await frozen.db.transaction((tx) => deleteNode(tx, id));
  expect(await faultOf(frozen.lease.beat())).toBeInstanceOf(DatabaseTooNew);
  expect(await admin`select id from nodes`).toHaveLength(0);
});

test("a server that joins while the database is changed waits, and is refused if it is too old for the result", async () => {
  const slow = `${COMPATIBLE.split("\n")[1]} select pg_sleep(1);`;
  const upgrading = upgrade(slow, INCOMPATIBLE);
  await Bun.sleep(400);
  const joined = await faultOf(startServer("late"));
  await upgrading;
  expect(joined).toBeInstanceOf(DatabaseTooNew);
  expect(await admin`select id from nodes`).toHaveLength(0);
});

test("while another program holds a table, the servers are not kept waiting for it, and the migration is applied afterwards", async () => {
  await startServer("old");
  const dump = await admin.reserve();
  await dump`begin`;
  await dump`lock table agents in access share mode`;
  const upgrading = upgrade(COMPATIBLE);
  const waits: number[] = [];
  for (let i = 0; i < 20; i++) {
    const begun = performance.now();
    await admin`select count(*) from agents`;
    waits.push(performance.now() - begun);
    await Bun.sleep(150);
  }
  expect(Math.max(...waits)).toBeLessThan(3_000);
  expect(await columns()).toEqual([]);
  await dump`commit`;
  dump.release();
  expect((await upgrading).applied).toHaveLength(1);
  expect(await columns()).toEqual(["tone"]);
}, 30_000);
