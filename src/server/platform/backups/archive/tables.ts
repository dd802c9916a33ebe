import { Database } from "bun:sqlite";

/** How many rows each table of a database file has. Nothing else may write to the file. */
export function countTables(path: string): Record<string, number> {
  const database = new Database(path, { readonly: true });
  try {
    const tables = database
      .query<{ name: string }, []>(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
      )
      .all();
    const count = (name: string) =>
      database.query<{ n: number }, []>(`select count(*) as n from "${name.replaceAll('"', '""')}"`).get()?.n ?? 0;
    return Object.fromEntries(tables.map(({ name }) => [name, count(name)]));
  } finally {
    database.close(true);
  }
}
