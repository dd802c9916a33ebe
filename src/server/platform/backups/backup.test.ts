import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { FileProblem } from "../file-errors.ts";
import { sql } from "../storage/db.ts";
import { migrate } from "../storage/sqlite/migrate.ts";
import { openDb } from "../storage/sqlite/open.ts";
import { BackupExists, checkDatabase, DatabaseDamaged, findNewestBackup, writeBackup } from "./backup.ts";
import { draftOf, removeDeadDrafts } from "./backup-drafts.ts";
import { restoreBackup } from "./backup-restore.ts";

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

test("a backup is one verified file that only its owner may read", () => {
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

test.each([
  ["/proc/x", "/proc/x: the system cannot create a file with this name (ENOENT). Choose another folder, or a shorter name."],
  ["/proc/x/y", "/proc/x/y: the system cannot create a file with this name (ENOENT). Choose another folder, or a shorter name."],
  ["/dev/full/x", "/dev/full: this is a file, but a folder is needed. Choose another path."],
  ["/dev/null/a/b", "/dev/null: this is a file, but a folder is needed. Choose another path."],
])("a backup to %s, where no file can be created, fails with one line that says what to do", (target, words) => {
  expect(() => writeBackup(path, target)).toThrow(new FileProblem(words));
});

test("a failed backup removes every file and folder that it created, and keeps existing ones", () => {
  mkdirSync(join(folder, "mine"));
  const tooLong = join(folder, "mine", "new", "x".repeat(250));
  expect(() => writeBackup(path, tooLong)).toThrow(/^\S+: the system cannot create a file with this name \(ENAMETOOLONG\)\./);
  expect(() => writeBackup(path, join(folder, "new", "x".repeat(300), "copy.db"))).toThrow(FileProblem);
  const damaged = join(folder, "damaged.db");
  writeFileSync(damaged, "garbage");
  expect(() => writeBackup(damaged, join(folder, "new", "deep", "copy.db"))).toThrow(DatabaseDamaged);
  expect(
    readdirSync(folder)
      .filter((name) => !name.startsWith("sapa.db"))
      .sort(),
  ).toEqual(["damaged.db", "mine"]);
  expect(readdirSync(join(folder, "mine"))).toEqual([]);
});

test("backups made by another process while this one writes are intact and contain only whole transactions", async () => {
  const db = openDb({ path, clock: systemClock });
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

test("a damaged database is not backed up, and the attempt leaves no files behind", () => {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096, 4096 * 12);
  writeFileSync(path, bytes);
  const target = join(folder, "copy.db");
  expect(() => writeBackup(path, target)).toThrow(new DatabaseDamaged(`${path} is damaged: database disk image is malformed`));
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
});

test("a changed header also counts as damage, and the message is one line that names the file", () => {
  const good = readFileSync(path);
  for (const [at, value] of [
    [47, 0xff],
    [33, 0xff],
    [0, 0],
  ] as const) {
    const bytes = Buffer.from(good);
    bytes[at] = value;
    writeFileSync(path, bytes);
    const check = () => checkDatabase(path, "quick");
    expect(check).toThrow(DatabaseDamaged);
    expect(check).toThrow(/^\S+sapa\.db is damaged: .+$/);
  }
});

test("the next backup removes the drafts of killed processes, and keeps a draft that is being written", async () => {
  const child = Bun.spawn(["sleep", "60"]);
  const ended = Bun.spawn(["true"]);
  await ended.exited;
  const namespace = /-(\d+)\.part$/.exec(draftOf("x"))?.[1];
  const dead = [
    `sapa-1.db.${ended.pid}.part`,
    `sapa-2.db.${ended.pid}-${namespace}.part`,
    `sapa-2.db.${ended.pid}-${namespace}.part-journal`,
    `sapa-3.db.${process.pid}-${namespace}.part`,
  ];
  const written = [`sapa-4.db.${child.pid}-${namespace}.part`, `sapa-5.db.${ended.pid}-1.part`, "somebody.else.77.part", "sapa-6.db"];
  for (const name of [...dead, ...written]) writeFileSync(join(folder, name), "");
  writeBackup(path, join(folder, "copy.db"));
  for (const name of dead) expect([name, existsSync(join(folder, name))]).toEqual([name, false]);
  for (const name of written) expect([name, existsSync(join(folder, name))]).toEqual([name, true]);
  // A backup that is still running writes more often than once a day.
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of written) utimesSync(join(folder, name), yesterday, yesterday);
  expect(removeDeadDrafts(folder, ".db").sort()).toEqual(written.slice(0, 2).sort());
  child.kill();
});

test("a restore applies its changes to the copy before the copy gets the database's name", async () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  setName("Live");
  const amend = async (draft: string) => {
    expect(nameIn(path)).toBe("Live");
    const database = new Database(draft);
    database.exec("pragma journal_mode = wal; update plans set name = 'Amended'");
    database.close(true);
  };
  await restoreBackup(copy, folder, 0, amend);
  expect(nameIn(path)).toBe("Amended");
  expect(nameIn(copy)).toBe("Free Plan");
  expect(readdirSync(folder).filter((name) => name.includes("restoring"))).toEqual([]);
});

test("a restore brings back the backup's data and keeps the current database", async () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  setName("Changed later");
  const { kept, isKeyRestored } = await restoreBackup(copy, folder, 0);
  expect(nameIn(path)).toBe("Free Plan");
  expect(nameIn(join(kept ?? "", "sapa.db"))).toBe("Changed later");
  expect(isKeyRestored).toBe(false);
  expect(migrate({ path, durable: false }).applied).toEqual([]);
});

