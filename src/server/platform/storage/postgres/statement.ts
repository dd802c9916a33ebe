/** The text and the parameters of a statement for PostgreSQL, and the conversion of its rows. */
import type { Sql, SqlValue } from "../db.ts";
import { createTexts } from "../texts.ts";

export interface Statement {
  text: string;
  values: Parameter[];
}

/** A statement without parameters. */
export const plain = (text: string): Statement => ({ text, values: [] });

/** Every number is sent as int8. Otherwise PostgreSQL would plan a statement once for each combination of types. */
type Parameter = string | bigint | null | Uint8Array;

const textOf = createTexts((number) => `$${number}`);

export function statementOf(query: Sql): Statement {
  const values: SqlValue[] = [];
  return { text: textOf(query, values), values: values.map(parameterOf) };
}

/**
 * PostgreSQL would round 1.5 to 2 without an error, and a number above 2^53 is not exact any more.
 * @throws TypeError for a number that is not a safe integer
 */
function parameterOf(value: SqlValue): Parameter {
  if (typeof value !== "number") return value;
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number that a column can store exactly`);
  return BigInt(value);
}

/** The write, which fails with a division by zero if it changes no row (`asNothingChanged`). */
export const requireChange = ({ text, values }: Statement): Statement => ({
  text: `with changed as (${text} returning 1) select 1 / count(*) from changed`,
  values,
});

/** Whether a statement changes nothing, so that the outcome of its transaction need not be recorded. */
export function isRead({ text }: Pick<Statement, "text">): boolean {
  return /^\s*select\b/i.test(text);
}

/** Types that Bun returns as texts or booleans: int8, numeric and bool. SQLite has numbers for all of them. */
const NUMBERS = new Set([20, 1700, 16]);

export interface Column {
  name: string | number;
  /** The type's OID. */
  type: number;
}

/** Converts int8, numeric and bool to numbers, in place: `count(*)`, `sum(…)` and `exists(…)` read as on SQLite. */
export function convertRows(rows: Record<string, unknown>[], columns: readonly Column[]): void {
  const names = columns.filter(({ type }) => NUMBERS.has(type)).map(({ name }) => String(name));
  if (names.length === 0) return;
  for (const row of rows) {
    for (const name of names) if (row[name] !== null) row[name] = Number(row[name]);
  }
}
