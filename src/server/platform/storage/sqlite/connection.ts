/** A connection to SQLite with its prepared statements. Its errors are those of the storage port. */
import type { Database, Statement } from "bun:sqlite";
import { errorCode } from "../../error-code.ts";
import { ConstraintError, type Sql, type SqlValue, StorageBusy, StorageFailed, StorageFull } from "../db.ts";
import { createTexts, isFragment } from "../texts.ts";

const MAX_TEXT_CACHE = 500;

const textOf = createTexts(() => "?");

export interface Connection {
  all<Row>(query: Sql): Row[];
  get<Row>(query: Sql): Row | undefined;
  run(query: Sql): number;
  finalize(): void;
}

export function connection(database: Database): Connection {
  // A statement without nested fragments is found by the identity of its template, without building its text.
  const bySite = new WeakMap<readonly string[], Statement>();
  const byText = new Map<string, Statement>();

  const prepareText = (text: string): Statement => {
    const known = byText.get(text);
    if (known) return known;
    if (byText.size >= MAX_TEXT_CACHE) {
      for (const [oldest, statement] of byText) {
        byText.delete(oldest);
        statement.finalize();
        break;
      }
    }
    const statement = database.prepare(text);
    byText.set(text, statement);
    return statement;
  };

  const bind = (query: Sql): [Statement, SqlValue[]] => {
    const isFlat = query.values.every((value) => !isFragment(value));
    if (!isFlat) {
      const values: SqlValue[] = [];
      return [prepareText(textOf(query, values)), values];
    }
    let statement = bySite.get(query.strings);
    if (!statement) {
      statement = database.prepare(query.strings.join("?"));
      bySite.set(query.strings, statement);
      sites.push(statement);
    }
    return [statement, query.values as SqlValue[]];
  };
  const sites: Statement[] = [];

  return {
    all<Row>(query: Sql) {
      const [statement, values] = bind(query);
      return translate(() => statement.all(...values) as Row[]);
    },
    get<Row>(query: Sql) {
      const [statement, values] = bind(query);
      return translate(() => (statement.get(...values) ?? undefined) as Row | undefined);
    },
    run(query: Sql) {
      const [statement, values] = bind(query);
      return translate(() => statement.run(...values).changes);
    },
    finalize() {
      for (const statement of [...sites, ...byText.values()]) statement.finalize();
    },
  };
}

/** Turns SQLite's errors into those of the storage port. */
export function translate<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asPortError(error);
  }
}

export function asPortError(error: unknown): unknown {
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY") return new ConstraintError("unique", message);
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return new ConstraintError("foreign_key", message);
  if (code.startsWith("SQLITE_CONSTRAINT")) return new ConstraintError("check", message);
  if (code === "SQLITE_FULL") return new StorageFull(message, { cause: error });
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return new StorageBusy(message, { cause: error });
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return new StorageFailed("database_damaged", message, { cause: error });
  }
  if (/^SQLITE_(IOERR|READONLY|CANTOPEN|PROTOCOL)/.test(code)) return new StorageFailed("storage_failing", message, { cause: error });
  return error;
}
