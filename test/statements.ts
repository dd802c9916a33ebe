/**
 * Which statements of the stores have run on PostgreSQL. Every one must run there at least once: that finds what only
 * SQLite accepts, and parameters whose type PostgreSQL cannot tell.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { Glob } from "bun";
import { readEnvironment } from "../src/server/platform/config-environment.ts";
import type { Db, Sql, Tx } from "../src/server/platform/storage/db.ts";

const RECORD = readEnvironment().SAPA_TEST_STATEMENTS;
const seen = new Set<string>();

/** The same database, which records the templates that are run. */
export function recording(db: Db): Db {
  if (!RECORD) return db;
  const watched = <T extends Pick<Db, "all" | "get">>(reader: T): T => ({
    ...reader,
    all: (query: Sql) => reader.all(record(query)),
    get: (query: Sql) => reader.get(record(query)),
  });
  return {
    ...watched(db),
    get now() {
      return db.now;
    },
    get clock() {
      return db.clock;
    },
    transaction: (body, options) =>
      db.transaction(
        (tx) =>
          body({
            ...watched<Tx>(tx),
            run: (query) => tx.run(record(query)),
            send: (query) => tx.send(record(query)),
            require: (query) => tx.require(record(query)),
          }),
        options,
      ),
  };
}

function record(query: Sql): Sql {
  if ("raw" in query.strings) {
    const key = JSON.stringify(query.strings.raw);
    if (!seen.has(key)) {
      seen.add(key);
      appendFileSync(RECORD ?? "", `${key}\n`);
    }
  }
  for (const value of query.values) if (typeof value === "object" && value !== null && "strings" in value) record(value);
  return query;
}

/** The places of statements, as `path:line`, that are not in the file of records. */
export function findMissing(records: string): string[] {
  const run = new Set(existsSync(records) ? readFileSync(records, "utf8").split("\n") : []);
  return [...new Glob("src/server/**/*store.ts").scanSync(".")].sort().flatMap((path) =>
    templatesOf(readFileSync(path, "utf8"))
      .filter(({ parts }) => !run.has(JSON.stringify(parts)))
      .map(({ line }) => `${path}:${line}`),
  );
}

/** Every template with the tag `sql`, also inside of others. */
export function templatesOf(code: string): { parts: string[]; line: number }[] {
  return [...code.matchAll(/\bsql`/g)].map(({ index }) => ({
    parts: partsFrom(code, index + "sql`".length).parts,
    line: code.slice(0, index).split("\n").length,
  }));
}

/** The texts between the expressions of the template that begins at `at`, and where it ends. */
function partsFrom(code: string, at: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let part = "";
  for (let i = at; i < code.length; i++) {
    const char = code[i];
    if (char === "`") return { parts: [...parts, part], end: i };
    if (char === "\\") part += char + code[++i];
    else if (char === "$" && code[i + 1] === "{") {
      parts.push(part);
      part = "";
      i = endOfExpression(code, i + 2);
    } else part += char;
  }
  throw new Error("a template has no end");
}

function endOfExpression(code: string, at: number): number {
  let depth = 1;
  for (let i = at; i < code.length; i++) {
    const char = code[i];
    if (char === "`") i = partsFrom(code, i + 1).end;
    else if (char === '"' || char === "'") i = code.indexOf(char, i + 1);
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i;
  }
  throw new Error("an expression has no end");
}
