/** Maps the members of an object to columns of a table: select, insert and update statements derive from one list. */
import { NO_TEXTS, type Translated } from "../../../contract/translated.ts";
import type { Sql, SqlValue } from "./db.ts";

/** Converts a value to its stored form and back. */
export interface Stored<Value> {
  toSql(value: Value): SqlValue;
  fromSql(stored: SqlValue | undefined): Value;
}

export const TEXT: Stored<string> = { toSql: (value) => value, fromSql: String };
/** A list of texts, stored as JSON. */
export const TEXTS: Stored<readonly string[]> = { toSql: JSON.stringify, fromSql: (stored) => JSON.parse(String(stored)) };
/** A text in each language, stored as JSON; empty in a language that was added since. */
export const TRANSLATED: Stored<Translated> = {
  toSql: JSON.stringify,
  fromSql: (stored) => ({ ...NO_TEXTS, ...(JSON.parse(String(stored)) as Partial<Translated>) }),
};
export const NUMBER: Stored<number> = { toSql: (value) => value, fromSql: Number };
/** A number with two decimals, as a whole number of hundredths. */
export const HUNDREDTHS: Stored<number> = { toSql: (value) => Math.round(value * 100), fromSql: (stored) => Number(stored) / 100 };
export const FLAG: Stored<boolean> = { toSql: Number, fromSql: (stored) => stored === 1 };

export interface Columns<Values> {
  /** `a, b` */
  readonly names: Sql;
  /** The values for `a, b`. */
  values(of: Values): Sql;
  /** `a = …, b = …` */
  assignments(of: Values): Sql;
  read(row: Readonly<Record<string, SqlValue>>): Values;
}

/** The SQL fragments are built only once, here, so that a statement that contains them is prepared only once. */
export function createColumns<Values>(
  columns: { [Name in keyof Values]: string },
  kinds: { [Name in keyof Values]: Stored<Values[Name]> },
): Columns<Values> {
  const names = Object.keys(columns) as (keyof Values)[];
  const commas = ["", ...Array<string>(names.length - 1).fill(", "), ""];
  const equals = [...names.map((name, at) => `${at === 0 ? "" : ", "}${columns[name]} = `), ""];
  const stored = (of: Values) => names.map((name) => kinds[name].toSql(of[name]));
  return {
    names: { strings: [names.map((name) => columns[name]).join(", ")], values: [] },
    values: (of) => ({ strings: commas, values: stored(of) }),
    assignments: (of) => ({ strings: equals, values: stored(of) }),
    read(row) {
      const values: Partial<Values> = {};
      for (const name of names) values[name] = kinds[name].fromSql(row[columns[name]]);
      return values as Values;
    },
  };
}
