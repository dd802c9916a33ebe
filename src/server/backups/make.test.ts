/** One backup with its trial restore, against real files: what is in it, and each way in which it can be bad. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackupStep } from "../../contract/backup.ts";
import { newIdentity, recipientOf } from "../platform/backups/archive/age.ts";
import { packArchive } from "../platform/backups/archive/pack.ts";
import { BackupFailed } from "../platform/backups/archive/problem.ts";
import { unpackArchive } from "../platform/backups/archive/unpack.ts";
import { hashOf } from "../platform/files/file-store.ts";
import { FolderFiles } from "../platform/files/folder.ts";
import { migrate } from "../platform/storage/sqlite/migrate.ts";
import { type MakeOptions, makeBackup } from "./make.ts";

const NOW = Date.parse("2026-11-24T18:15:00Z");
const NAME = "sapa-20261124T181500Z.tar.zst.age";
const picture = new TextEncoder().encode("a picture");

let folder: string;
let files: FolderFiles;
let identity: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-make-"));
  migrate({ path: join(folder, "sapa.db"), durable: false });
  writeFileSync(join(folder, "secret.key"), "the secret key");
  files = new FolderFiles(join(folder, "files"));
  await files.createMark("ours:1");
  identity = await newIdentity();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (statement: string, path = join(folder, "sapa.db")) => {
  const database = new Database(path);
  database.exec("pragma foreign_keys = off");
  database.exec(statement);
  database.close(true);
};
const addPicture = async (content: Uint8Array<ArrayBuffer> = picture) => {
  await files.put(hashOf(content), content);
  change(
    `insert into files (hash, media_type, bytes, created_at, uploaded_at) values ('${hashOf(content)}', 'image/png', ${content.length}, 1, 1)`,
  );
};

const make = (more: Partial<MakeOptions> = {}) =>
  makeBackup({
    config: { data: folder, secretKey: null },
    version: "0.1.0",
    files,
    identity,
    now: NOW,
    report: () => {},
    freeBytes: () => 1e12,
    ...more,
  });

const failureOf = async (more: Partial<MakeOptions>): Promise<[string, string]> => {
  const error = await make(more).catch((thrown: unknown) => thrown);
  if (!(error instanceof BackupFailed)) throw error;
  return [error.problem, error.detail];
};

const backups = () => (existsSync(join(folder, "backups")) ? readdirSync(join(folder, "backups")) : []);
const unpack = (path: string, key: string, to = join(folder, "out")) =>
  unpackArchive(Bun.file(path).stream(), to, { identity: key, onBytes: () => {} });

test("a backup has the database, the key, models.json and the uploaded files, and gets its name after its trial restore", async () => {
  await addPicture();
  writeFileSync(join(folder, "models.json"), "{}");
  const steps: BackupStep[] = [];
  const names: string[][] = [];
  const made = await make({
    report: (step) => {
      if (steps.at(-1) !== step) steps.push(step);
      names.push(backups().filter((name) => name.startsWith("sapa-")));
    },
  });
  expect(made).toMatchObject({ name: NAME, files: 1, missingFiles: 0 });
  expect(made.rows).toBeGreaterThan(0);
  expect(steps).toEqual(["copying", "packing", "restoring", "comparing"]);
  expect(names.flat()).toEqual([]);
  expect(backups()).toEqual([NAME]);
  const path = join(folder, "backups", NAME);
  expect([statSync(path).size, statSync(path).mode & 0o777]).toEqual([made.bytes, 0o600]);
  const { manifest, hashes } = await unpack(path, identity);
  expect(manifest).toMatchObject({ format: 1, version: "0.1.0", madeAt: "2026-11-24T18:15:00.000Z" });
  expect(manifest.database.tables.plans).toBe(1);
  expect(hashes).toEqual([hashOf(picture)]);
  const read = (name: string) => readFileSync(join(folder, "out", name), "utf8");
  expect([read("secret.key"), read("models.json"), read("files/sapa-files")]).toEqual(["the secret key", "{}", "ours:1\n"]);
  expect(read(`files/${hashOf(picture).slice(0, 2)}/${hashOf(picture)}`)).toBe("a picture");
});

test("nothing readable is in the file", async () => {
  change("update plans set name = 'A name that can be found'");
  await make();
  const text = readFileSync(join(folder, "backups", NAME), "latin1");
  expect(text).not.toContain("A name that can be found");
  expect(text).not.toContain("the secret key");
  expect(text.startsWith("age-encryption.org/v1\n-> X25519 ")).toBe(true);
});

test("with a key in SAPA_SECRET_KEY, an old key file is not in the backup", async () => {
  await make({ config: { data: folder, secretKey: "a secret of the environment" } });
  expect((await unpack(join(folder, "backups", NAME), identity)).manifest.secretKey).toBeNull();
});

test("a picture that its store has lost is counted and does not prevent the backup", async () => {
  await addPicture();
  await addPicture(new TextEncoder().encode("another"));
  rmSync(join(folder, "files", hashOf(picture).slice(0, 2)), { recursive: true });
  expect(await make()).toMatchObject({ files: 1, missingFiles: 1 });
});

test("a store of pictures that is not mounted makes the backup red", async () => {
  await addPicture();
  rmSync(join(folder, "files"), { recursive: true });
  expect(await failureOf({})).toEqual(["files", expect.stringContaining("may not be mounted")]);
  expect(backups()).toEqual([]);
});

const flip = (path: string, at: number) => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

test("a file that is cut off after it was written is red, and nothing is left behind", async () => {
  const cut = (path: string) => truncateSync(path, statSync(path).size - 1);
  expect(await failureOf({ beforeTrial: cut })).toEqual(["cut", expect.stringMatching(/^the file has \d+ bytes of the \d+/)]);
  expect(await failureOf({ beforeTrial: (path) => truncateSync(path, 0) })).toEqual(["cut", expect.any(String)]);
  expect(await failureOf({ beforeTrial: (path) => rmSync(path) })).toEqual(["cut", expect.any(String)]);
  expect(backups()).toEqual([]);
});

test("a flipped byte is red, wherever it is", async () => {
  for (const share of [0, 0.1, 0.5, 0.999]) {
    const change = (path: string) => flip(path, Math.floor(statSync(path).size * share));
    expect([share, (await failureOf({ beforeTrial: change }))[0]]).toEqual([share, "changed"]);
  }
  expect(backups()).toEqual([]);
});

test("an archive without one of its parts is red, and so is one with another content", async () => {
  await addPicture();
  const path = join(folder, "archive");
  const recipient = (await recipientOf(identity)) ?? "";
  const pack = async (lie: Partial<Parameters<typeof packArchive>[1]>) => {
    rmSync(path, { force: true });
    const source = { version: "0.1.0", madeAt: NOW, database: join(folder, "sapa.db"), tables: { plans: 1 }, key: null, models: null };
    await packArchive(path, { ...source, files, hashes: [hashOf(picture)], ...lie }, { recipient, onBytes: () => {} });
  };
  // A part is dropped from the archive after its manifest was written: the program tar does what Sapa itself never does.
  await pack({});
  await unpack(path, identity);
  for (const [drop, words] of [
    ["sapa.db", "sapa.db is missing"],
    ["manifest.json", "manifest.json is missing"],
    [`files/${hashOf(picture).slice(0, 2)}/${hashOf(picture)}`, "1 uploaded files are missing"],
  ] as const) {
    expect(await repack(join(folder, "out"), drop)).toEqual(["incomplete", words]);
  }
  writeFileSync(join(folder, "out/sapa.db"), "something else");
  expect(await repack(join(folder, "out"), "")).toEqual(["differs", "sapa.db is not the one of the manifest"]);
});

/** Encrypts what is in a folder, without one of its files, and unpacks it. */
async function repack(from: string, without: string): Promise<[string, string]> {
  const { packTar } = await import("modern-tar");
  const { encrypt } = await import("../platform/backups/archive/age.ts");
  const names = [...new Bun.Glob("**").scanSync({ cwd: from, dot: true })].filter((name) => name !== without);
  const entries = names.map((name) => {
    const body = new Uint8Array(readFileSync(join(from, name)));
    return { header: { name, size: body.length, type: "file" as const }, body };
  });
  const tar = Bun.zstdCompressSync(await packTar(entries));
  const sealed = await encrypt(
    new Blob([new Uint8Array(tar)]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
    (await recipientOf(identity)) ?? "",
  );
  const to = join(folder, `again-${names.length}-${without.length}`);
  mkdirSync(to);
  const error = await unpackArchive(sealed, to, { identity, onBytes: () => {} }).catch((thrown: unknown) => thrown);
  if (!(error instanceof BackupFailed)) throw error;
  return [error.problem, error.detail];
}

test("another key is named as the reason, also if the file is whole", async () => {
  await make();
  const error = await unpack(join(folder, "backups", NAME), await newIdentity()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ problem: "wrong_key" });
  expect(await failureOf({ identity: "AGE-SECRET-KEY-1WRONG" })).toEqual(["failed", "the key of the backups is not valid"]);
});

