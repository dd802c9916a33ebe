/**
 * Texts that PostgreSQL cannot store, and that an earlier version or another program may have stored in SQLite: with
 * U+0000, or with bytes that are not UTF-8, such as half of a surrogate pair.
 */
import { isUtf8 } from "node:buffer";
import type { Value } from "./lines.ts";
import type { Mend, SqliteSource } from "./sqlite-side.ts";
import type { Table } from "./tables.ts";

export interface Unstorable {
  table: string;
  column: string;
  /** The row's primary key, such as `id = m1`. */
  row: string;
  problem: "U+0000" | "not UTF-8";
  /** The column belongs to the primary key, so a replacement would change which row it is, and the order of the rows. */
  isKey: boolean;
}

const REPLACEMENT = "\ufffd";

/** All such texts of the tables, in the order of their rows. Reads everything once. */
export function* findUnstorable(source: SqliteSource, tables: readonly Table[]): Generator<Unstorable> {
  for (const table of tables) {
    const texts = table.columns.map(({ isText }, index) => (isText ? index : -1)).filter((index) => index >= 0);
    for (const row of source.rows(table)) {
      for (const index of texts) {
        const problem = problemOf(source, table, index, row);
        const column = table.columns[index]?.name ?? "";
        if (problem) yield { table: table.name, column, row: keyOf(table, row), problem, isKey: table.key.includes(column) };
      }
    }
  }
}

function problemOf(source: SqliteSource, table: Table, index: number, row: readonly Value[]): Unstorable["problem"] | null {
  const text = row[index];
  if (typeof text !== "string") return null;
  if (text.includes("\0")) return "U+0000";
  if (!text.includes(REPLACEMENT)) return null;
  // Bun reads wrong bytes as U+FFFD, which may also be what was stored. A key with wrong bytes does not find its row.
  const bytes = source.bytesOf(table, table.columns[index]?.name ?? "", keyValues(table, row));
  return bytes !== null && isUtf8(bytes) ? null : "not UTF-8";
}

function keyValues(table: Table, row: readonly Value[]): Value[] {
  return table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null);
}

/** For people: control characters are shown as their codes. */
function keyOf(table: Table, row: readonly Value[]): string {
  const values = keyValues(table, row);
  return table.key.map((name, index) => `${name} = ${JSON.stringify(String(values[index])).slice(1, -1)}`).join(", ");
}

/** Replaces what PostgreSQL cannot store with U+FFFD, one for each character. Wrong bytes were replaced when they were read. */
export const repair: Mend = (_, row) =>
  row.map((value) => (typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", REPLACEMENT) : value));
