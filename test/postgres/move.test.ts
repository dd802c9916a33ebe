/** `sapa move`, `backup` and `restore` with PostgreSQL: the whole program, from source. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect as connectTcp, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresSource } from "../../src/server/platform/storage/copy/postgres-side.ts";
import { SqliteSource } from "../../src/server/platform/storage/copy/sqlite-side.ts";
import { listTables } from "../../src/server/platform/storage/copy/tables.ts";
import { sumsOf, type TableSum } from "../../src/server/platform/storage/copy/transfer.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { ask, createProgram } from "../program.ts";
import { connect } from "../socket-client.ts";
import { until } from "../until.ts";
import { PASSWORD, provideOperator } from "./operator.ts";

setDefaultTimeout(120_000);

const { createDatabase, inDatabase, query } = provideOperator();
let folder: string;
let data: string;
let address: string;
const program = createProgram(() => ({ SAPA_DATA: data, SAPA_RATE_SCALE: "1000" }));
const { run, serve } = program;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-move-"));
  data = join(folder, "data");
  address = await createDatabase();
});
afterEach(async () => {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isEmpty = (url: string) =>
  inDatabase(url, async (sql) => (await sql.unsafe("select 1 from pg_tables where schemaname = 'public'")).length === 0);

/** Nothing of the installation, but the mark with which servers refuse it. */
const holdsOnlyMark = (url: string) =>
  inDatabase(url, async (sql) => {
    const [{ accounts }] = await sql.unsafe("select to_regclass('accounts')::text as accounts");
    return accounts === null && (await sql.unsafe("select state from engine_copy"))[0].state === "filling";
  });

/** An installation with an administrator, an owner, an agent and a conversation. */
async function seed(): Promise<{ email: string; agentId: string; session: string }> {
  expect((await run(["admin", "create", "--email", "boss@example.com", "--password-stdin"])).code).toBe(0);
  const server = await serve();
  const owner = await ask(server.url, "POST", "/api/users/signup", { username: "siti", email: "siti@example.com", password: "secret-12" });
  const agent = await ask(server.url, "POST", "/api/chats", { chatName: "Kedai", knowledge: ["We open at nine."] }, owner.body.token);
  const visitor = await connect(server.url, agent.body.id);
  expect((await visitor.ask("When do you open?")).text).toContain("nine");
  await stop(server.child);
  return { email: "siti@example.com", agentId: agent.body.id, session: visitor.session.session };
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
}

/** Adds messages to the conversation that is there. */
function addMessages(count: number, path = join(data, "sapa.db")): void {
  const database = new Database(path, { strict: true });
  const row =
    database.query<Record<string, string | number | null>, []>("select * from messages order by sequence desc limit 1").get() ?? {};
  const names = Object.keys(row);
  const insert = database.query(`insert into messages (${names}) values (${names.map(() => "?")})`);
  const first = Number(row.sequence) + 1;
  database.transaction(() => {
    for (let n = 0; n < count; n++) {
      const sequence = first + n;
      const one = { ...row, id: `added-${sequence}`, client_id: `added-${sequence}`, sequence, body: `Message ${n}\t${"x".repeat(200)}\n` };
      insert.run(...names.map((name) => (one as typeof row)[name] ?? null));
    }
  })();
  database.close();
}

async function sumsInFile(path = join(data, "sapa.db")): Promise<TableSum[]> {
  const source = new SqliteSource(path);
  const sums = await sumsOf(source, listTables());
  source.close();
  return sums;
}

async function sumsInServer(url = address): Promise<TableSum[]> {
  const source = await PostgresSource.readSnapshot(DatabaseAddress.parse(url) as DatabaseAddress);
  const sums = await sumsOf(source, listTables());
  source.close();
  return sums;
}

/** Without the settings, which get the record of the secret key on the way. */
const withoutSettings = (sums: TableSum[]) => sums.filter(({ table }) => table !== "settings");
const keyOf = (path = join(data, "secret.key")) => `base64:${readFileSync(path, "utf8").trim()}`;

