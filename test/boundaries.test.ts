/** The rules of CONTRIBUTING.md: a violation of each is found, and the sources break none. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findCaughtStatements, findCircles, findViolations, SUBJECTS } from "./boundaries.ts";

const ROOT = join(import.meta.dir, "..");
const NO_ENV = "lint/style/noProcessEnv";

/** A path, and code that is not allowed there. */
const VIOLATIONS: [path: string, code: string][] = [
  ["src/contract/a.ts", 'import "../server/app.ts";'],
  ["src/contract/b.ts", 'import type { X } from "../web/api.ts"; export type Y = X;'],
  ["src/contract/c.ts", 'import { z } from "zod"; export const x = z.string();'],
  ["src/contract/d.ts", 'export { x } from "./agent.schema.ts";'],
  ["src/contract/calls/g.ts", 'import { type x, y } from "../agent.schema.ts"; export const z: typeof x = y;'],
  ["src/contract/e.schema.ts", 'import { x } from "../server/agents/limits.ts"; export const y = x;'],
  ["src/contract/f.ts", 'import { join } from "node:path"; export const y = join;'],
  ["src/web/a.tsx", 'import type { X } from "../server/app.ts"; export type Y = X;'],
  ["src/web/b.tsx", 'import { x } from "../widget/socket.ts"; export const y = x;'],
  ["src/web/pages/c.tsx", 'export const y = () => import("../../server/app.ts");'],
  ["src/web/d.tsx", 'import { Elysia } from "elysia"; export const y = Elysia;'],
  ["src/widget/a.ts", 'import type { X } from "../server/app.ts"; export type Y = X;'],
  ["src/widget/frame/b.ts", 'import { x } from "../../web/api.ts"; export const y = x;'],
  ["src/widget/c.ts", 'import { z } from "zod"; export const x = z;'],
  ["src/widget/d.ts", 'import { x } from "../contract/agent.schema.ts"; export const y = x;'],
  ["src/server/platform/a.ts", 'import type { X } from "../agents/book.ts"; export type Y = X;'],
  ["src/server/platform/b.ts", 'export * from "../agents/book.ts";'],
  ["src/server/platform/c.ts", 'export const y = () => import("../agents/book.ts");'],
  ["src/server/platform/d.ts", 'import { x } from "../../web/api.ts"; export const y = x;'],
  ["src/server/agents/a.ts", 'import { x } from "../../web/api.ts"; export const y = x;'],
  ["src/server/agents/b.ts", 'import type { X } from "../../widget/socket.ts"; export type Y = X;'],
  ["src/server/agents/c.ts", 'import { Elysia } from "elysia"; export const y = Elysia;'],
  ["src/server/agents/d.ts", 'import { Database } from "bun:sqlite"; export const y = Database;'],
  ["src/server/agents/e.ts", 'import { sql } from "../platform/storage/db.ts"; export const y = sql;'],
  ["src/server/agents/f.ts", 'import { x } from "../plans/routes.ts"; export const y = x;'],
  ["src/server/agents/g.ts", 'import { x } from "../cli/serve.ts"; export const y = x;'],
  ["src/server/agents/h.ts", 'import { x } from "../app.ts"; export const y = x;'],
  ["src/server/agents/routes.ts", 'import { x } from "../../web/api.ts"; export const y = x;'],
  ["src/server/plans/routes.ts", 'import { Database } from "bun:sqlite"; export const y = Database;'],
  ["src/server/replies/routes.ts", 'import { x } from "../plans/routes.ts"; export const y = x;'],
  ["src/server/settings/routes.ts", 'import { sql } from "../platform/storage/db.ts"; export const y = sql;'],
  ["src/server/agents/store.ts", 'import { Database } from "bun:sqlite"; export const y = Database;'],
  ["src/server/plans/store.ts", 'import { Elysia } from "elysia"; export const y = Elysia;'],
  ["src/server/accounts/store.ts", 'import { x } from "../agents/store.ts"; export const y = x;'],
  ["src/server/replies/store.ts", 'import { x } from "../../web/api.ts"; export const y = x;'],
  ["src/server/replies/more-store.ts", 'import { x } from "../agents/store.ts"; export const y = x;'],
  ["src/server/plans/limits.ts", 'import { x } from "./store.ts"; export const y = x;'],
  ["src/server/replies/prompt.ts", 'import type { X } from "../platform/storage/db.ts"; export type Y = X;'],
  ["src/server/cli/a.ts", 'import { x } from "../../web/api.ts"; export const y = x;'],
  ["src/server/cli/b.ts", 'import { x } from "../agents/routes.ts"; export const y = x;'],
  ["src/server/agents/m.ts", 'import { type ReservedSQL, SQL } from "bun"; export const y = SQL;'],
  ["src/server/cli/c.ts", 'import { Database } from "bun:sqlite"; export const y = Database;'],
  ["src/server/main.ts", 'import { x } from "./agents/book.ts"; export const y = x;'],
  ["src/server/app.ts", 'import { Database } from "bun:sqlite"; export const y = Database;'],
  ["src/server/agents/env4.ts", 'import { env } from "node:process"; export const y = env.HOME;'],
  ["src/server/knowledge/h.ts", 'import type { X } from "../agents/book.ts"; export type Y = X;'],
  ["src/server/accounts/i.ts", 'export const load = () => import("../users/present.ts");'],
  ["src/server/plans/j.ts", 'export { fitAgents } from "../terms/fit.ts";'],
  ["src/server/agents/entries/k.ts", 'import { x } from "../../replies/hub.ts"; export const y = x;'],
  ["src/server/agents/l.ts", 'import {\n  x,\n  y,\n} from "../payments/store.ts"; export const z = [x, y];'],
  ["src/server/app.ts", 'import { x } from "./cli/serve.ts"; export const y = x;'],
];

