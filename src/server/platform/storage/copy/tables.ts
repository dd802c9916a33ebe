/**
 * The tables of the schema, in foreign-key order. The only list of them: it is read from a database in memory that the
 * migrations make, so a new table is in it by itself. Both engines have the same tables (test/postgres/schema.test.ts).
 */
import { Database } from "bun:sqlite";
import { MIGRATIONS } from "../../../generated/migrations.ts";
import { MIGRATIONS_TABLE, type Migration } from "../migrations.ts";

export interface Table {
  name: string;
  columns: { name: string; isText: boolean }[];
  /** The columns of the primary key, in its order. */
  key: string[];
}

interface Column {
  name: string;
  type: string;
  /** The column's place in the primary key, from 1; 0: it does not belong to it. */
  pk: number;
}

/** @param version how many migrations have been applied. @returns each table after those that its foreign keys name */
export function listTables(version = MIGRATIONS.length, migrations: readonly Migration[] = MIGRATIONS): Table[] {
  const database = new Database(":memory:");
  try {
    database.exec("pragma foreign_keys = off");
    database.exec(MIGRATIONS_TABLE);
    for (const { text } of migrations.slice(0, version)) database.exec(text);
    const names = database
      .query<{ name: string }, []>(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
      )
      .all()
      .map(({ name }) => name);
    return parentsFirst(database, names).map((name) => readTable(database, name));
  } finally {
    database.close(true);
  }
}

function parentsFirst(database: Database, names: readonly string[]): string[] {
  const ordered = new Set<string>();
  const add = (table: string) => {
    const parents = database.query<{ table: string }, []>(`pragma foreign_key_list("${table}")`).all();
    for (const parent of parents) if (parent.table !== table && !ordered.has(parent.table)) add(parent.table);
    ordered.add(table);
  };
  for (const name of names) add(name);
  return [...ordered];
}

function readTable(database: Database, name: string): Table {
  const found = database.query<Column, []>(`pragma table_xinfo("${name}")`).all();
  const key = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new Error(`${name} has no primary key, so its rows have no order in which they could be compared`);
  const columns = found.map((column) => {
    const type = column.type.toLowerCase();
    if (type !== "text" && type !== "integer") throw new Error(`${name}.${column.name} has the type ${type}, which cannot be copied yet`);
    return { name: column.name, isText: type === "text" };
  });
  return { name, columns, key: key.map((column) => column.name) };
}

/**
 * Removes what belongs to the processes that serve an installation, for both engines. Empty for a schema without them. The
 * first server refunds open turns that belong to no process.
 */
export function withoutNodes(tables: readonly Table[]): string {
  if (!tables.some(({ name }) => name === "nodes")) return "";
  return "update turns set node_id = null where node_id is not null; delete from conversation_owners; delete from nodes;";
}

/** `"a", "b"` */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** All rows in the order of the primary key, which is the same on both engines: texts are compared by their bytes. */
export function selectAll({ name, columns, key }: Table): string {
  return `select ${quoted(columns.map((column) => column.name))} from "${name}" order by ${quoted(key)}`;
}
