/** Restores a backup that a server has made, with its key, on a machine without data. */
import { existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { recipientOf } from "../platform/backups/archive/age.ts";
import { DATABASE, FILES, KEY, type Manifest, MODELS } from "../platform/backups/archive/manifest.ts";
import { asBackupFailed, BackupFailed } from "../platform/backups/archive/problem.ts";
import { compareDatabase, type Unpacked, unpackArchive } from "../platform/backups/archive/unpack.ts";
import { DatabaseDamaged, flushToDisk } from "../platform/backups/backup.ts";
import { type Config, ConfigError, dataPaths } from "../platform/config.ts";
import { readDisk } from "../platform/disk.ts";
import { pathOf } from "../platform/files/file-store.ts";
import { createFileStore } from "../platform/files/open.ts";
import { FolderPlace } from "../platform/files/place.ts";
import { countPending } from "../platform/storage/sqlite/migrate.ts";
import { CommandRefused, say } from "./command.ts";
import { takeDataFolder } from "./data-folder.ts";
import { count } from "./progress.ts";
import { pictures } from "./uploaded-files.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The key in a file: comments and empty lines may be around it, as the program age-keygen writes them. @throws ConfigError */
export async function readBackupKey(path: unknown): Promise<string> {
  if (typeof path !== "string" || path === "") {
    throw new ConfigError("--key-file: this backup is encrypted; name a file with its key, which begins with AGE-SECRET-KEY-1");
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new ConfigError(`--key-file: there is no file ${path}`);
  const lines = readFileSync(path, "utf8").split("\n");
  const key = lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("#")) ?? "";
  if ((await recipientOf(key)) === null) throw new ConfigError(`--key-file: ${path} contains no whole key of a backup`);
  return key;
}

/** Restoring never replaces data: an operator who restores on the wrong machine would lose what is there. @throws CommandRefused */
export function refuseExisting(config: Config): void {
  const { database, key } = dataPaths(config.data);
  const found = [database, key].find((path) => existsSync(path));
  if (found === undefined) return;
  throw new CommandRefused(
    `there is an installation in ${config.data} (${basename(found)}), and a restore from an encrypted backup replaces nothing. Choose an empty folder with --data, or move this one away`,
  );
}

interface Source {
  /** For people. */
  name: string;
  bytes: number;
  open(): Promise<ReadableStream<Bytes>>;
}

export const fileSource = (path: string): Source => ({
  name: path,
  bytes: statSync(path).size,
  open: async () => (await openAsBlob(path)).stream() as ReadableStream<Bytes>,
});

/** `amend` changes the database before it gets its name. @throws ConfigError, CommandRefused, DatabaseDamaged, DatabaseTooNew, FileProblem */
export async function restoreArchive(
  source: Source,
  config: Config,
  { identity, amend }: { identity: string; amend(path: string): Promise<void> },
): Promise<void> {
  refuseExisting(config);
  const lock = await takeDataFolder(config);
  const scratch = join(config.data, "restoring");
  try {
    refuseExisting(config);
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch, { mode: 0o700 });
    say(`Restoring ${source.name} into ${config.data}.`);
    const { manifest, hashes } = await unpack(source, scratch, identity, readDisk(config.data).free);
    say(`The backup is of ${manifest.madeAt}, by Sapa ${manifest.version}. Comparing what was restored…`);
    compareDatabase(scratch, manifest);
    countPending(join(scratch, DATABASE));
    await amend(join(scratch, DATABASE));
    await putFiles(config, scratch, manifest, hashes);
    putRest(config, scratch, manifest);
    describe(config, manifest);
  } catch (error) {
    throw error instanceof BackupFailed ? explain(error, source) : error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    lock.release();
  }
}

async function unpack(source: Source, scratch: string, identity: string, free: number): Promise<Unpacked> {
  const { onBytes, clear } = createCounter();
  try {
    if (free < source.bytes) throw new BackupFailed("no_space", `the backup has ${source.bytes} bytes, and ${free} are free`);
    return await unpackArchive(await source.open(), scratch, { identity, onBytes });
  } catch (error) {
    throw asBackupFailed(error, scratch);
  } finally {
    clear();
  }
}

/** One line that changes on a terminal; nothing elsewhere. */
function createCounter() {
  const isTerminal = process.stdout.isTTY === true;
  let bytes = 0;
  let shown = 0;
  return {
    onBytes(more: number) {
      bytes += more;
      const megabytes = Math.floor(bytes / 1e6);
      if (isTerminal && megabytes > shown) process.stdout.write(`\r\u001b[K${count(megabytes)} MB`);
      shown = megabytes;
    },
    clear() {
      if (isTerminal) process.stdout.write("\r\u001b[K");
    },
  };
}

function explain({ problem, detail }: BackupFailed, { name }: Source): Error {
  const nothing = "Nothing was restored.";
  if (problem === "wrong_key") return new ConfigError(`--key-file: this key does not open ${name}. ${nothing}`);
  if (problem === "no_space" || problem === "disk_full" || problem === "failed") return new CommandRefused(`${detail}. ${nothing}`);
  return new DatabaseDamaged(`${name} is not a whole backup: ${detail}. ${nothing} Try an older one`);
}

/** The pictures before the database: a crash in between leaves no installation that lacks them. */
async function putFiles(config: Config, scratch: string, { files }: Manifest, hashes: readonly string[]): Promise<void> {
  if (files.mark === null) return;
  const from = join(scratch, FILES);
  const isEmpty = (path: string) => !existsSync(path) || readdirSync(path).length === 0;
  if (config.files instanceof FolderPlace && config.files.path === dataPaths(config.data).files && isEmpty(config.files.path)) {
    rmSync(config.files.path, { recursive: true, force: true });
    renameSync(from, config.files.path);
    return;
  }
  const store = createFileStore(config);
  await store.createMark(files.mark);
  for (const hash of hashes) await store.put(hash, new Uint8Array(readFileSync(join(from, pathOf(hash)))));
}

function putRest(config: Config, scratch: string, { secretKey, models }: Manifest): void {
  const paths = dataPaths(config.data);
  if (secretKey) renameSync(join(scratch, KEY), paths.key);
  if (models) renameSync(join(scratch, MODELS), paths.models);
  for (const end of ["-wal", "-shm", "-journal"]) rmSync(join(scratch, DATABASE + end), { force: true });
  flushToDisk(join(scratch, DATABASE));
  // Last: with the database, the folder is an installation.
  renameSync(join(scratch, DATABASE), paths.database);
  flushToDisk(config.data);
}

function describe(config: Config, { database, files, secretKey }: Manifest): void {
  const rows = Object.values(database.tables).reduce((sum, n) => sum + n, 0);
  say(`Restored ${count(rows)} rows and ${pictures(files.count)}. Ended all sessions: everyone has to log in again.`);
  if (files.missing > 0) say(`${pictures(files.missing)} were missing already when the backup was made.`);
  if (!secretKey)
    say("The backup has no secret key, because the installation has it in SAPA_SECRET_KEY. Set this variable as it was there.");
  say(`Start the server: sapa serve --data ${config.data}`);
}
