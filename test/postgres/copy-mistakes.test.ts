/** What an operator can do wrong with `sapa move`, `backup` and `restore`, and what a killed one leaves behind: the whole program, from source. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeys } from "../../src/server/platform/keys.ts";
import { createProgram } from "../program.ts";
import { until } from "../until.ts";
import { PASSWORD, provideOperator } from "./operator.ts";

setDefaultTimeout(120_000);

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = "another-key-of-the-operator";

const { createDatabase, inDatabase, query } = provideOperator();
let folder: string;
let data: string;
let address: string;
const program = createProgram(() => ({ SAPA_DATA: data }));
const { run, serve } = program;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-mistakes-"));
  data = join(folder, "data");
  address = await createDatabase();
});
afterEach(async () => {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = (url: string, text: string): Promise<Record<string, unknown>[]> =>
  inDatabase(url, async (sql) => [...(await sql.unsafe(text))]);

const tablesIn = async (url: string) =>
  (await rowsOf(url, "select tablename as name from pg_tables where schemaname = 'public'")).map(({ name }) => name);

/** An installation on SQLite with an administrator. */
async function seed(): Promise<void> {
  expect((await run(["admin", "create", "--email", "boss@example.com", "--password-stdin"])).code).toBe(0);
}

const writeKeyFile = (path = join(data, "secret.key")) => writeFileSync(path, `${KEY.toString("base64")}\n`, { mode: 0o600 });
const KEY_TEXT = `base64:${KEY.toString("base64")}`;

/** Stores an API key of a vendor, sealed with KEY. */
function addSealedSetting(path = join(data, "sapa.db")): void {
  const database = new Database(path);
  const value = createKeys(KEY).seal("sk-canary", "setting:openaiKey");
  database.query("insert into settings (key, value, sealed, updated_at) values ('openaiKey', ?, 1, 0)").run(value);
  database.close();
}

test("a move with another SAPA_SECRET_KEY than the key of the folder is refused, and nothing is copied", async () => {
  await seed();
  writeKeyFile();
  const twoKeys = await run(["move", "--to", address], { SAPA_SECRET_KEY: OTHER_KEY });
  expect([twoKeys.code, twoKeys.complaint]).toEqual([2, expect.stringContaining(`is not the key in ${join(data, "secret.key")}`)]);
  expect(twoKeys.complaint).toContain("unset SAPA_SECRET_KEY");

  rmSync(join(data, "secret.key"));
  addSealedSetting();
  const wrong = await run(["move", "--to", address], { SAPA_SECRET_KEY: OTHER_KEY });
  expect([wrong.code, wrong.complaint]).toEqual([2, expect.stringContaining("cannot open the stored openaiKey")]);
  const none = await run(["move", "--to", address]);
  expect([none.code, none.complaint]).toEqual([2, expect.stringContaining("SAPA_SECRET_KEY: must be set to the key of this installation")]);
  expect(await tablesIn(address)).toEqual([]);

  const right = await run(["move", "--to", address], { SAPA_SECRET_KEY: KEY_TEXT });
  expect([right.code, right.complaint]).toEqual([0, ""]);
  expect(right.out).toContain("Set SAPA_SECRET_KEY to the value that it had for this command.");
  const server = await serve({ SAPA_DATABASE: address, SAPA_SECRET_KEY: KEY_TEXT, SAPA_DATA: join(folder, "node") });
  expect(server.url).toContain("http://");
});

test("a move whose only source of the key is the variable says that nothing confirms it, and a recorded key is not replaced", async () => {
  await seed();
  const moved = await run(["move", "--to", address], { SAPA_SECRET_KEY: OTHER_KEY });
  expect([moved.code, moved.complaint]).toEqual([0, ""]);
  expect(moved.out).not.toContain("as before");
  expect(moved.out).toContain("Nothing in the installation shows whether it is the right one");
  const home = join(folder, "home");
  expect((await run(["move", "--database", address, "--to", home], { SAPA_SECRET_KEY: OTHER_KEY })).code).toBe(0);
  const again = await createDatabase();
  const wrong = await run(["move", "--data", home, "--to", again], { SAPA_SECRET_KEY: KEY_TEXT });
  expect([wrong.code, wrong.complaint]).toEqual([
    2,
    expect.stringContaining("is not the key with which this installation was used on PostgreSQL"),
  ]);
  expect((await run(["move", "--data", home, "--to", again], { SAPA_SECRET_KEY: OTHER_KEY })).code).toBe(0);
});

