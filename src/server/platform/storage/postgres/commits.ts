/**
 * The outcome of a COMMIT whose answer was lost (docs/decisions/2026-11-22-lost-commits.md). Every connection has a row
 * that counts its commits. A transaction changes the count as its first statement, and only from the number that the
 * program expects. So one update answers the question: if it finds the old number, the transaction is not stored and,
 * because the number is different now, can never be stored.
 */
import { ConstraintError, StorageFailed } from "../db.ts";
import type { Connection } from "./connection.ts";
import { sqlState } from "./errors.ts";
import { plain, type Statement } from "./statement.ts";

/** The adapter's own tables, beside those of the migrations. */
export const OWN_TABLES = `
create table if not exists engine_commits (id text collate "C" primary key, commits bigint not null, opened_at timestamptz not null) with (fillfactor = 40);
create table if not exists engine_changes (id bigint primary key check (id = 1), n bigint not null) with (fillfactor = 40);
insert into engine_changes (id, n) values (1, 0) on conflict do nothing;
create table if not exists engine_schema (id bigint primary key check (id = 1), oldest bigint not null);
insert into engine_schema (id, oldest) values (1, 0) on conflict do nothing;
`;
export const OWN_TABLE_NAMES: readonly string[] = ["engine_commits", "engine_changes", "engine_schema"];

const FENCE = -1n;

/** Counts the transactions that have reported a change (`tx.changed`). */
export const COUNT_CHANGE = plain("update engine_changes set n = n + 1 returning n");
export const READ_CHANGES = plain("select n, (extract(epoch from clock_timestamp()) * 1000)::bigint as now from engine_changes");

/**
 * Removes the rows of connections that ended long ago. A database that was set to answer a
 * commit before it is on disk must not do so here: what is acknowledged is stored.
 */
export function prepareConnection(connection: Connection): void {
  const statements = [
    plain("select set_config('synchronous_commit', 'on', false) as mode where current_setting('synchronous_commit') = 'off'"),
    plain("delete from engine_commits where opened_at < now() - interval '1 day'"),
  ];
  // They are in effect before the connection's next statement.
  for (const statement of statements) connection.query(statement).catch(() => null);
}

/**
 * Counts the commit that the transaction will end with, and takes the transaction's lock: one statement for both, because
 * every transaction begins with it. Fails if the number is another one or the row is missing: with a division by zero, or
 * because the row exists. PostgreSQL then refuses the statements that were sent after it, too.
 */
export function countAndLock({ id, commits }: Pick<Connection, "id" | "commits">, key: string): Statement {
  const lock = "returning pg_advisory_xact_lock(hashtextextended($2, 0))";
  if (commits === 0) {
    return { text: `insert into engine_commits (id, commits, opened_at) values ($1, 1, now()) ${lock}`, values: [id, key] };
  }
  return {
    text: `with counted as (
        update engine_commits set commits = commits + 1 / (case when commits = $3 then 1 else 0 end) where id = $1 ${lock}
      ) select 1 / count(*) from counted`,
    values: [id, key, BigInt(commits)],
  };
}

/** Whether `countAndLock` failed because of the connection's count: no transaction can begin on this connection any more. */
export function isMiscounted(error: unknown): boolean {
  return error instanceof ConstraintError || sqlState(error) === "22012";
}

/**
 * Whether the transaction is stored whose COMMIT was lost on the connection `lost`; after a "no" it never will be. Waits
 * until PostgreSQL has ended the transaction.
 * @throws StorageFailed if the outcome cannot be found out; ConnectionLost and StorageBusy if PostgreSQL could not be asked
 */
export async function wasCommitted(asking: Connection, lost: Pick<Connection, "id" | "commits">): Promise<boolean> {
  // The first commit of a connection makes its row. With this one, it is refused.
  const fenced = await asking.query({
    text: `insert into engine_commits (id, commits, opened_at) values ($1, $3, now())
      on conflict (id) do update set commits = $3 where engine_commits.commits = $2`,
    values: [lost.id, BigInt(lost.commits), FENCE],
  });
  if (fenced.count === 1) return false;
  const found = await asking.query({ text: "select commits from engine_commits where id = $1", values: [lost.id] });
  const commits = found.rows[0]?.commits;
  if (commits === lost.commits + 1) return true;
  // The answer to an earlier question of ours was lost as well.
  if (commits === Number(FENCE)) return false;
  throw new StorageFailed("storage_lost", "the connection was lost at the commit, and PostgreSQL does not know its outcome");
}
