/**
 * Translates a migration from SQLite's dialect to PostgreSQL's. It understands what the files in migrations/ use, and
 * refuses what it does not know. A migration that it cannot translate has a file NNNN.pg.sql beside it.
 */

/** Syntax of SQLite that has no translation here. */
const UNKNOWN =
  /\b(?:autoincrement|insert\s+or|replace\s+into|pragma|rowid|glob|strftime|unixepoch|json_\w+|ifnull|iif|printf|randomblob|real|any)\b/i;

/** @throws Error naming what cannot be translated */
export function toPostgres(text: string): string {
  const { bare, put } = takeStrings(text);
  const translated = bare
    .replace(/\)\s*(?:strict|without\s+rowid)(?:\s*,\s*(?:strict|without\s+rowid))*\s*;/gi, ");")
    .replace(/\bwithout\s+rowid\b/gi, "")
    // Columns sort by their bytes, as on SQLite; a managed server chooses the collation of the database.
    .replace(/([(,]\s*|\bcolumn\s+)("?\w+"?)\s+text\b/gi, '$1$2 text collate "C"')
    .replace(/\binteger\b/gi, "bigint")
    .replace(/\bblob\b/gi, "bytea")
    .replace(/\bdrop\s+table\s+(\w+)\s*;\s*alter\s+table\s+\1_new\s+rename\s+to\s+\1\s*;/gi, (_, table: string) => exchange(table))
    .replace(
      /create\s+trigger\s+(\w+)\s+before\s+(update|delete)\s+on\s+(\w+)\s+begin\s+select\s+raise\s*\(\s*abort\s*,\s*(\uE000\d+\uE000)\s*\)\s*;\s*end\s*;/gi,
      (_, name: string, event: string, table: string, message: string) =>
        `create function ${name}() returns trigger language plpgsql as $$ begin raise exception using message = ${message}, errcode = 'check_violation'; end $$;\n` +
        `create trigger ${name} before ${event} on ${table} for each row execute function ${name}();`,
    );
  const unknown = UNKNOWN.exec(translated) ?? /create\s+trigger(?![^;]*execute function)/i.exec(translated);
  if (unknown) throw new Error(`"${unknown[0]}" has no translation for PostgreSQL`);
  return put(translated);
}

/**
 * The last steps of rebuilding a table. SQLite does them with foreign keys off, and other tables refer to the table by its
 * name. PostgreSQL drops their foreign keys with the table, so they are noted first and added again; and what is called
 * after the table's temporary name gets its own.
 */
function exchange(table: string): string {
  return `create temporary table engine_keys on commit drop as
  select conrelid::regclass::text as child, conname::text as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and confrelid = '${table}'::regclass and conrelid <> '${table}'::regclass;
drop table ${table} cascade;
alter table ${table}_new rename to ${table};
do $$ declare found record; begin
  for found in select * from engine_keys loop
    execute format('alter table %s add constraint %I %s', found.child, found.name, found.definition);
  end loop;
  for found in select conname::text as name from pg_constraint where conrelid = '${table}'::regclass and conname like '${table}\\_new\\_%' loop
    execute format('alter table ${table} rename constraint %I to %I', found.name, overlay(found.name placing '' from ${table.length + 1} for 4));
  end loop;
end $$;
drop table engine_keys;`;
}

/** Replaces strings with placeholders and removes comments, so that no rule changes a text. */
function takeStrings(text: string): { bare: string; put: (translated: string) => string } {
  const strings: string[] = [];
  const bare = text.replace(/--[^\n]*|'(?:[^']|'')*'/g, (found) =>
    found.startsWith("--") ? "" : `\uE000${strings.push(found) - 1}\uE000`,
  );
  return {
    bare: bare.replace(/[ \t]+$/gm, "").replace(/\n{2,}/g, "\n"),
    put: (translated) => translated.replace(/\uE000(\d+)\uE000/g, (_, index: string) => strings[Number(index)] ?? ""),
  };
}
