import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BackupExists, checkDatabase, DatabaseDamaged, findNewestBackup, writeBackup } from "./backup.ts";
import { restoreBackup } from "./backup-restore.ts";
import { sql } from "./db.ts";
import { migrate } from "./migrate.ts";
import { openDb } from "./sqlite.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-backup-"));
  path = join(folder, "sapa.db");
  migrate({ path, durable: false });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const setName = (name: string) => {
  const database = new Database(path);
  database.query("update plans set name = ?").run(name);
  database.close(true);
};
const nameIn = (file: string) => {
  const database = new Database(file, { readonly: true });
  const row = database.query<{ name: string }, []>("select name from plans").get();
  database.close(true);
  return row?.name;
};

test("a backup is one checked file that only its owner may read", () => {
  const target = join(folder, "out", "copy.db");
  writeBackup(path, target);
  expect(nameIn(target)).toBe("Free Plan");
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, "out"))).toContain("copy.db");
  expect(readdirSync(join(folder, "out")).filter((name) => name.includes(".part"))).toEqual([]);
});

test("a backup never overwrites a file", () => {
  const target = join(folder, "copy.db");
  writeFileSync(target, "mine");
  expect(() => writeBackup(path, target)).toThrow(BackupExists);
  expect(readFileSync(target, "utf8")).toBe("mine");
});

test("backups made by another process while this one writes are sound, and hold whole transactions", async () => {
  const db = openDb({ path });
  await db.transaction((tx) => tx.run(sql`create table pairs (a integer not null, b integer not null) strict`));
  let isWriting = true;
  const writing = (async () => {
    for (let i = 0; isWriting; i++) {
      await db.transaction(async (tx) => {
        await tx.run(sql`insert into pairs (a, b) values (${i}, 0)`);
        await tx.run(sql`update pairs set b = a where b = 0`);
      });
      await Bun.sleep(0);
    }
  })();
  const code = `
    const { writeBackup } = await import(${JSON.stringify(join(import.meta.dir, "backup.ts"))});
    for (let i = 0; i < 5; i++) { writeBackup(${JSON.stringify(path)}, ${JSON.stringify(folder)} + "/live-" + i + ".db"); await Bun.sleep(30); }`;
  const child = Bun.spawn([process.execPath, "-e", code], { stderr: "pipe" });
  const complaint = await new Response(child.stderr).text();
  isWriting = false;
  await writing;
  db.close();
  expect(complaint).toBe("");
  const counts = [0, 1, 2, 3, 4].map((i) => {
    const file = join(folder, `live-${i}.db`);
    checkDatabase(file, "full");
    const copy = new Database(file, { readonly: true });
    const row = copy.query<{ n: number; broken: number }, []>("select count(*) as n, coalesce(sum(a <> b), 0) as broken from pairs").get();
    copy.close(true);
    expect(row?.broken).toBe(0);
    return row?.n ?? 0;
  });
  expect(counts[4]).toBeGreaterThan(counts[0] ?? 0);
});

test("a damaged database gives no backup, and nothing is left of the attempt", () => {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096, 4096 * 12);
  writeFileSync(path, bytes);
  const target = join(folder, "copy.db");
  expect(() => writeBackup(path, target)).toThrow();
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
});

test("restoring brings back what was, and keeps what is", () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  setName("Changed later");
  const { kept, isKeyRestored } = restoreBackup(copy, folder, 0);
  expect(nameIn(path)).toBe("Free Plan");
  expect(nameIn(join(kept ?? "", "sapa.db"))).toBe("Changed later");
  expect(isKeyRestored).toBe(false);
  expect(migrate({ path, durable: false }).applied).toEqual([]);
});

test("a change that stands in the write-ahead log only is kept aside too, and does not leak into the restored database", () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  // A process that dies leaves its log behind.
  const code = `
    const { Database } = require("bun:sqlite");
    const database = new Database(${JSON.stringify(path)});
    database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; update plans set name = 'In the log'");
    process.kill(process.pid, "SIGKILL");`;
  Bun.spawnSync([process.execPath, "-e", code]);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  const { kept } = restoreBackup(copy, folder, 0);
  expect(nameIn(path)).toBe("Free Plan");
  expect(nameIn(join(kept ?? "", "sapa.db"))).toBe("In the log");
});

test("the secret key comes back with its backup, and the old one is kept", () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  writeFileSync(`${copy}.key`, "old key");
  writeFileSync(join(folder, "secret.key"), "new key");
  const { kept, isKeyRestored } = restoreBackup(copy, folder, 0);
  expect(isKeyRestored).toBe(true);
  expect(readFileSync(join(folder, "secret.key"), "utf8")).toBe("old key");
  expect(readFileSync(join(kept ?? "", "secret.key"), "utf8")).toBe("new key");
  expect(statSync(join(folder, "secret.key")).mode & 0o777).toBe(0o600);
});

test("a models.json comes back with its backup, and the old one is kept, also where there is no database yet", () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  writeFileSync(join(folder, "models.json"), "mine");
  expect(restoreBackup(copy, folder, 0).areModelsRestored).toBe(false);
  expect(readFileSync(join(folder, "models.json"), "utf8")).toBe("mine");
  writeFileSync(`${copy}.models.json`, "theirs");
  rmSync(path);
  const { kept, areModelsRestored } = restoreBackup(copy, folder, 0);
  expect(areModelsRestored).toBe(true);
  expect(readFileSync(join(folder, "models.json"), "utf8")).toBe("theirs");
  expect(readFileSync(join(kept ?? "", "models.json"), "utf8")).toBe("mine");
  expect(statSync(join(folder, "models.json")).mode & 0o777).toBe(0o600);
});

test("what is no sound Sapa backup is refused before anything is touched", () => {
  const text = join(folder, "text.db");
  writeFileSync(text, "a text that is long enough to be taken for a header of a file".repeat(20));
  expect(() => restoreBackup(text, folder, 0)).toThrow(DatabaseDamaged);
  const foreign = join(folder, "foreign.db");
  const other = new Database(foreign, { create: true });
  other.exec("create table t (id integer)");
  other.close(true);
  expect(() => restoreBackup(foreign, folder, 0)).toThrow("not a Sapa backup");
  expect(nameIn(path)).toBe("Free Plan");
  expect(readdirSync(folder).filter((name) => name.startsWith("before-restore"))).toEqual([]);
});

test("a damaged database can be replaced by a backup", () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  writeFileSync(path, "garbage");
  const { kept } = restoreBackup(copy, folder, 0);
  expect(nameIn(path)).toBe("Free Plan");
  expect(readFileSync(join(kept ?? "", "sapa.db"), "utf8")).toBe("garbage");
});

test("the newest backup of a folder is found", async () => {
  expect(findNewestBackup(join(folder, "none"))).toBeNull();
  writeBackup(path, join(folder, "b", "1.db"));
  await Bun.sleep(15);
  writeBackup(path, join(folder, "b", "0.db"));
  expect(findNewestBackup(join(folder, "b"))).toBe(join(folder, "b", "0.db"));
});