/** Imports that the rules allow. */
const ALLOWED: [string, string][] = [
  ["src/contract/ok.schema.ts", 'import { z } from "zod"; import { x } from "./ok.ts"; export const y = z.literal(x);'],
  ["src/contract/ok.ts", "export const x = 1;"],
  [
    "src/contract/calls/ok.ts",
    'import type { z } from "zod"; import type { x } from "../agent.schema.ts"; export type Y = z.input<typeof x>;',
  ],
  ["src/web/ok.tsx", 'import { y } from "../contract/ok.schema.ts"; export const w = y;'],
  ["src/widget/ok.ts", 'import { x } from "../contract/ok.ts"; export const y = x;'],
  [
    "src/server/platform/ok.ts",
    'import { Database } from "bun:sqlite"; import { x } from "../../contract/ok.ts"; export const y = [Database, x];',
  ],
  [
    "src/server/knowledge/ok.ts",
    'import { x } from "../plans/limits.ts"; import type { Db } from "../platform/storage/db.ts"; export const y: [Db, number] = x;',
  ],
  [
    "src/server/knowledge/store.ts",
    'import { sql } from "../platform/storage/db.ts"; import { x } from "../../contract/ok.ts"; export const y = [sql`select 1`, x];',
  ],
  [
    "src/server/knowledge/routes.ts",
    'import { Elysia } from "elysia"; import { y } from "./ok.ts"; export const z = new Elysia().decorate("y", y);',
  ],
  ["src/server/models/limits.ts", 'import { x } from "../../contract/ok.ts"; export const y = x;'],
  ["src/server/cli/ok.ts", 'import { createApp } from "../app.ts"; export const y = createApp;'],
];

describe("the import rules", () => {
  test.each(VIOLATIONS)("refuse in %s: %s", (path, code) => {
    expect(findViolations(new Map([[path, code]]))).not.toEqual([]);
  });

  test.each(ALLOWED)("allow in %s: %s", (path, code) => {
    expect(findViolations(new Map([[path, code]]))).toEqual([]);
  });

  test("refuse circular imports, of types too", () => {
    const files = new Map([
      ["src/server/agents/a.ts", 'import type { B } from "./b.ts"; export type A = B;'],
      ["src/server/agents/b.ts", 'import { c } from "./c.ts"; export type B = typeof c;'],
      ["src/server/agents/c.ts", 'import { type A } from "./a.ts"; export const c: A | null = null;'],
      ["src/server/agents/d.ts", 'import { c } from "./c.ts"; export const d = c;'],
    ]);
    expect(findCircles(files)).toEqual([["src/server/agents/a.ts", "src/server/agents/b.ts", "src/server/agents/c.ts"]]);
    files.delete("src/server/agents/b.ts");
    expect(findCircles(files)).toEqual([]);
  });
});

/** Code that catches a statement's error in a transaction's body, and code that catches the error of a whole transaction. */
const CAUGHT = [
  "await db.transaction(async (tx) => {\n  try {\n    await insertThing(tx, id);\n  } catch (error) {\n    return false;\n  }\n});",
  "async function add(tx: Tx) {\n  try {\n    return await tx.run(statement);\n  } catch {\n    return 0;\n  }\n}",
  "await db.transaction(async (tx) => {\n  await insertThing(tx, id).catch(() => null);\n});",
  "await db.transaction(async (tx) => {\n  await Promise.allSettled(ids.map((id) => insertThing(tx, id)));\n});",
];
const NOT_CAUGHT = [
  "try {\n  await db.transaction(async (tx) => {\n    await insertThing(tx, id);\n  });\n} catch (error) {\n  throw conflict(error);\n}",
  "await db.transaction((tx) => insertThing(tx, id)).catch(() => null);",
];

test.each(CAUGHT)("a transaction that catches the error of a statement is found: %s", (code) => {
  expect(findCaughtStatements(new Map([["src/server/a.ts", code]]))).toHaveLength(1);
});