test("a restored backup brings its key, and a server with a key that opens nothing cannot be the first one", async () => {
  await seed();
  writeKeyFile();
  addSealedSetting();
  const file = join(folder, "backup.db");
  expect((await run(["backup", "--with-key", "--out", file])).code).toBe(0);
  const node = (url: string, key: string) => ({
    SAPA_DATABASE: url,
    SAPA_SECRET_KEY: key,
    SAPA_DATA: join(folder, `node${new URL(url).pathname}`),
  });

  expect((await run(["restore", file, "--database", address])).code).toBe(0);
  const refused = await run(["serve", "--port", "0"], node(address, OTHER_KEY));
  expect([refused.code, refused.complaint]).toEqual([2, expect.stringContaining("is not the key that this database was first used with")]);
  expect((await serve(node(address, KEY_TEXT))).url).toContain("http://");

  // Without the key, the settings themselves tell.
  const keyless = join(folder, "keyless.db");
  copyFileSync(file, keyless);
  const second = await createDatabase();
  expect((await run(["restore", keyless, "--database", second])).code).toBe(0);
  const first = await run(["serve", "--port", "0"], node(second, OTHER_KEY));
  expect([first.code, first.complaint]).toEqual([2, expect.stringContaining("cannot open the stored openaiKey")]);
  expect(first.complaint).toContain('"base64:$(cat FILE)"');
  expect((await serve(node(second, KEY_TEXT))).url).toContain("http://");

  // A key file of another installation beside the backup.
  writeFileSync(`${keyless}.key`, Buffer.alloc(32, 9).toString("base64"));
  const third = await createDatabase();
  const foreign = await run(["restore", keyless, "--database", third]);
  expect([foreign.code, foreign.complaint]).toEqual([2, expect.stringContaining(`${keyless}.key: cannot open the stored openaiKey`)]);
  expect(await tablesIn(third)).toEqual([]);
});

test("a database that is not in UTF8 is refused before anything is made in it", async () => {
  await seed();
  const file = join(folder, "backup.db");
  expect((await run(["backup", "--out", file])).code).toBe(0);
  const latin = await createDatabase("encoding 'LATIN1' locale 'C' template template0");
  const env = { SAPA_DATABASE: latin, SAPA_SECRET_KEY: OTHER_KEY, SAPA_DATA: join(folder, "node") };
  const tries = [
    await run(["serve", "--port", "0"], env),
    await run(["migrate"], env),
    await run(["admin", "create", "--email", "a@example.com", "--password-stdin"], env),
    await run(["restore", file, "--database", latin]),
    await run(["move", "--to", latin]),
  ];
  for (const { code, complaint } of tries) {
    expect([code, complaint]).toEqual([2, expect.stringContaining("LATIN1")]);
    expect(complaint).toContain("encoding 'UTF8' template template0");
  }
  expect(tries.at(-1)?.complaint).toContain("--to: ");
  expect(await tablesIn(latin)).toEqual([]);
});

test("a wrong password or database name of the target is reported for --to, with the way to write special characters", async () => {
  await seed();
  // Of this server, only the name is checked: it trusts every password.
  const nowhere = await run(["move", "--to", address.replace("/operator_", "/nowhere_")]);
  expect([nowhere.code, nowhere.complaint]).toEqual([2, expect.stringContaining("--to: postgres://sapa@")]);
  const stranger = await run(["move"], { SAPA_MOVE_TO: address.replace("sapa:", "stranger:") });
  expect([stranger.code, stranger.complaint]).toEqual([2, expect.stringContaining("--to: postgres://stranger@")]);
  expect(stranger.complaint).toContain("%40 for @");
  const unwritten = await run(["move", "--to", address.replace(PASSWORD, "50%off")]);
  expect([unwritten.code, unwritten.complaint]).toEqual([2, expect.stringContaining("%40 for @")]);
});

