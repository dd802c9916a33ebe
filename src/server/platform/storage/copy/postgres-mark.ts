/** The mark in a PostgreSQL database. */
import { hasTable } from "../postgres/catalogue.ts";
import { OWN_TABLES } from "../postgres/commits.ts";
import type { Connection } from "../postgres/connection.ts";
import { plain } from "../postgres/statement.ts";
import { type CopyMark, CREATE_MARK_TABLE, MARK_TABLE, markOf, READ_MARK, SET_ASIDE } from "./mark.ts";

/** The mark, or null if the database has none. */
export async function findMark(connection: Connection): Promise<CopyMark | null> {
  if (!(await hasTable(connection, MARK_TABLE))) return null;
  return markOf((await connection.query(plain(READ_MARK))).rows[0]);
}

/** In the caller's transaction, in place of any other mark. */
export async function putMark(connection: Connection, { state, id, other, at }: CopyMark): Promise<void> {
  await connection.runScript(
    `${OWN_TABLES}; ${CREATE_MARK_TABLE}; delete from ${MARK_TABLE}; update engine_schema set oldest = ${SET_ASIDE};`,
  );
  await connection.query({
    text: `insert into ${MARK_TABLE} (state, id, other, at) values ($1, $2, $3, $4)`,
    values: [state, id, other, BigInt(at)],
  });
}

/** In the caller's transaction. */
export async function removeMark(connection: Connection): Promise<void> {
  await connection.runScript(
    `drop table if exists ${MARK_TABLE}; update engine_schema set oldest = (select max(number) from schema_migrations);`,
  );
}
