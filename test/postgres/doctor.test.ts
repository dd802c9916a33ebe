/** What `sapa doctor` finds where the database is PostgreSQL: the whole program, from source. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Finding } from "../../src/contract/doctor.ts";
import { startInstallation } from "../installation.ts";
import { PASSWORD, provideOperator } from "./operator.ts";

setDefaultTimeout(60_000);

const postgres = provideOperator({ fsync: "on" });
const unsafe = provideOperator();
let address: string;
let well: Awaited<ReturnType<typeof startInstallation>>;

beforeAll(async () => {
  address = await postgres.createDatabase();
  well = await startInstallation(address);
});
afterAll(() => well.stop());

/** The DNS of the process is real, so that the name of the public address leads only to this machine. */
const LOCAL = ["dns: doctor.dns.private", "callback: doctor.callback.private"];

async function look(env: Record<string, string> = {}) {
  const args = ["doctor", "--json", "--port", new URL(well.server.url).port];
  const { code, out, complaint } = await well.program.run(args, env);
  for (const secret of [PASSWORD, ...well.secrets()]) expect(out + complaint).not.toContain(secret);
  const findings: Finding[] = JSON.parse(out).findings;
  const wrong = findings.filter(({ state }) => state === "fault" || state === "warning").map(({ check, told }) => `${check}: ${told?.id}`);
  return { code, wrong: wrong.filter((one) => !LOCAL.includes(one)), database: findings.find(({ check }) => check === "database") };
}

test("a healthy installation on PostgreSQL has no fault", async () => {
  const { wrong, database } = await look();
  expect(wrong).toEqual([]);
  expect([database?.state, database?.told?.id]).toEqual(["ok", "doctor.database.postgres"]);
});

test("a PostgreSQL that does not wait for its disk, and has an empty database, is found, and nothing else", async () => {
  const found = await look({ SAPA_DATABASE: await unsafe.createDatabase() });
  expect(found).toMatchObject({ code: 1, wrong: ["database: doctor.database.fsync", "schema: doctor.schema.pending"] });
});

test("a database that PostgreSQL does not have, and a port at which it does not listen, are found, and nothing else", async () => {
  const unreachable = { code: 1, wrong: ["database: doctor.database.unreachable"] };
  expect(await look({ SAPA_DATABASE: address.replace("/operator_0", "/nowhere") })).toMatchObject(unreachable);
  expect(await look({ SAPA_DATABASE: address.replace(postgres.host(), "127.0.0.1:9") })).toMatchObject(unreachable);
});

test("another secret key is found, and nothing else", async () => {
  expect(await look({ SAPA_SECRET_KEY: "not the key of this one" })).toMatchObject({ code: 1, wrong: ["secret: doctor.secret.closed"] });
});

test("a database that a newer version has changed, and servers of two versions, are found, and nothing else", async () => {
  await postgres.inDatabase(address, async (sql) => {
    await sql`insert into nodes (id, name, url, version, schema_number, started_at, expires_at)
      values ('later', 'later', 'http://10.0.0.9:3000', '9.9.9', 1, 0, ${Date.now() + 3_600_000})`;
    await sql`insert into schema_migrations values (9999, '9999_later.sql', 'x', 1)`;
    await sql`update engine_schema set oldest = 9999`;
  });
  expect(await look()).toMatchObject({ code: 1, wrong: ["schema: doctor.schema.newer", "versions: doctor.versions.nodes"] });
});