test("a backup of an installation that was moved is refused with the reason, unless it is asked for", async () => {
  await seed();
  expect((await run(["move", "--to", address])).code).toBe(0);
  const file = join(folder, "backup.db");
  const refused = await run(["backup", "--out", file]);
  expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining("was moved to postgres://sapa@")]);
  expect(refused.complaint).toContain("--moved");
  expect(existsSync(file)).toBe(false);
  expect((await run(["backup", "--moved", "--out", file])).code).toBe(0);

  const home = join(folder, "home");
  expect((await run(["move", "--database", address, "--to", home])).code).toBe(0);
  const server = join(folder, "server.db");
  const old = await run(["backup", "--database", address, "--out", server]);
  expect([old.code, old.complaint]).toEqual([1, expect.stringContaining(`was moved to ${join(home, "sapa.db")}`)]);
  expect(existsSync(server)).toBe(false);
  expect((await run(["backup", "--moved", "--database", address, "--out", server])).code).toBe(0);
});

test("backup and restore use the folder that is named, although the variable of the servers is set", async () => {
  await seed();
  const env = { SAPA_DATABASE: address };
  const file = join(folder, "backup.db");
  const made = await run(["backup", "--data", data, "--out", file], env);
  expect([made.code, made.complaint]).toEqual([0, ""]);
  expect(made.out).toContain(`a copy of ${join(data, "sapa.db")}`);
  const home = join(folder, "home");
  const restored = await run(["restore", file, "--data", home], env);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining(`Restored ${file} into ${home}.`)]);
  expect(existsSync(join(home, "sapa.db"))).toBe(true);
  expect(await tablesIn(address)).toEqual([]);
  expect(await run(["restore", file], env)).toMatchObject({ code: 0, out: expect.stringContaining("into postgres://sapa@") });
  expect((await run(["backup", "--out", join(folder, "server.db")], env)).out).toContain("a copy of postgres://sapa@");
});

test("a target whose move or restore was killed is not made into a new installation, and the same command goes on", async () => {
  await seed();
  const database = new Database(join(data, "sapa.db"));
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
    insert into settings (key, value, updated_at) select 'filler ' || i, hex(randomblob(300)), 0 from n`);
  database.close();
  const file = join(folder, "backup.db");
  expect((await run(["backup", "--out", file])).code).toBe(0);
  const env = { SAPA_DATABASE: address, SAPA_SECRET_KEY: OTHER_KEY, SAPA_DATA: join(folder, "node") };
  for (const command of [
    ["move", "--to", address],
    ["restore", file, "--database", address],
  ]) {
    const child = program.start(command);
    await until(async () => (await query("select 1 from pg_stat_activity where query like 'copy \"settings\"%from stdin'")).length > 0);
    child.kill("SIGKILL");
    await child.exited;
    await until(
      async () => (await query("select 1 from pg_stat_activity where query like 'copy %from stdin' and state <> 'idle'")).length === 0,
    );
    const refusals = [await run(["serve", "--port", "0"], env), await run(["migrate"], env), await run(["admin", "list-users"], env)];
    for (const { code, complaint } of refusals) expect([code, complaint]).toEqual([1, expect.stringContaining("is not complete")]);
    expect(refusals[0]?.complaint).toContain("Run the same command again");
    expect(await tablesIn(address)).not.toContain("accounts");
  }
  expect((await run(["move", "--to", address])).code).toBe(0);
  expect(await rowsOf(address, "select count(*)::int as n from settings where key like 'filler%'")).toEqual([{ n: 60_000 }]);
  expect((await serve(env)).url).toContain("http://");
});

test("a backup or a copy contains no lease of a node", async () => {
  expect((await run(["migrate", "--database", address])).code).toBe(0);
  const server = await serve({ SAPA_DATABASE: address, SAPA_SECRET_KEY: OTHER_KEY, SAPA_DATA: join(folder, "node") });
  expect(server.url).toContain("http://");
  const file = join(folder, "backup.db");
  expect((await run(["backup", "--database", address, "--out", file])).code).toBe(0);
  const backup = new Database(file);
  expect(backup.query("select id from nodes").all()).toEqual([]);
  // As in a backup of a version before, which was made on a machine whose clock was ahead.
  backup.exec(
    "insert into nodes (id, name, url, version, started_at, expires_at, schema_number) values ('gone', 'x', 'http://x', 'x', 0, 9e15, 1)",
  );
  backup.exec("insert into conversation_owners (visitor_id, node_id) values ('v', 'gone')");
  backup.close();
  const second = await createDatabase();
  expect((await run(["restore", file, "--database", second])).code).toBe(0);
  expect(await rowsOf(second, "select node_id as id from conversation_owners union all select id from nodes")).toEqual([]);
});
