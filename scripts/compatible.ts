/**
 * Checks migrations that say in their first line that the version before can work with the result
 * (docs/recipes.md#a-table). Servers of that version keep running while such a migration is applied.
 */
import { COMPATIBLE } from "../src/server/platform/storage/migrations.ts";

/** Each kind of statement that adds something, and what it may not contain. */
const ADDITIONS: readonly { fits: RegExp; refuses?: RegExp; reason?: string }[] = [
  { fits: /^create table \w+ \(/ },
  { fits: /^create index / },
  { fits: /^drop index / },
  {
    fits: /^alter table \w+ add column /,
    refuses: /\b(?:unique|primary key|generated)\b|\bnot null\b(?!.*\bdefault\b)(?<!\bdefault\b.*)/,
    reason: "a new column must be nullable or have a default, because the version before does not fill it",
  },
];

const TRIGGER = /create trigger \w+ after (?:update of [\w, ]+|delete) on (\w+)\s[^;]*?\bbegin\s([\s\S]*?)\bend;/gi;

function statementsOf(text: string): string[] {
  const parts = text.split(";").map((one) => one.trim().replace(/\s+/g, " ").toLowerCase());
  return parts.filter((one) => one !== "");
}

/** @throws Error naming what the version before could not work with */
export function checkCompatible(text: string): void {
  if (!COMPATIBLE.test(text)) return;
  const bare = text.replace(/'(?:[^']|'')*'/g, "''").replace(/--[^\n]*/g, "");
  const statements = statementsOf(bare.replace(TRIGGER, ""));
  const made = new Set(statements.flatMap((one) => /^create table (\w+)/.exec(one)?.[1] ?? []));
  for (const [, table = "", body = ""] of bare.matchAll(TRIGGER)) checkTrigger(table.toLowerCase(), statementsOf(body), made);
  for (const statement of statements) {
    // Nobody uses a new table yet, so it may be filled, and its indexes may be unique.
    const target = /^(?:insert into|create unique index \w+ on) (\w+)/.exec(statement)?.[1];
    const kind = ADDITIONS.find(({ fits }) => fits.test(statement));
    if (!kind && !(target && made.has(target))) {
      throw new Error(`it says that it is compatible with the version before, but "${statement.slice(0, 60)}" is not an addition`);
    }
    if (kind?.refuses?.test(statement)) throw new Error(`"${statement.slice(0, 60)}": ${kind.reason}`);
    if (/\breferences \w+ \(\w+\)(?! on delete (?:cascade|set null))/.test(statement)) {
      throw new Error(
        `"${statement.slice(0, 60)}": a foreign key must have "on delete cascade" or "on delete set null", because the version before deletes what it refers to without knowing it`,
      );
    }
  }
}

/** A trigger also acts on the writes of the version before. It may copy rows into new tables, and change the table that it is on. */
function checkTrigger(table: string, statements: readonly string[], made: ReadonlySet<string>): void {
  for (const statement of statements) {
    const target = /^insert into (\w+)/.exec(statement)?.[1];
    if ((target && made.has(target)) || statement.startsWith(`update ${table} `)) continue;
    throw new Error(`"${statement.slice(0, 60)}": a trigger may only write into new tables and change the table that it is on`);
  }
}
