/** The mark in a PostgreSQL database. */
import type { Connection } from "../postgres/connection.ts";
import { type CopyMark, CREATE_MARK_TABLE, MARK_TABLE, markOf, READ_MARK } from "./mark.ts";

/** The mark, or null if the database has none. */
export async function findMark(connection: Connection): Promise<CopyMark | null> {
  const { rows } = await connection.query({ text: `select to_regclass('${MARK_TABLE}')::text as name`, values: [] });
  if (!rows[0]?.name) return null;
  return markOf((await connection.query({ text: READ_MARK, values: [] })).rows[0]);
}

/** In the caller's transaction, in place of any other mark. */
export async function putMark(connection: Connection, { state, id, other, at }: CopyMark): Promise<void> {
  await connection.runScript(`${CREATE_MARK_TABLE}; delete from ${MARK_TABLE};`);
  await connection.query({
    text: `insert into ${MARK_TABLE} (state, id, other, at) values ($1, $2, $3, $4)`,
    values: [state, id, other, BigInt(at)],
  });
}

/** Does nothing if there is no mark. */
export async function removeMark(connection: Connection): Promise<void> {
  await connection.runScript(`drop table if exists ${MARK_TABLE}`);
}
