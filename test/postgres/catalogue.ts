/** The catalogue of a database, in a form that is the same for both engines. */
import type { Database } from "bun:sqlite";
import type { SQL } from "bun";

/** Sorted lines, such as "column agents.name text not null default ''". */
export type Catalogue = string[];

interface SqliteColumn {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

export function listSqliteTables(database: Database): string[] {
  return database
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== "schema_migrations");
}

/** Tables, columns, keys, uniques, foreign keys, indexes and triggers; `readChecks` has the expressions. */
export function readSqlite(database: Database): Catalogue {
  const lines: Catalogue = [];
  for (const table of listSqliteTables(database)) {
    const columns = database.query<SqliteColumn, []>(`pragma table_xinfo("${table}")`).all();
    for (const { name, type, notnull, dflt_value, pk } of columns) {
      lines.push(columnLine(table, name, type.toLowerCase(), notnull === 1 || pk > 0, dflt_value));
    }
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    lines.push(`primary key ${table} (${key.map(({ name }) => name)})`);
    lines.push(...readSqliteIndexes(database, table), ...readSqliteForeignKeys(database, table));
  }
  const triggers = database.query<{ name: string; tbl_name: string }, []>(
    "select name, tbl_name from sqlite_schema where type = 'trigger'",
  );
  for (const { name, tbl_name } of triggers.all()) lines.push(`trigger ${name} on ${tbl_name}`);
  return lines.sort();
}

function readSqliteIndexes(database: Database, table: string): Catalogue {
  type Index = { name: string; unique: number; origin: string; partial: number };
  return database
    .query<Index, []>(`pragma index_list("${table}")`)
    .all()
    .filter(({ origin }) => origin !== "pk")
    .map(({ name, unique, origin, partial }) => {
      const columns = database
        .query<{ name: string | null; desc: number; key: number }, []>(`pragma index_xinfo("${name}")`)
        .all()
        .filter(({ key }) => key === 1)
        .map((column) => `${column.name ?? "expression"}${column.desc ? " desc" : ""}`);
      return indexLine(table, origin === "u" ? null : name, unique === 1, columns, partial === 1);
    });
}

function readSqliteForeignKeys(database: Database, table: string): Catalogue {
  type Part = { id: number; seq: number; table: string; from: string; to: string; on_update: string; on_delete: string };
  const parts = database.query<Part, []>(`pragma foreign_key_list("${table}")`).all();
  return [...Map.groupBy(parts, ({ id }) => id).values()].map((key) => {
    const ordered = key.sort((a, b) => a.seq - b.seq);
    const [first] = ordered;
    return `foreign key ${table} (${ordered.map(({ from }) => from)}) references ${first?.table} (${ordered.map(({ to }) => to)}) on update ${first?.on_update.toLowerCase()} on delete ${first?.on_delete.toLowerCase()}`;
  });
}

const TYPES: Readonly<Record<string, string>> = { bigint: "integer", text: "text", bytea: "blob" };
const ACTIONS: Readonly<Record<string, string>> = { a: "no action", r: "restrict", c: "cascade", n: "set null", d: "set default" };

/** The engine's own tables are not part of it. */
export async function readPostgres(sql: SQL, own: readonly string[]): Promise<Catalogue> {
  const lines: Catalogue = [];
  const isOwn = (table: string) => own.includes(table) || table === "schema_migrations";
  const columns = await sql.unsafe(`
    select table_name as "table", column_name as name, data_type as type, is_nullable = 'NO' as required, column_default as value, collation_name as collation
    from information_schema.columns where table_schema = 'public'`);
  for (const { table, name, type, required, value, collation } of columns) {
    if (isOwn(table)) continue;
    const wrong = type === "text" && collation !== "C" ? ` collate ${collation}` : "";
    lines.push(columnLine(table, name, `${TYPES[type] ?? type}${wrong}`, required, value?.replace(/::(?:text|bigint|"C")/g, "") ?? null));
  }
  const indexes = await sql.unsafe(`
    select t.relname as "table", i.relname as name, x.indisunique as is_unique, x.indisprimary as is_primary, x.indpred is not null as is_partial,
      c.conname is not null as is_constraint,
      (select json_agg(coalesce(a.attname, 'expression') || case when x.indoption[k.n - 1] & 1 = 1 then ' desc' else '' end order by k.n)
        from unnest(x.indkey) with ordinality k(attnum, n) left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
    where t.relnamespace = 'public'::regnamespace`);
  for (const { table, name, is_unique, is_primary, is_partial, is_constraint, columns: names } of indexes) {
    if (isOwn(table)) continue;
    if (is_primary) lines.push(`primary key ${table} (${names})`);
    else lines.push(indexLine(table, is_constraint ? null : name, is_unique, names, is_partial));
  }
  const keys = await sql.unsafe(`
    select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as parent, c.confupdtype::text as updated, c.confdeltype::text as deleted,
      (select json_agg(a.attname order by k.n) from unnest(c.conkey) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as "from",
      (select json_agg(a.attname order by k.n) from unnest(c.confkey) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as "to"
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
  for (const { table, parent, updated, deleted, from, to } of keys) {
    lines.push(`foreign key ${table} (${from}) references ${parent} (${to}) on update ${ACTIONS[updated]} on delete ${ACTIONS[deleted]}`);
  }
  const triggers = await sql.unsafe(`select tgname as name, tgrelid::regclass::text as "table" from pg_trigger where not tgisinternal`);
  for (const { name, table } of triggers) lines.push(`trigger ${name} on ${table}`);
  return lines.sort();
}

/** The expressions of checks and of partial indexes, as PostgreSQL writes them. */
export async function readExpressions(sql: SQL, own: readonly string[]): Promise<Catalogue> {
  const rows = await sql.unsafe(`
    select conrelid::regclass::text as "table", 'check ' || pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
    union all
    select x.indrelid::regclass::text, 'index ' || i.relname || ' where ' || pg_get_expr(x.indpred, x.indrelid) from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indpred is not null and i.relnamespace = 'public'::regnamespace`);
  return rows
    .filter(({ table }: { table: string }) => !own.includes(table))
    .map(({ table, text }: { table: string; text: string }) => `${table}: ${text}`)
    .sort();
}

function columnLine(table: string, name: string, type: string, isRequired: boolean, value: string | null): string {
  return `column ${table}.${name} ${type}${isRequired ? " not null" : ""}${value === null ? "" : ` default ${value}`}`;
}

function indexLine(table: string, name: string | null, isUnique: boolean, columns: readonly string[], isPartial: boolean): string {
  return `${isUnique ? "unique " : ""}index ${name ?? "(of a constraint)"} on ${table} (${columns})${isPartial ? " partial" : ""}`;
}