test("an installation moves to PostgreSQL and back; each time only the new one can be served, with the same key", async () => {
  const { email, agentId, session } = await seed();
  writeFileSync(join(data, "models.json"), "{}");
  const before = await sumsInFile();
  const moved = await run(["move"], { SAPA_MOVE_TO: address });
  expect([moved.code, moved.complaint]).toEqual([0, ""]);
  expect(moved.out).toContain("each table has the same SHA-256 on both sides");
  expect(moved.out).toContain(`SAPA_SECRET_KEY="base64:$(cat ${join(data, "secret.key")})"`);
  expect(moved.out).toContain(`Copy ${join(data, "models.json")} into the data folder of each other server.`);
  expect(moved.out).not.toContain(PASSWORD);
  expect(withoutSettings(await sumsInServer())).toEqual(withoutSettings(before));
  expect(await sumsInFile()).toEqual(before);

  const refusals = [await run(["serve", "--port", "0"]), await run(["admin", "list-users"]), await run(["migrate"])];
  for (const { code, complaint } of refusals)
    expect([code, complaint]).toEqual([1, expect.stringContaining("was moved to postgres://sapa@")]);
  expect(await run(["move", "--to", address])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining("already holds an installation"),
  });

  const env = { SAPA_DATABASE: address, SAPA_SECRET_KEY: keyOf() };
  const wrong = await run(["serve", "--port", "0"], { ...env, SAPA_SECRET_KEY: readFileSync(join(data, "secret.key"), "utf8").trim() });
  expect([wrong.code, wrong.complaint]).toEqual([2, expect.stringContaining("is not the key")]);
  const server = await serve({ ...env, SAPA_DATA: join(folder, "node") });
  expect((await ask(server.url, "POST", "/api/login", { email, password: "secret-12" })).status).toBe(200);
  const visitor = await connect(server.url, agentId, { session });
  expect(visitor.session.messages.map(({ text }) => text)).toContain("When do you open?");
  expect((await visitor.ask("Are you open at nine?")).text).toContain("nine");
  await stop(server.child);

  const there = await sumsInServer();
  const returned = join(folder, "returned");
  const back = await run(["move", "--to", returned], { SAPA_DATABASE: address });
  expect([back.code, back.complaint]).toEqual([0, ""]);
  expect(back.out).toContain(`Copy ${join(data, "models.json")} to ${join(returned, "models.json")}.`);
  expect(await sumsInFile(join(returned, "sapa.db"))).toEqual(there);
  expect(await run(["serve", "--port", "0"], env)).toMatchObject({ code: 1, complaint: expect.stringContaining("was moved to") });
  const keyless = await run(["serve", "--port", "0", "--data", returned]);
  expect([keyless.code, keyless.complaint]).toEqual([2, expect.stringContaining("SAPA_SECRET_KEY: must be set to the key")]);
  const home = await serve({ SAPA_DATA: returned, SAPA_SECRET_KEY: env.SAPA_SECRET_KEY });
  const again = await connect(home.url, agentId, { session });
  expect(again.session.messages.map(({ text }) => text)).toContain("Are you open at nine?");
  await stop(home.child);

  // And from one PostgreSQL database to another one.
  expect((await run(["move", "--undo", "--database", address])).code).toBe(0);
  const other = await createDatabase();
  expect((await run(["move", "--database", address, "--to", other])).code).toBe(0);
  expect(await sumsInServer(other)).toEqual(there);
});

