/** The mark in a SQLite database. */
import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { asDamage } from "../../backups/backup.ts";
import { asFileProblem } from "../../file-errors.ts";
import { type CopyMark, CREATE_MARK_TABLE, MARK_TABLE, markOf, READ_MARK } from "./mark.ts";

/** The mark of the database at `path`; null if it has none. */
export function readMark(path: string): CopyMark | null {
  return withDatabase(path, true, findMark);
}

/** The mark in an open database. */
export function findMark(database: Database): CopyMark | null {
  const exists = database.query("select 1 from sqlite_schema where type = 'table' and name = ?").get(MARK_TABLE) !== null;
  return exists ? markOf(database.query<Record<string, unknown>, []>(READ_MARK).get()) : null;
}

export function putMark(path: string, mark: CopyMark): void {
  withDatabase(path, false, (database) => writeMark(database, mark));
}

/** Does nothing if there is no mark. */
export function removeMark(path: string): void {
  withDatabase(path, false, (database) => database.exec(`drop table if exists ${MARK_TABLE}`));
}

/** Puts the mark into an open database, in place of any other. */
export function writeMark(database: Database, { state, id, other, at }: CopyMark): void {
  database.exec("begin immediate");
  database.exec(CREATE_MARK_TABLE);
  database.exec(`delete from ${MARK_TABLE}`);
  database.query(`insert into ${MARK_TABLE} (state, id, other, at) values (?, ?, ?, ?)`).run(state, id, other, at);
  database.exec("commit");
}

function withDatabase<T>(path: string, readonly: boolean, act: (database: Database) => T): T {
  try {
    const database = new Database(path, readonly ? { readonly } : { readwrite: true });
    try {
      if (!readonly) database.exec("pragma synchronous = full");
      return act(database);
    } finally {
      database.close(true);
    }
  } catch (error) {
    throw asFileProblem(asDamage(error, path), dirname(path));
  }
}
