/**
 * The unit and route tests on both engines: all of them with SQLite, and those that use a database once more with
 * PostgreSQL, on the server whose URL is in SAPA_TEST_PG or on one in a temporary folder.
 *
 *   bun scripts/test-units.ts [--engine=sqlite|postgres] [PATH…]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Glob } from "bun";
import { readEnvironment } from "../src/server/platform/config-environment.ts";
import { createTemplate, dropDatabases } from "../test/database.ts";
import { findPostgres, startPostgres } from "../test/postgres-server.ts";
import { findMissing } from "../test/statements.ts";

const EVERYTHING = ["src", "test/unit", "test/boundaries.test.ts"];
/** Tests of PostgreSQL alone. */
const ONLY_POSTGRES = "test/postgres";
/** What a test imports that works with either engine. */
const USES_DATABASE = /from "(?:\.\.\/)+(?:test\/)?(?:app|with-mail|paying|sources|databases?)\.ts"/;
const OPTIONS = ["--timeout", "60000", "--parallel=2", "--no-isolate"];

const { values, positionals } = parseArgs({ options: { engine: { type: "string" } }, allowPositionals: true });
const paths = positionals.length > 0 ? positionals : EVERYTHING;

let code = values.engine === "postgres" ? 0 : await runOnSqlite();
if (code === 0 && values.engine !== "sqlite") code = await runOnPostgres();
process.exitCode = code;

async function runOnSqlite(): Promise<number> {
  const files = paths.filter((path) => !path.startsWith(ONLY_POSTGRES));
  return files.length === 0 ? 0 : await run(files, {});
}

async function runOnPostgres(): Promise<number> {
  const files = [...paths, ...(positionals.length > 0 ? [] : [ONLY_POSTGRES])].flatMap(listTests).filter(usesDatabase);
  if (files.length === 0) return 0;
  const given = readEnvironment().SAPA_TEST_PG;
  if (!given && !findPostgres()) {
    process.stderr.write("PostgreSQL is not installed, so the tests did not run on it: apt-get install postgresql, or set SAPA_TEST_PG\n");
    return 1;
  }
  const server = given ? null : await startPostgres();
  const url = given ?? server?.url ?? "";
  const id = `run${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), "sapa-run-"));
  try {
    await createTemplate(url);
    const records = join(folder, "statements");
    const code = await run(files, { SAPA_TEST_PG: url, SAPA_TEST_RUN: id, SAPA_TEST_STATEMENTS: records });
    return code === 0 && positionals.length === 0 ? requireAllStatements(records) : code;
  } finally {
    if (given) await dropDatabases(given, id);
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
}

function requireAllStatements(records: string): number {
  const missing = findMissing(records);
  if (missing.length === 0) return 0;
  process.stderr.write(`\nNo test has run these statements on PostgreSQL:\n${missing.map((place) => `  ${place}\n`).join("")}`);
  return 1;
}

function usesDatabase(path: string): boolean {
  return path.startsWith(ONLY_POSTGRES) || USES_DATABASE.test(readFileSync(path, "utf8"));
}

function listTests(path: string): string[] {
  return /\.test\.tsx?$/.test(path) ? [path] : [...new Glob(`${path}/**/*.test.{ts,tsx}`).scanSync(".")].sort();
}

async function run(files: readonly string[], more: Record<string, string>): Promise<number> {
  const { SAPA_TEST_PG: _, ...environment } = readEnvironment();
  const child = Bun.spawn([process.execPath, "test", ...OPTIONS, ...files], {
    env: { ...environment, ...more },
    stdio: ["inherit", "inherit", "inherit"],
  });
  return await child.exited;
}