test("a move that is killed at any time is continued or started over, and never leaves two databases that can be served", async () => {
  await seed();
  addMessages(25_000);
  const before = await sumsInFile();
  // In the middle of copying the largest table.
  for (const round of [1, 2]) {
    const child = program.start(["move", "--to", address]);
    await until(async () => (await query("select 1 from pg_stat_activity where query like 'copy \"messages\"%from stdin'")).length > 0);
    child.kill("SIGKILL");
    expect([round, await child.exited]).toEqual([round, 137]);
    await until(
      async () => (await query("select 1 from pg_stat_activity where query like 'copy %from stdin' and state <> 'idle'")).length === 0,
    );
    expect(await holdsOnlyMark(address)).toBe(true);
  }
  // At moments of any step.
  for (const ms of [400, 1_000]) {
    const child = program.start(["move", "--to", address]);
    await Bun.sleep(ms);
    child.kill("SIGKILL");
    await child.exited;
    expect(withoutSettings(await sumsInFile())).toEqual(withoutSettings(before));
  }
  await run(["move", "--to", address]);
  const mark = await markIn(address);
  expect(mark).toBeNull();
  expect(markInFile()).toMatchObject({ state: "moved" });
  expect(withoutSettings(await sumsInServer())).toEqual(withoutSettings(before));

  // Killed after the source was marked, and before the target was opened.
  const { id } = markInFile() ?? {};
  await inDatabase(address, (sql) =>
    sql.unsafe("create table engine_copy (state text, id text, other text, at bigint); alter table engine_copy owner to sapa"),
  );
  await inDatabase(address, (sql) => sql.unsafe("insert into engine_copy values ('filling', $1, 'x', 0)", [id]));
  const env = { SAPA_DATABASE: address, SAPA_SECRET_KEY: keyOf() };
  expect(await run(["serve", "--port", "0"], env)).toMatchObject({ code: 1, complaint: expect.stringContaining("is not complete") });
  expect(await run(["move", "--to", address])).toMatchObject({ code: 0, out: expect.stringContaining("had been copied already") });
  expect(await markIn(address)).toBeNull();

  // Killed after the target was complete, and before the source was marked.
  await inDatabase(address, (sql) =>
    sql.unsafe("create table engine_copy (state text, id text, other text, at bigint); alter table engine_copy owner to sapa"),
  );
  await inDatabase(address, (sql) => sql.unsafe("insert into engine_copy values ('filling', 'another', 'x', 0)"));
  expect((await run(["move", "--undo"])).code).toBe(0);
  addMessages(1, join(data, "sapa.db"));
  expect(await run(["move", "--to", address])).toMatchObject({ code: 0, out: expect.stringContaining("same SHA-256") });
  expect(withoutSettings(await sumsInServer())).toEqual(withoutSettings(await sumsInFile()));

  // Back: killed while the file is written.
  const returned = join(folder, "returned");
  const killed = program.start(["move", "--database", address, "--to", returned]);
  await until(async () => (await query("select 1 from pg_stat_activity where query like 'copy (select%\"messages\"%'")).length > 0);
  killed.kill("SIGKILL");
  await killed.exited;
  expect(existsSync(join(returned, "sapa.db"))).toBe(false);
  expect((await run(["move", "--database", address, "--to", returned])).code).toBe(0);
  expect(await sumsInFile(join(returned, "sapa.db"))).toEqual(await sumsInServer());
  expect(readdirSync(returned).filter((name) => name.includes(".part"))).toEqual([]);
});

const markIn = (url: string) =>
  inDatabase(url, async (sql) => {
    if ((await sql.unsafe("select to_regclass('engine_copy')::text as name"))[0].name === null) return null;
    return (await sql.unsafe("select state, id from engine_copy"))[0];
  });

function markInFile(path = join(data, "sapa.db")): { state: string; id: string } | null {
  const database = new Database(path, { readonly: true });
  const exists = database.query("select 1 from sqlite_schema where name = 'engine_copy'").get() !== null;
  const mark = exists ? database.query<{ state: string; id: string }, []>("select state, id from engine_copy").get() : null;
  database.close();
  return mark;
}

