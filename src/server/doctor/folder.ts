/** Checks of the data folder: its files, the secret key, the disk and the backups. */
import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import { BACKUP_PROBLEM_TEXT } from "../../contract/backup-text.ts";
import { told } from "../../contract/messages/message.ts";
import { BACKUP_DAYS } from "../../contract/overview.ts";
import { listArchives } from "../backups/folder.ts";
import { isAnyKeyConfirmed } from "../backups/key.ts";
import { findByNames, listEnded } from "../backups/store.ts";
import { findNewestBackup } from "../platform/backups/backup.ts";
import { DAY_MS } from "../platform/clock.ts";
import { ConfigError, dataPaths } from "../platform/config.ts";
import { findSecretKey } from "../platform/config-secret.ts";
import { isLow } from "../platform/disk.ts";
import { inspectFile } from "../platform/storage/inspect.ts";
import { dataFlag, fault, gigabytes, ok, type Patient, quoted, type Run, unknown, type Verdict, warning } from "./check.ts";

/** Files that a command of another user may have left behind. */
const FILES = ["lock.db", "sapa.db", "sapa.db-wal", "sapa.db-shm", "secret.key", "backups", "files"];

export const checkFolder: Run = async ({ config: { data } }) => {
  const folder = statSync(data, { throwIfNoEntry: false });
  if (!folder) return fault(told("doctor.folder.missing", { path: data }), { command: `install -d -m 700 ${quoted(data)}` });
  if (!folder.isDirectory()) return fault(told("doctor.folder.noFolder", { path: data }));
  const own = process.getuid?.() ?? folder.uid;
  for (const path of [data, ...FILES.map((name) => join(data, name))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (found.uid !== folder.uid) {
      const params = { path, owner: `${found.uid}`, wanted: `${folder.uid}` };
      return fault(told("doctor.folder.owner", params), { command: `chown -R ${folder.uid}:${folder.gid} ${quoted(data)}` });
    }
    if (!isWritable(path)) {
      const command = found.uid === own ? `chmod -R u+rwX ${quoted(data)}` : `sudo -u '#${found.uid}' sapa doctor`;
      return fault(told("doctor.folder.refused", { path, user: `${own}`, owner: `${found.uid}` }), { command });
    }
  }
  return ok(told("doctor.folder.ok", { path: data }));
};

/** Folders are entered, too. By the mode, because the superuser may write everywhere, and a server of its owner may not. */
function isWritable(path: string): boolean {
  const found = statSync(path);
  const wanted = found.isDirectory() ? 0o700 : 0o600;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return (found.mode & wanted) === wanted;
}

const OTHERS = 0o077;

export const checkSecret: Run = async (patient) => {
  const { config } = patient;
  const { key: path } = dataPaths(config.data);
  const isVariable = config.secretKey !== null;
  if (!isVariable && config.database) return fault(told("doctor.secret.needed"));
  const mode = isVariable ? 0 : (statSync(path, { throwIfNoEntry: false })?.mode ?? 0);
  let isThere: boolean;
  try {
    isThere = findSecretKey(config) !== null;
  } catch (error) {
    if (error instanceof ConfigError) return fault(told("doctor.secret.invalid"));
    throw error;
  }
  if ((mode & OTHERS) !== 0) {
    const params = { path, mode: (mode & 0o777).toString(8) };
    return fault(told("doctor.secret.mode", params), { command: `chmod 600 ${quoted(path)}` });
  }
  // A database that cannot be read is another check's fault.
  const { closed } = await patient.settings().catch(() => ({ closed: [] }));
  if (!isThere) return closed.length > 0 ? fault(told("doctor.secret.missing", { path })) : unknown(told("doctor.secret.none"));
  if (closed.length > 0) return fault(told("doctor.secret.closed", { names: closed.join(", ") }));
  return ok(told(isVariable ? "doctor.secret.variable" : "doctor.secret.ok"));
};

const WARN_SHARE = 0.1;

export const checkDisk: Run = async (patient) => {
  const space = patient.readDisk();
  const params = { free: gigabytes(space.free), total: gigabytes(space.total) };
  const command = `du -xh --max-depth=2 ${quoted(patient.config.data)} | sort -h`;
  if (isLow(space)) return fault(told("doctor.disk.full", params), { command });
  if (space.free < space.total * WARN_SHARE) return warning(told("doctor.disk.low", params), { command });
  return ok(told("doctor.disk.ok", params));
};

const HOUR_MS = 3_600_000;
/** A daily backup was missed. */
const LATE_MS = 2 * DAY_MS;

/** Of the backups that the server makes. @returns null if the newest backup is another one, or if there is none */
async function judgeOwnBackups(patient: Patient, newestOther: number): Promise<Verdict | null> {
  const { data } = patient.config;
  const [newest] = listArchives(dataPaths(data).backups);
  const reader = await patient.reader().catch(() => null);
  // A database of an earlier version has no such table.
  const [last] = reader ? await listEnded(reader, 1).catch(() => []) : [];
  if (last?.state === "failed" && last.problem !== null) {
    const params = { reason: BACKUP_PROBLEM_TEXT.en[last.problem], detail: last.detail ?? "" };
    return fault(told("doctor.backups.failed", params), { place: "backups" });
  }
  if (!newest || newest.madeAt < newestOther) return null;
  const path = join(dataPaths(data).backups, newest.name);
  const [row] = reader ? await findByNames(reader, [newest.name]).catch(() => []) : [];
  if (row?.bytes != null && newest.bytes < row.bytes) return fault(told("doctor.backups.cut", { path }), { place: "backups" });
  const age = patient.now() - newest.madeAt;
  if (age > LATE_MS) {
    const judge = age > BACKUP_DAYS * DAY_MS ? fault : warning;
    return judge(told("doctor.backups.old", { days: Math.floor(age / DAY_MS) }), { place: "backups" });
  }
  if (reader && !(await isAnyKeyConfirmed(reader))) return warning(told("doctor.backups.noKey"), { place: "backups" });
  return ok(told("doctor.backups.kept", { hours: Math.max(0, Math.floor(age / HOUR_MS)) }));
}

export const checkBackups: Run = async (patient, signal) => {
  const { config } = patient;
  const { backups, database } = dataPaths(config.data);
  const newest = findNewestBackup(backups);
  const own = config.database ? null : await judgeOwnBackups(patient, newest === null ? 0 : statSync(newest).mtimeMs);
  if (own) return own;
  const command = `sapa backup ${dataFlag(patient)}`;
  if (newest === null) {
    if (config.database) return unknown(told("doctor.backups.postgres"));
    // A new installation has had no night for a backup yet.
    const made = statSync(database, { throwIfNoEntry: false })?.birthtimeMs ?? patient.now();
    const judge = patient.now() - made > LATE_MS ? fault : warning;
    return judge(told("doctor.backups.none", { path: backups }), { command });
  }
  const age = patient.now() - statSync(newest).mtimeMs;
  if (age > LATE_MS && !config.database) {
    const judge = age > BACKUP_DAYS * DAY_MS ? fault : warning;
    return judge(told("doctor.backups.old", { days: Math.floor(age / DAY_MS) }), { command });
  }
  const { state, detail } = await inspectFile(newest, signal);
  if (state !== "ok") return fault(told("doctor.backups.damaged", { path: newest, detail }), { command });
  return ok(told("doctor.backups.ok", { hours: Math.max(0, Math.floor(age / HOUR_MS)) }));
};