test("a disk without room for the backup and its trial restore is red before anything is written", async () => {
  expect(await failureOf({ freeBytes: () => 1e6 })).toEqual([
    "no_space",
    expect.stringMatching(/ MB are needed in .+, and 1 MB are free$/),
  ]);
  // The room may have gone since the backup began.
  let free = 1e12;
  const lose = () => {
    free = 0;
  };
  expect(await failureOf({ freeBytes: () => free, beforeTrial: lose })).toEqual(["no_space", expect.any(String)]);
  expect(backups()).toEqual([]);
});

test("a damaged database and rows without their parents are red", async () => {
  change("insert into messages (id, conversation_id, sequence, author, body, created_at) values ('m', 'gone', 1, 'visitor', 'x', 1)");
  expect(await failureOf({})).toEqual(["database", expect.stringContaining("messages → conversations")]);
  const path = join(folder, "sapa.db");
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096, 4096 * 12);
  writeFileSync(path, bytes);
  expect(await failureOf({})).toEqual(["database", expect.stringContaining("sapa.db is damaged")]);
  expect(backups()).toEqual([]);
});

test("what a killed process left behind is removed, and an earlier backup is never overwritten", async () => {
  mkdirSync(join(folder, "backups/work-77/trial"), { recursive: true });
  writeFileSync(join(folder, "backups/work-77/sapa.db"), "half");
  await make();
  expect((await make()).name).toBe("sapa-20261124T181501Z.tar.zst.age");
  expect(backups().sort()).toEqual([NAME, "sapa-20261124T181501Z.tar.zst.age"]);
});