/** A way to PostgreSQL that breaks off each connection after so many bytes in one direction. */
async function breakAfter(bytes: number): Promise<{ address: string; stop(): void }> {
  const { hostname, port } = new URL(address);
  const relay = createServer((client) => {
    const backend = connectTcp(Number(port), hostname);
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      let passed = 0;
      from.on("data", (chunk) => {
        passed += chunk.length;
        if (passed > bytes) from.destroy();
      });
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const through = new URL(address);
  through.port = String((relay.address() as AddressInfo).port);
  return { address: through.href, stop: () => relay.close() };
}

test("a command whose connection is lost in the middle ends with a reason, and changes nothing", async () => {
  await seed();
  // 5 MB, of which the first one arrives.
  addMessages(25_000);
  const before = await sumsInFile();
  const broken = await breakAfter(1_000_000);
  const fails = async (...args: string[]) => {
    const { code, complaint } = await run(args);
    expect([args, code, complaint]).toEqual([args, 1, expect.stringContaining("PostgreSQL cannot be reached at postgres://sapa@")]);
  };
  try {
    await fails("move", "--to", broken.address);
    expect(await holdsOnlyMark(address)).toBe(true);
    expect([await sumsInFile(), markInFile()]).toEqual([before, null]);
    expect((await run(["move", "--to", address])).code).toBe(0);

    const returned = join(folder, "returned");
    await fails("move", "--database", broken.address, "--to", returned);
    await fails("backup", "--database", broken.address, "--out", join(returned, "backup.db"));
    expect(readdirSync(returned).filter((name) => name !== "lock.db")).toEqual([]);
    expect(await markIn(address)).toBeNull();
  } finally {
    broken.stop();
  }
});

test("a source or a target that is in use or not empty is refused, and nothing is changed", async () => {
  await seed();
  const server = await serve();
  const inUse = await run(["move", "--to", address]);
  expect([inUse.code, inUse.complaint]).toEqual([
    3,
    expect.stringContaining(`in use by another Sapa server (process ${server.child.pid})`),
  ]);
  await stop(server.child);

  expect(await run(["move", "--to", address, "--data", join(folder, "nowhere")])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining("there is no installation in"),
  });
  expect(await run(["move", "--to", join(folder, "x")])).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("--to: must begin with"),
  });
  expect(await run(["move"])).toMatchObject({ code: 2, complaint: expect.stringContaining("--to: name a PostgreSQL database") });
  expect(await run(["move", "--to", address.replace("/operator_", "/nowhere_")])).toMatchObject({ code: 2 });

  const foreign = await createDatabase();
  await inDatabase(foreign, (sql) => sql.unsafe("create table theirs (id int)"));
  expect(await run(["move", "--to", foreign])).toMatchObject({ code: 4, complaint: expect.stringContaining("not Sapa's") });
  const used = await createDatabase();
  expect((await run(["migrate", "--database", used])).code).toBe(0);
  expect(await run(["move", "--to", used])).toMatchObject({ code: 1, complaint: expect.stringContaining("already holds an installation") });
  const newer = await createDatabase();
  expect((await run(["migrate", "--database", newer])).code).toBe(0);
  await inDatabase(newer, (sql) =>
    sql.unsafe("insert into schema_migrations select max(number) + 1, 'newer.sql', 'x', 0 from schema_migrations"),
  );
  expect(await run(["move", "--to", newer])).toMatchObject({ code: 4, complaint: expect.stringContaining("newer Sapa") });
  expect(markInFile()).toBeNull();

  expect((await run(["move", "--to", address])).code).toBe(0);
  const env = { SAPA_DATABASE: address, SAPA_SECRET_KEY: keyOf(), SAPA_NODE: "first-node" };
  const node = await serve(env);
  const back = join(folder, "back");
  const served = await run(["move", "--database", address, "--to", back]);
  expect([served.code, served.complaint]).toEqual([3, expect.stringContaining("Sapa servers are using postgres://sapa@")]);
  expect(served.complaint).toContain("(first-node)");
  expect(existsSync(join(back, "sapa.db"))).toBe(false);
  await stop(node.child);
  expect(await run(["move", "--database", address, "--to", data])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining("holds an installation that was moved"),
  });
  renameSync(join(data, "sapa.db"), join(folder, "old.db"));
  expect((await run(["move", "--database", address, "--to", data])).code).toBe(0);
});

test("texts that PostgreSQL cannot store are named before anything is copied, and replaced on request", async () => {
  await seed();
  addMessages(30);
  const database = new Database(join(data, "sapa.db"));
  database.exec("update messages set body = 'a' || char(0) || 'b' where id like 'added-%'");
  database.exec("update messages set body = cast(x'61ff62' as text) where id = 'added-7'");
  database.close();
  const refused = await run(["move", "--to", address]);
  expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining("nothing was copied: PostgreSQL cannot store 30 texts")]);
  expect(refused.complaint).toContain("messages.body, id = added-10: U+0000");
  expect(refused.complaint).toContain("and 10 more");
  expect(await isEmpty(address)).toBe(true);
  const broken = new Database(join(data, "sapa.db"));
  broken.exec("insert into settings (key, value, updated_at) values ('a' || char(0), '', 0)");
  const key = await run(["move", "--repair", "--to", address]);
  expect([key.code, key.complaint]).toEqual([1, expect.stringContaining("settings.key, key = a\\u0000 (U+0000) is the row's key")]);
  broken.exec("delete from settings where key = 'a' || char(0)");
  broken.close();
  const repaired = await run(["move", "--repair", "--to", address]);
  expect([repaired.code, repaired.complaint]).toEqual([0, ""]);
  expect(repaired.out).toContain("Replacing characters in 30 texts");
  const rows = await inDatabase(address, (sql) => sql.unsafe("select body from messages where id in ('added-5', 'added-7')"));
  expect(rows.map(({ body }: { body: string }) => body)).toEqual(["a\ufffdb", "a\ufffdb"]);
});

