/** Reads a database without leaving anything beside it. */
import { constants, Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Clock } from "../../clock.ts";
import { type Reader, sql } from "../db.ts";
import { connection } from "./connection.ts";

/**
 * Opens a database file only to read it. If no process has it open, a plain read-only connection would make the files of the
 * write-ahead log, and they would belong to the user of the command: the server could not open its database any more.
 */
export function openOnlyToRead(path: string): Database {
  if (existsSync(`${path}-wal`)) return new Database(path, { readonly: true, strict: true });
  return new Database(`${pathToFileURL(path).href}?immutable=1`, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
}

/** @throws what SQLite throws for a file that is missing or damaged */
export function openReader(path: string, clock: Pick<Clock, "now">): { reader: Reader; close(): void } {
  const database = openOnlyToRead(path);
  const reads = connection(database);
  return {
    reader: {
      get now() {
        return clock.now();
      },
      get clock() {
        return sql`${clock.now()}`;
      },
      all: async (query) => reads.all(query),
      get: async (query) => reads.get(query),
    },
    close() {
      reads.finalize();
      database.close(true);
    },
  };
}

/** What a check of a whole database has found. `detail`: SQLite's words, or the tables. */
export interface Inspection {
  state: "ok" | "damaged" | "orphans";
  detail: string;
}

/** Reads the whole file: its structure, and whether each row has the rows that it refers to. Blocks the process. */
export function inspectDatabase(path: string): Inspection {
  try {
    const database = openOnlyToRead(path);
    try {
      const [row] = database.query("pragma quick_check(1)").values();
      const words = String(row?.[0]).replace(/\s+/g, " ");
      if (words !== "ok") return { state: "damaged", detail: words };
      const orphan = database.query<{ table: string; parent: string }, []>("pragma foreign_key_check").get();
      return orphan ? { state: "orphans", detail: `${orphan.table} → ${orphan.parent}` } : { state: "ok", detail: "" };
    } finally {
      database.close(true);
    }
  } catch (error) {
    return { state: "damaged", detail: error instanceof Error ? error.message : "" };
  }
}