/** A file system of its own, which only the process in it sees. */
const onSmallDisk = (megabytes: number, script: string) =>
  Bun.spawnSync(
    [
      ...["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o size="$1m" tmpfs "$2" && exec "$3" -e "$4"', "sh"],
      ...[String(megabytes), join(folder, "backups"), process.execPath, script],
    ],
    { stderr: "pipe" },
  );

// Needs Linux with the right to make namespaces.
test.skipIf(Bun.spawnSync(["unshare", "--map-root-user", "--mount", "true"]).exitCode !== 0)(
  "a disk that becomes full is red, in the copy and in the trial restore",
  () => {
    mkdirSync(join(folder, "backups"));
    change("create table filling (content blob not null) strict");
    for (let i = 0; i < 8; i++) change("insert into filling values (randomblob(1000000))");
    const script = (lines: string) => `
      const { makeBackup } = await import(${JSON.stringify(join(import.meta.dir, "make.ts"))});
      const { FolderFiles } = await import(${JSON.stringify(join(import.meta.dir, "../platform/files/folder.ts"))});
      const { writeFileSync, readdirSync } = require("node:fs");
      const [data, backups] = ${JSON.stringify([folder, join(folder, "backups")])};
      const options = { config: { data, secretKey: null }, version: "0.1.0", files: new FolderFiles(data + "/files"),
        identity: ${JSON.stringify(identity)}, now: ${NOW}, report() {}, freeBytes: () => 1e12, ${lines} };
      const failure = await makeBackup(options).catch((error) => error);
      console.log(JSON.stringify([failure.problem, failure.detail, readdirSync(backups).filter((name) => name !== "filling")]));`;
    const read = ({ stdout, stderr }: { stdout: Buffer; stderr: Buffer }): unknown => JSON.parse(stdout.toString() || `${stderr}`);
    const full = ["disk_full", expect.stringContaining(join(folder, "backups")), []];
    expect(read(onSmallDisk(5, script("")))).toEqual(full);
    expect(read(onSmallDisk(12, script("")))).toEqual(full);
    const fill = `beforeTrial: () => writeFileSync(backups + "/filling", new Uint8Array(8e6))`;
    expect(read(onSmallDisk(20, script(fill)))).toEqual(full);
  },
);
