/** The server and its commands on PostgreSQL: the whole program, from source. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { POSTGRES_TEXTS } from "../../src/server/generated/migrations-postgres.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { migratePostgres } from "../../src/server/platform/storage/postgres/migrate.ts";
import { ask, createProgram } from "../program.ts";
import { connect } from "../socket-client.ts";
import { until } from "../until.ts";
import { PASSWORD, provideOperator } from "./operator.ts";

setDefaultTimeout(60_000);

const KEY = "a secret key for these tests";

const postgres = provideOperator();
let folder: string;
let address: string;
const program = createProgram(() => ({ SAPA_DATA: join(folder, "data") }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-serve-"));
  address = await postgres.createDatabase();
});
afterEach(async () => {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = program.run;
const serve = (data = "data", key = KEY) =>
  program.serve({ SAPA_DATA: join(folder, data), SAPA_DATABASE: address, SAPA_SECRET_KEY: key, SAPA_RATE_SCALE: "1000" });
const portOf = (host: string) => host.split(":").at(-1) ?? "";
const statusOf = (url: string) => fetch(`${url}/api/health`).then((answer) => answer.status);

test("a wrong address is refused with code 2 and a line that does not contain the password", async () => {
  const key = { SAPA_SECRET_KEY: KEY };
  const host = postgres.host();
  const cases: [Record<string, string>, number, string][] = [
    [{ ...key, SAPA_DATABASE: `mysql://sapa:${PASSWORD}@${host}/x` }, 2, "SAPA_DATABASE: must be postgres://"],
    [{ ...key, SAPA_DATABASE: `postgres://sapa:${PASSWORD}@${host}/` }, 2, "SAPA_DATABASE: must be postgres://"],
    [{ ...key, SAPA_DATABASE: `${address}&sslmode=sometimes` }, 2, "SAPA_DATABASE: "],
    [{ ...key, SAPA_DATABASE: `postgres://sapa:${PASSWORD}@${host}/nowhere?sslmode=disable` }, 2, 'database "nowhere" does not exist'],
    [{ ...key, SAPA_DATABASE: `postgres://nobody:${PASSWORD}@${host}/postgres?sslmode=disable` }, 2, 'role "nobody" does not exist'],
    [{ SAPA_DATABASE: address }, 2, "SAPA_SECRET_KEY: must be set"],
    [{ ...key, SAPA_DATABASE: address.replace("disable", "require") }, 1, "does not support SSL"],
  ];
  const found = await Promise.all(cases.map(([env]) => run(["serve", "--port", "0"], env)));
  for (const [index, { code, out, complaint }] of found.entries()) {
    const [, expected, words] = cases[index] ?? [{}, 0, ""];
    expect([code, complaint]).toEqual([expected, expect.stringContaining(words)]);
    expect(out + complaint).not.toContain(PASSWORD);
    expect(complaint.trim().split("\n")).toHaveLength(1);
  }
  const taken = await run(["serve", "--port", portOf(postgres.host())], { ...key, SAPA_DATABASE: address });
  expect([taken.code, taken.complaint]).toEqual([2, expect.stringContaining("is in use by another program")]);
  expect((await run(["serve", "--database", "sqlite.db"])).complaint).toStartWith("sapa: --database: must be postgres://");
});

test("a server that is started while PostgreSQL is away waits for it, and ends at once when it is stopped", async () => {
  const port = portOf(postgres.host());
  const env = { SAPA_DATABASE: address, SAPA_SECRET_KEY: KEY };
  await postgres.kill();
  const [stopped, waiting] = ["stopped", "waiting"].map((data) =>
    program.start(["serve", "--port", "0"], { ...env, SAPA_DATA: join(folder, data) }),
  );
  if (!stopped || !waiting) throw new Error("two servers were started");
  const said = new TextDecoder().decode((await stopped.stderr.getReader().read()).value);
  expect(said).toContain("waiting for PostgreSQL");
  expect(said).toContain(`127.0.0.1:${port}`);
  stopped.kill("SIGTERM");
  // PostgreSQL is still away.
  expect(await stopped.exited).toBe(0);
  await postgres.start();
  const { value } = await waiting.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toContain("ready at");
  // A command does not wait for PostgreSQL.
  const { code } = await run(["admin", "list-users"], { SAPA_DATABASE: `postgres://sapa:${PASSWORD}@127.0.0.1:9/x` });
  expect(code).toBe(1);
});

test("commands and several servers work on one database; a server with another key is refused", async () => {
  const env = { SAPA_DATABASE: address };
  expect(await run(["admin", "list-users"], env)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining("there is no installation in postgres://sapa@"),
  });
  expect((await run(["admin", "create", "--email", "boss@example.com", "--password-stdin"], env)).code).toBe(0);
  expect((await run(["migrate"], env)).out).toContain("Nothing to do");
  expect((await run(["admin", "reset-password", "--password-stdin"], env)).out).toContain("Changed the administrator's password");
  expect((await run(["admin", "confirm-clock"], env)).out).toContain("The clock reads");

  const server = await serve();
  const { body: signedIn } = await ask(server.url, "POST", "/api/login", { email: "boss@example.com", password: "admin-secret" });
  const owner = await ask(server.url, "POST", "/api/users/signup", { username: "siti", email: "siti@example.com", password: "secret-12" });
  const agent = await ask(server.url, "POST", "/api/chats", { chatName: "Kedai", knowledge: ["We open at nine."] }, owner.body.token);
  const visitor = await connect(server.url, agent.body.id);
  expect((await visitor.ask("When do you open?")).text).toContain("nine");
  expect((await run(["admin", "list-users"], env)).out).toContain("siti@example.com");
  // The running server notices what a command has changed.
  expect((await run(["admin", "suspend", "siti"], env)).code).toBe(0);
  await until(async () => (await ask(server.url, "GET", `/api/users/${owner.body.id}`, undefined, owner.body.token)).status !== 200);

  const second = await serve("other");
  const back = await connect(second.url, agent.body.id, { session: visitor.session.session });
  expect(back.session.messages.map(({ text }) => text)).toContain("When do you open?");
  expect(server.log()).not.toContain(PASSWORD);
  expect((await ask(server.url, "GET", "/api/overview", undefined, signedIn.token)).body.databaseBytes).toBeGreaterThan(1_000_000);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  const other = await run(["serve", "--port", "0"], { ...env, SAPA_SECRET_KEY: "another key than before" });
  expect([other.code, other.complaint]).toEqual([2, expect.stringContaining("SAPA_SECRET_KEY: is not the key")]);
  expect((await serve()).url).toStartWith("http://");
});

test("a running server works on after a compatible upgrade of the database, and keeps any other one away until it ends", async () => {
  const old = await serve();
  const upgrade = (text: string) => {
    const parsed = DatabaseAddress.parse(address);
    if (typeof parsed === "string") throw new Error(parsed);
    const migrations = [...MIGRATIONS, { number: MIGRATIONS.length + 1, name: "9999_new.sql", text }];
    return migratePostgres({ address: parsed, migrations, texts: [...POSTGRES_TEXTS, text] });
  };
  const incompatible = "alter table agents rename column domain to site;";
  expect(upgrade(incompatible)).rejects.toThrow(/\(\S+ with version \S+\); stop all of them/);
  await upgrade("-- Compatible with the version before.\nalter table agents add column tone text not null default 'plain';");
  const owner = await ask(old.url, "POST", "/api/users/signup", { username: "siti", email: "siti@example.com", password: "secret-12" });
  const agent = await ask(old.url, "POST", "/api/chats", { chatName: "Kedai", knowledge: ["We open at nine."] }, owner.body.token);
  expect((await (await connect(old.url, agent.body.id)).ask("When do you open?")).text).toContain("nine");
  // The version before can also be started, and its commands work.
  const again = await serve("other");
  expect(await statusOf(again.url)).toBe(200);
  expect((await run(["admin", "list-users"], { SAPA_DATABASE: address })).out).toContain("siti@example.com");
  for (const { child } of [old, again]) {
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  }
});

test("the health check is true within seconds after PostgreSQL has ended, and after it is back", async () => {
  const server = await serve();
  expect(await statusOf(server.url)).toBe(200);
  await postgres.kill();
  await until(async () => (await statusOf(server.url)) === 503, 8_000);
  const refused = await ask(server.url, "POST", "/api/users/signup", {
    username: "siti",
    email: "siti@example.com",
    password: "secret-12",
  });
  expect([refused.status, refused.body.error.code]).toEqual([503, "storage_failed"]);
  await postgres.start();
  await until(async () => (await statusOf(server.url)) === 200, 8_000);
  const accepted = await ask(server.url, "POST", "/api/users/signup", {
    username: "siti",
    email: "siti@example.com",
    password: "secret-12",
  });
  expect(accepted.status).toBe(201);
  expect(server.log()).toContain("PostgreSQL cannot be reached");
  await until(() => server.log().includes("PostgreSQL answers again"));
});
