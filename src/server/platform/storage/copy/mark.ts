/**
 * The mark of a database that may not be served: it was moved elsewhere, or is only partly filled. It is a table of its
 * own, which exists only then, and belongs to the database and not to its folder or its server.
 */

export interface CopyMark {
  /** "filling": the database is not complete. "moved": its content is used from another database. */
  state: "filling" | "moved";
  /** The same on both sides of one move. */
  id: string;
  /** Where the content comes from, or where it was moved; without a password. */
  other: string;
  /** Epoch milliseconds. */
  at: number;
}

/** The database has a mark. Exit code 1. */
export class DatabaseSetAside extends Error {
  override name = "DatabaseSetAside";
}

/**
 * `engine_schema.oldest` of a PostgreSQL database with a mark: no program is new enough for it. So a server that was just
 * starting when the mark was set cannot join, and one that was frozen cannot come back.
 */
export const SET_ASIDE = 2 ** 31 - 1;

export const MARK_TABLE = "engine_copy";
/** For both engines. */
export const CREATE_MARK_TABLE = `create table if not exists ${MARK_TABLE} (state text not null, id text not null, other text not null, at bigint not null)`;
export const READ_MARK = `select state, id, other, at from ${MARK_TABLE}`;

/** @throws DatabaseSetAside if the database `name` may not be used */
export function refuseMarked(mark: CopyMark | null, name: string): void {
  if (mark?.state === "moved") {
    const when = new Date(mark.at).toISOString();
    throw new DatabaseSetAside(
      `${name} was moved to ${mark.other} at ${when} and is not used any more. To use it again, without what the other database has received since, run sapa move --undo`,
    );
  }
  if (mark) {
    throw new DatabaseSetAside(
      `${name} is not complete: copying ${mark.other} into it was interrupted. Run the same command again, which starts over, or use another database`,
    );
  }
}

/** @throws Error if the row is not a mark */
export function markOf(row: Record<string, unknown> | null | undefined): CopyMark | null {
  if (!row) return null;
  const { state, id, other, at } = row;
  if (state !== "filling" && state !== "moved") throw new Error(`${MARK_TABLE} has the unknown state ${String(state)}`);
  return { state, id: String(id), other: String(other), at: Number(at) };
}
