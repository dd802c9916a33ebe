/** Owns: backups. One row for each attempt to make one. */
import type { BackupProblem } from "../../contract/backup.ts";
import { newId } from "../platform/ids.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export interface StoredBackup {
  id: string;
  jobId: string;
  state: "running" | "good" | "failed";
  startedAt: number;
  endedAt: number | null;
  name: string | null;
  bytes: number | null;
  tables: number | null;
  rows: number | null;
  files: number | null;
  missingFiles: number | null;
  tookMs: number | null;
  problem: BackupProblem | null;
  detail: string | null;
}

/** Of an attempt that has passed its trial restore. */
export interface GoodBackup {
  name: string;
  bytes: number;
  sha256: string;
  tables: number;
  rows: number;
  files: number;
  missingFiles: number;
  tookMs: number;
}

const COLUMNS: Sql = sql`
  id, job_id as "jobId", state, started_at as "startedAt", ended_at as "endedAt", name, bytes, tables, row_count as "rows", files,
  missing_files as "missingFiles", took_ms as "tookMs", problem, detail`;

const DETAIL_LENGTH = 500;

/** @throws ConstraintError unique, if one is running */
export async function insertRun(tx: Tx, jobId: string): Promise<string> {
  const id = newId();
  await tx.run(sql`insert into backups (id, job_id, state, started_at) values (${id}, ${jobId}, 'running', ${tx.now})`);
  return id;
}

export async function findRunning(db: Reader): Promise<StoredBackup | undefined> {
  return db.get<StoredBackup>(sql`select ${COLUMNS} from backups where state = 'running'`);
}

export async function findRunOfJob(db: Reader, jobId: string): Promise<StoredBackup | undefined> {
  return db.get<StoredBackup>(sql`select ${COLUMNS} from backups where state = 'running' and job_id = ${jobId}`);
}

/** @returns whether it was still running */
export async function endGood(tx: Tx, id: string, good: GoodBackup): Promise<boolean> {
  const changed = await tx.run(sql`
    update backups set state = 'good', ended_at = ${tx.now}, name = ${good.name}, bytes = ${good.bytes}, sha256 = ${good.sha256},
      tables = ${good.tables}, row_count = ${good.rows}, files = ${good.files}, missing_files = ${good.missingFiles}, took_ms = ${good.tookMs}
    where id = ${id} and state = 'running'`);
  return changed > 0;
}

export async function endFailed(tx: Tx, id: string, problem: BackupProblem, detail: string): Promise<void> {
  await tx.run(sql`
    update backups set state = 'failed', ended_at = ${tx.now}, problem = ${problem}, detail = ${detail.slice(0, DETAIL_LENGTH)}
    where id = ${id} and state = 'running'`);
}

/** The latest attempts that have ended, the latest first, without those that a wrong clock has put into the future. */
export async function listEnded(db: Reader, limit: number): Promise<StoredBackup[]> {
  return db.all<StoredBackup>(sql`
    select ${COLUMNS} from backups where state <> 'running' and started_at <= ${db.now} order by started_at desc, id desc limit ${limit}`);
}

export async function findByNames(db: Reader, names: readonly string[]): Promise<StoredBackup[]> {
  if (names.length === 0) return [];
  return db.all<StoredBackup>(sql`select ${COLUMNS} from backups where name in ${sqlList(names)}`);
}

/** The name of the latest backup for which no uploaded file was missing. */
export async function findLastComplete(db: Reader): Promise<string | null> {
  const found = await db.get<{ name: string }>(sql`
    select name from backups where state = 'good' and missing_files = 0 order by started_at desc, id desc limit 1`);
  return found?.name ?? null;
}

/** Deletes the rows of attempts before a time that are not among the backups with these names. */
export async function forgetAttempts(tx: Tx, before: number, kept: readonly string[]): Promise<void> {
  const isKept = kept.length === 0 ? sql`1 = 0` : sql`name is not null and name in ${sqlList(kept)}`;
  await tx.run(sql`delete from backups where state <> 'running' and started_at < ${before} and not (${isKept})`);
}
