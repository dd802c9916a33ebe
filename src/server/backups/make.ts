/**
 * Makes one backup, in a process of its own: a checked copy of the database, the archive, and the trial restore. The archive gets
 * its name only after the trial restore, so a file with the name of a backup is a good one.
 */
import { existsSync, mkdirSync, openAsBlob, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BackupContent, BackupStep } from "../../contract/backup.ts";
import { hashesIn } from "../files/hashes-in.ts";
import { recipientOf } from "../platform/backups/archive/age.ts";
import { archiveName, DATABASE, type Manifest } from "../platform/backups/archive/manifest.ts";
import { packArchive } from "../platform/backups/archive/pack.ts";
import { asBackupFailed, BackupFailed } from "../platform/backups/archive/problem.ts";
import { countTables } from "../platform/backups/archive/tables.ts";
import { compareDatabase, compareFile, unpackArchive } from "../platform/backups/archive/unpack.ts";
import { flushToDisk, stampOf, writeBackup } from "../platform/backups/backup.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import { readDatabaseBytes, readDisk } from "../platform/disk.ts";
import type { FileStore } from "../platform/files/file-store.ts";

export interface MakeOptions {
  config: Pick<Config, "data" | "secretKey">;
  version: string;
  files: Pick<FileStore, "read" | "readMark">;
  /** The key of the backups. */
  identity: string;
  /** Epoch milliseconds. */
  now: number;
  /** `progress`: percent of the whole backup. */
  report(step: BackupStep, progress: number): void;
  /** Default: of the disk. */
  freeBytes?: (folder: string) => number;
  /** Between the archive and its trial restore, for tests: `path` is the archive. */
  beforeTrial?: (path: string) => void;
}

export interface MadeBackup extends BackupContent {
  name: string;
  bytes: number;
  sha256: string;
}

/** What must stay free besides the backup itself, so that the server goes on taking messages. */
const SPARE_BYTES = 200 * 1_024 * 1_024;
/** Percent of a backup that each step ends with. */
const COPIED = 15;
const PACKED = 55;
const RESTORED = 85;

/** Where backups are made. Only one is made at a time, so what an earlier process has left there is removed. */
const WORK = /^work-\d+$/;

/** @throws BackupFailed, always with a reason for the operator. Nothing is left behind then. */
export async function makeBackup(options: MakeOptions): Promise<MadeBackup> {
  const { backups } = dataPaths(options.config.data);
  try {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(backups)) if (WORK.test(name)) rmSync(join(backups, name), { recursive: true, force: true });
    const work = join(backups, `work-${process.pid}`);
    try {
      return await makeIn(work, backups, options);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } catch (error) {
    throw asBackupFailed(error, backups);
  }
}

async function makeIn(work: string, backups: string, options: MakeOptions): Promise<MadeBackup> {
  const { config, identity, now, report } = options;
  const began = performance.now();
  const recipient = await recipientOf(identity);
  if (recipient === null) throw new BackupFailed("failed", "the key of the backups is not valid");
  const paths = dataPaths(config.data);
  report("copying", 0);
  requireRoom(options, backups, readDatabaseBytes(paths.database));
  const snapshot = join(work, DATABASE);
  writeBackup(paths.database, snapshot);
  report("packing", COPIED);
  const hashes = hashesIn(snapshot);
  const sizes = { database: statSync(snapshot).size };
  const archive = join(work, "archive");
  const packed = await packArchive(
    archive,
    {
      version: options.version,
      madeAt: now,
      database: snapshot,
      tables: countTables(snapshot),
      key: config.secretKey === null && existsSync(paths.key) ? paths.key : null,
      models: existsSync(paths.models) ? paths.models : null,
      files: options.files,
      hashes,
    },
    { recipient, onBytes: along(sizes.database, COPIED, PACKED, (at) => report("packing", at)) },
  );
  rmSync(snapshot);
  options.beforeTrial?.(archive);
  await tryOut(archive, packed, options, join(work, "trial"));
  const name = freeName(backups, now);
  renameSync(archive, join(backups, name));
  flushToDisk(backups);
  return { name, bytes: packed.bytes, sha256: packed.sha256, ...contentOf(packed.manifest), tookMs: Math.round(performance.now() - began) };
}

/** The trial restore. @throws BackupFailed */
async function tryOut(
  archive: string,
  packed: { bytes: number; sha256: string; manifest: Manifest },
  options: MakeOptions,
  folder: string,
): Promise<void> {
  const { report, identity } = options;
  report("restoring", PACKED);
  const { database, files } = packed.manifest;
  requireRoom(options, join(folder, "../.."), 0, database.bytes + files.bytes);
  await compareFile(archive, packed);
  const sealed = (await openAsBlob(archive)).stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const onBytes = along(database.bytes + files.bytes, PACKED, RESTORED, (at) => report("restoring", at));
  const { manifest, hashes } = await unpackArchive(sealed, folder, { identity, onBytes });
  report("comparing", RESTORED);
  if (JSON.stringify(manifest) !== JSON.stringify(packed.manifest)) throw new BackupFailed("differs", "the manifest is another one");
  compareDatabase(folder, manifest);
  const known = new Set(hashesIn(join(folder, DATABASE)));
  if (hashes.some((hash) => !known.delete(hash)) || known.size !== manifest.files.missing) {
    throw new BackupFailed("differs", "the uploaded files are not those that the database knows");
  }
}

/** A backup needs room for the copy, for the archive, which may not become smaller, and afterwards for the trial restore. */
function requireRoom({ freeBytes = (folder) => readDisk(folder).free }: MakeOptions, folder: string, database: number, more = 0): void {
  const needed = 2 * database + more + SPARE_BYTES;
  const free = freeBytes(folder);
  if (free >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  throw new BackupFailed("no_space", `${megabytes(needed)} MB are needed in ${folder}, and ${megabytes(free)} MB are free`);
}

/** Reports whole percents between `from` and `to` while `total` bytes go by. */
function along(total: number, from: number, to: number, report: (progress: number) => void): (bytes: number) => void {
  let done = 0;
  let last = from;
  return (bytes) => {
    done += bytes;
    const now = Math.floor(from + (to - from) * Math.min(1, done / Math.max(1, total)));
    if (now > last) report(now);
    last = Math.max(last, now);
  };
}

/** A second backup within a second waits for no one: it takes the next free second as its name. */
function freeName(folder: string, now: number): string {
  for (let at = now; ; at += 1_000) {
    const name = archiveName(stampOf(at));
    if (!existsSync(join(folder, name))) return name;
  }
}

function contentOf({ database, files }: Manifest): Omit<BackupContent, "tookMs"> {
  const counts = Object.values(database.tables);
  return { tables: counts.length, rows: counts.reduce((sum, n) => sum + n, 0), files: files.count, missingFiles: files.missing };
}
