/** What a PostgreSQL database has, for programs that do not know its version yet. */
import type { Connection } from "./connection.ts";
import { plain } from "./statement.ts";

export async function hasTable(connection: Connection, name: string): Promise<boolean> {
  const { rows } = await connection.query({ text: "select to_regclass($1)::text as name", values: [name] });
  return Boolean(rows[0]?.name);
}

export interface RunningServer {
  name: string;
  version: string;
  /** How many migrations it knows; null if its version did not record that yet. */
  schema: number | null;
}

/** The servers whose leases are valid, by their names. The table `nodes` must exist. */
export async function listServers(connection: Connection): Promise<RunningServer[]> {
  const { rows: columns } = await connection.query(
    plain("select 1 from pg_attribute where attrelid = to_regclass('nodes') and attname = 'schema_number' and not attisdropped"),
  );
  const schema = columns.length > 0 ? "schema_number" : "null::bigint";
  const { rows } = await connection.query(
    plain(
      `select name, version, ${schema} as schema from nodes where expires_at > extract(epoch from clock_timestamp()) * 1000 order by name`,
    ),
  );
  return rows.map((row) => ({
    name: String(row.name),
    version: String(row.version),
    schema: row.schema === null ? null : Number(row.schema),
  }));
}