test("a backup of either engine is restored into either engine", async () => {
  const { email } = await seed();
  expect((await run(["move", "--to", address])).code).toBe(0);
  const key = keyOf();
  const env = { SAPA_DATABASE: address, SAPA_SECRET_KEY: key, SAPA_DATA: join(folder, "node") };
  const server = await serve(env);
  // While the server runs, and while its rows change.
  const file = join(folder, "postgres.db");
  const made = await run(["backup", "--out", file], env);
  expect([made.code, made.complaint, made.out]).toEqual([0, "", expect.stringContaining(`Wrote ${file} (`)]);
  expect(await run(["backup", "--out", file], env)).toMatchObject({ code: 2, complaint: expect.stringContaining("already exists") });
  expect(await run(["backup", "--with-key", "--out", join(folder, "x")], { ...env, SAPA_SECRET_KEY: "" })).toMatchObject({ code: 2 });
  expect((await run(["backup"], env)).out).toContain(join(folder, "node", "backups", "sapa-"));
  expect(await run(["restore", file], env)).toMatchObject({ code: 3, complaint: expect.stringContaining("Sapa servers are using") });
  await ask(server.url, "POST", "/api/users/signup", { username: "later", email: "later@example.com", password: "secret-12" });
  await stop(server.child);

  expect(await run(["restore", file], env)).toMatchObject({ code: 1, complaint: expect.stringContaining("Add --replace") });
  const replaced = await run(["restore", file, "--replace"], env);
  expect([replaced.code, replaced.complaint]).toEqual([0, ""]);
  const kept = /Kept what was there in (\S+before-restore-\S+\.db);/.exec(replaced.out)?.[1] ?? "";
  expect(existsSync(kept)).toBe(true);
  const without = (sums: TableSum[]) => sums.filter(({ table }) => table !== "sessions");
  expect(without(await sumsInServer())).toEqual(without(await sumsInFile(file)));
  expect((await run(["admin", "list-users"], env)).out).not.toContain("later@example.com");
  expect((await sumsInServer()).find(({ table }) => table === "sessions")?.rows).toBe(0);

  // PostgreSQL's backup into SQLite, with the node that was serving when it was made.
  const home = join(folder, "home");
  expect((await run(["restore", file, "--data", home])).code).toBe(0);
  const atHome = await serve({ SAPA_DATA: home, SAPA_SECRET_KEY: key });
  expect((await ask(atHome.url, "POST", "/api/login", { email, password: "secret-12" })).status).toBe(200);
  await stop(atHome.child);
  const after = new Database(join(home, "sapa.db"), { readonly: true });
  expect(after.query("select id from nodes").all()).toEqual([]);
  after.close();

  // SQLite's backup into an empty PostgreSQL database.
  const second = await createDatabase();
  expect((await run(["backup", "--moved", "--data", data, "--with-key", "--out", join(folder, "sqlite.db")])).code).toBe(0);
  const restored = await run(["restore", join(folder, "sqlite.db"), "--database", second]);
  expect([restored.code, restored.complaint]).toEqual([0, ""]);
  expect(restored.out).toContain(`SAPA_SECRET_KEY="base64:$(cat ${join(folder, "sqlite.db.key")})"`);
  const there = await serve({ ...env, SAPA_DATABASE: second });
  expect((await ask(there.url, "POST", "/api/login", { email, password: "secret-12" })).status).toBe(200);
  // And health, of a server on PostgreSQL.
  expect(await run(["health", "--port", new URL(there.url).port])).toMatchObject({ code: 0, out: "ok\n" });

  // A backup of a database that was moved is an installation of its own.
  const copy = join(folder, "copy");
  expect((await run(["restore", join(folder, "sqlite.db"), "--data", copy])).code).toBe(0);
  expect((await run(["admin", "list-users", "--data", copy])).code).toBe(0);

  writeFileSync(join(folder, "noise.db"), "this is not a database");
  expect((await run(["restore", join(folder, "noise.db"), "--replace"], env)).code).toBe(4);
});