test.each(NOT_CAUGHT)("the error of a whole transaction may be caught: %s", (code) => {
  expect(findCaughtStatements(new Map([["src/server/a.ts", code]]))).toEqual([]);
});

/** Source files of a folder, as paths from the root. */
function sourcesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes("/generated/"));
}

describe("in the sources", () => {
  const files = new Map(sourcesOf("src").map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));

  test("no import breaks a rule", () => {
    expect(files.size).toBeGreaterThan(300);
    expect(findViolations(files)).toEqual([]);
  });

  test("no transaction catches the error of one of its statements", () => {
    const server = new Map(
      [...files].filter(([path]) => path.startsWith("src/server/") && !path.startsWith("src/server/platform/storage/")),
    );
    expect(findCaughtStatements(server)).toEqual([]);
  });

  test("no imports are circular", () => {
    expect(findCircles(files)).toEqual([]);
  });

  test("every folder of the server is a subject with a position in the order, and the table in CONTRIBUTING.md lists them all", () => {
    const folders = readdirSync(join(ROOT, "src/server"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = new Set<string>([...SUBJECTS, "cli", "generated"]);
    expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    const [, picture = ""] =
      /<!-- subjects -->([\s\S]*?)<!-- \/subjects -->/.exec(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8")) ?? [];
    const shown = [...picture.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    expect(shown).toEqual([...SUBJECTS].reverse());
  });

  test("each table is used only in the stores of its own folder", () => {
    const schema = readdirSync(join(ROOT, "migrations")).map((name) => readFileSync(join(ROOT, "migrations", name), "utf8"));
    const tables = [...schema.join("\n").matchAll(/create table (\w+)/g)].map(([, name = ""]) => name);
    expect(tables.length).toBeGreaterThan(10);
    const uses = new Map(tables.map((table) => [table, new Set<string>()]));
    for (const path of sourcesOf("src/server")) {
      const code = readFileSync(join(ROOT, path), "utf8");
      for (const table of tables) {
        const statement = new RegExp(String.raw`\b(?:from|join|insert into|update|delete from|table)\s+${table}\b(?=[\s(,;\x60)])`);
        // Search only inside tagged statements: a comment may contain "from settings".
        for (const [, text = ""] of code.matchAll(/\bsql`([^`]*)/g)) if (statement.test(`${text}\``)) uses.get(table)?.add(path);
      }
    }
    // Make sure that the search itself works: without matches, no violation would be found.
    expect([...uses.values()].filter((files) => files.size > 0).length).toBeGreaterThan(8);
    const shared = [...uses].filter(([, files]) => new Set([...files].map((path) => dirname(path))).size > 1);
    expect(shared.map(([table, files]) => `${table}: ${[...files].join(", ")}`)).toEqual([]);
    const outside = [...uses.values()].flatMap((files) => [...files]).filter((path) => !/\/(\w+-)?store\.ts$/.test(path));
    expect(outside).toEqual([]);
  });
});

const ENVIRONMENT: [path: string, code: string, rule: string][] = [
  ["src/server/agents/env1.ts", "export const y = process.env.HOME;", NO_ENV],
  ["src/server/agents/env2.ts", "export const y = Bun.env.HOME;", "plugin"],
  ["src/server/agents/env3.ts", "export const y = import.meta.env.HOME;", "plugin"],
  ["src/server/agents/env5.ts", "const { env } = Bun; export const y = env.HOME;", "plugin"],
  ["src/server/platform/env6.ts", "export const y = process.env.HOME;", NO_ENV],
];

describe("the linter reports a read of the environment", () => {
  let folder: string;
  let reported: Map<string, string[]>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sapa-boundaries-"));
    const config = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    // The folder is not a repository, and the schema's path is relative.
    writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }));
    mkdirSync(join(folder, "scripts"));
    cpSync(join(ROOT, "scripts/environment.grit"), join(folder, "scripts/environment.grit"));
    const allowed = ["src/server/platform/config-environment.ts", "export const y = process.env;"] as const;
    for (const [path, code] of [...ENVIRONMENT, allowed]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${code}\n`);
    }
    reported = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(ENVIRONMENT)("in %s: %s", (path, _code, rule) => {
    expect(reported.get(path) ?? []).toContain(rule);
  });

  test("but not in the one file that may read it", () => {
    expect(reported.get("src/server/platform/config-environment.ts") ?? []).not.toContain(NO_ENV);
  });
});

/** The rules that each file breaks, as Biome reports them for a folder. */
function lint(folder: string): Map<string, string[]> {
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const run = Bun.spawnSync([process.execPath, biome, "lint", "--reporter=json", "--max-diagnostics=none"], { cwd: folder });
  const report = JSON.parse(run.stdout.toString()) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  const rules = new Map<string, string[]>();
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === "string" ? location.path : location.path.file;
    rules.set(path, [...(rules.get(path) ?? []), category]);
  }
  return rules;
}
