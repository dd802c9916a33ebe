/** Which uploaded files a copy of the database knows. */
import { SqliteSource } from "../platform/storage/copy/sqlite-side.ts";
import { listTables } from "../platform/storage/copy/tables.ts";
import { DatabaseTooNew, MigrationChanged } from "../platform/storage/migrations.ts";

/** The hashes of the files that a database file knows. It may have an earlier schema. A later one cannot be read, only copied. */
export function hashesIn(path: string): string[] {
  const source = openIfKnown(path);
  if (!source) return [];
  try {
    const table = listTables(source.version).find(({ name }) => name === "files");
    const hash = table?.columns.findIndex(({ name }) => name === "hash") ?? -1;
    return table ? [...source.rows(table)].map((row) => String(row[hash])) : [];
  } finally {
    source.close();
  }
}

function openIfKnown(path: string): SqliteSource | null {
  try {
    return new SqliteSource(path);
  } catch (error) {
    if (error instanceof DatabaseTooNew || error instanceof MigrationChanged) return null;
    throw error;
  }
}