test("a change that is only in the write-ahead log is kept with the old database, and does not leak into the restored one", async () => {
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
  const { kept } = await restoreBackup(copy, folder, 0);
  expect(nameIn(path)).toBe("Free Plan");
  expect(nameIn(join(kept ?? "", "sapa.db"))).toBe("In the log");
});

test("a restore brings back the secret key of the backup and keeps the old key", async () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  writeFileSync(`${copy}.key`, "old key");
  writeFileSync(join(folder, "secret.key"), "new key");
  const { kept, isKeyRestored } = await restoreBackup(copy, folder, 0);
  expect(isKeyRestored).toBe(true);
  expect(readFileSync(join(folder, "secret.key"), "utf8")).toBe("old key");
  expect(readFileSync(join(kept ?? "", "secret.key"), "utf8")).toBe("new key");
  expect(statSync(join(folder, "secret.key")).mode & 0o777).toBe(0o600);
});

test("a restore brings back the models.json of the backup and keeps the old one, even if there is no database yet", async () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  writeFileSync(join(folder, "models.json"), "mine");
  expect((await restoreBackup(copy, folder, 0)).areModelsRestored).toBe(false);
  expect(readFileSync(join(folder, "models.json"), "utf8")).toBe("mine");
  writeFileSync(`${copy}.models.json`, "theirs");
  rmSync(path);
  const { kept, areModelsRestored } = await restoreBackup(copy, folder, 0);
  expect(areModelsRestored).toBe(true);
  expect(readFileSync(join(folder, "models.json"), "utf8")).toBe("theirs");
  expect(readFileSync(join(kept ?? "", "models.json"), "utf8")).toBe("mine");
  expect(statSync(join(folder, "models.json")).mode & 0o777).toBe(0o600);
});

test("a file that is not an intact Sapa backup is refused before any file is changed", async () => {
  const text = join(folder, "text.db");
  writeFileSync(text, "a text that is long enough to be taken for a header of a file".repeat(20));
  await expect(restoreBackup(text, folder, 0)).rejects.toThrow(DatabaseDamaged);
  const foreign = join(folder, "foreign.db");
  const other = new Database(foreign, { create: true });
  other.exec("create table t (id integer)");
  other.close(true);
  await expect(restoreBackup(foreign, folder, 0)).rejects.toThrow("not a Sapa backup");
  expect(nameIn(path)).toBe("Free Plan");
  expect(readdirSync(folder).filter((name) => name.startsWith("before-restore"))).toEqual([]);
});

test("a damaged database can be replaced by a backup", async () => {
  const copy = join(folder, "copy.db");
  writeBackup(path, copy);
  writeFileSync(path, "garbage");
  const { kept } = await restoreBackup(copy, folder, 0);
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
