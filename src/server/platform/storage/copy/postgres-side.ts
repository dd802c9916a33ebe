/**
 * PostgreSQL as a side of a copy. Each side is one transaction: a source reads one snapshot, and a target is either
 * complete or as it was before.
 */
import { MIGRATIONS } from "../../../generated/migrations.ts";
import { DataFolderInUse } from "../lock.ts";
import { findPending } from "../migrations.ts";
import type { DatabaseAddress } from "../postgres/address.ts";
import { hasTable, listServers } from "../postgres/catalogue.ts";
import { OWN_TABLE_NAMES } from "../postgres/commits.ts";
import { Connection } from "../postgres/connection.ts";
import { applyAll, lockSchema, readApplied, requireUtf8 } from "../postgres/migrate.ts";
import { plain } from "../postgres/statement.ts";
import { type CopyMark, MARK_TABLE } from "./mark.ts";
import { findMark, putMark, removeMark } from "./postgres-mark.ts";
import type { Source, Target } from "./side.ts";
import { listTables, quoted, selectAll, type Table, withoutNodes } from "./tables.ts";

/** What is known about a database when its transaction begins. */
export interface Found {
  /** The number of migrations; 0 for a database without tables. */
  version: number;
  mark: CopyMark | null;
}

/** One connection with one transaction. */
export class PostgresSide {
  readonly name: string;

  protected constructor(
    protected readonly connection: Connection,
    address: DatabaseAddress,
    readonly found: Found,
  ) {
    this.name = String(address);
  }

  async count({ name }: Table): Promise<number> {
    const { rows } = await this.connection.query(plain(`select count(*) as n from "${name}"`));
    return Number(rows[0]?.n);
  }

  read(table: Table): AsyncGenerator<Uint8Array> {
    return this.connection.copyOut(`copy (${selectAll(table)}) to stdout`);
  }

  async commit(): Promise<void> {
    const { command } = await this.connection.query(plain("commit"));
    if (command !== "COMMIT") throw new Error(`PostgreSQL answered ${command} to the commit`);
  }

  /** PostgreSQL takes back what was not committed. */
  close(): void {
    this.connection.close();
  }
}

export class PostgresSource extends PostgresSide implements Source {
  /** Keeps starting servers away while the source is read alone. */
  private guard: Connection | null = null;

  get version(): number {
    return this.found.version;
  }

  /** Reads what is stored now, also while servers are running. @throws ConnectionLost, DatabaseTooNew, MigrationChanged, MigrationFailed */
  static async readSnapshot(address: DatabaseAddress): Promise<PostgresSource> {
    return PostgresSource.open(address, async (connection) => {
      await connection.query(plain("begin isolation level repeatable read, read only"));
    });
  }

  /**
   * Reads a database that nothing else changes until `close`: servers and commands that try it wait, and are refused.
   * @throws DataFolderInUse if servers are using it
   */
  static async readAlone(address: DatabaseAddress): Promise<PostgresSource> {
    // A connection of its own, because the first question of the source's transaction begins its snapshot.
    const guard = await Connection.open(address, { isPatient: true });
    try {
      await guard.query(plain("begin"));
      await lockSchema(guard);
      const { version } = await look(guard);
      // Before the writes of servers have to wait for the locks.
      await refuseWhileServed(guard, address);
      const source = await PostgresSource.open(address, async (connection) => {
        await connection.query(plain("begin isolation level repeatable read"));
        // These locks come before the snapshot, which then contains everything that was committed before them.
        if (version > 0) await lockAlone(connection, address, version);
      });
      source.guard = guard;
      return source;
    } catch (error) {
      guard.close();
      throw error;
    }
  }

  private static async open(address: DatabaseAddress, begin: (connection: Connection) => Promise<void>): Promise<PostgresSource> {
    const connection = await Connection.open(address, { isPatient: true });
    try {
      await begin(connection);
      return new PostgresSource(connection, address, await look(connection));
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** For a source that is read alone: in the same transaction, so that nothing can have changed in between. */
  async markAsMoved(mark: CopyMark): Promise<void> {
    await putMark(this.connection, mark);
    await this.commit();
  }

  override close(): void {
    super.close();
    this.guard?.close();
  }
}

export class PostgresTarget extends PostgresSide implements Target {
  private again: string[] = [];

  /**
   * Begins the transaction. Nothing is changed before `prepare`, but nothing else can change what is there any more.
   * @throws DataFolderInUse if servers are using it; ConnectionLost, DatabaseTooNew, MigrationChanged, MigrationFailed
   */
  static async open(address: DatabaseAddress): Promise<PostgresTarget> {
    const connection = await Connection.open(address, { isPatient: true });
    try {
      await connection.query(plain("begin"));
      await requireUtf8(connection);
      await lockSchema(connection);
      const found = await look(connection);
      if (found.version > 0) await lockAlone(connection, address, found.version);
      return new PostgresTarget(connection, address, found);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Removes the tables that are there, and makes those of `version`. */
  async prepare(version: number, mark: CopyMark): Promise<void> {
    const { connection } = this;
    if (this.found.version > 0) await dropEverything(connection, this.found.version);
    await applyAll(connection, MIGRATIONS.slice(0, version), { oldest: version });
    await putMark(connection, mark);
    // Rows that the migrations have made.
    await connection.runScript(`truncate ${quoted(listTables(version).map(({ name }) => name))}`);
    await this.dropKeys();
  }

  async write({ name, columns }: Table, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    await this.connection.copyIn(`copy "${name}" (${quoted(columns.map((column) => column.name))}) from stdin`, pieces);
  }

  async complete(): Promise<void> {
    for (const text of this.again.splice(0)) await this.connection.runScript(text);
  }

  async forgetNodes(version: number): Promise<void> {
    await this.connection.runScript(withoutNodes(listTables(version)));
  }

  /** Filling a table first is several times faster, and lets rows of a table refer to each other in any order. */
  private async dropKeys(): Promise<void> {
    const { rows: keys } = await this.connection.query(
      plain(`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`),
    );
    const { rows: indexes } = await this.connection.query(
      plain(`select format('drop index %s', x.indexrelid::regclass) as drop, pg_get_indexdef(x.indexrelid) as make
        from pg_index x join pg_class i on i.oid = x.indexrelid
        where i.relnamespace = current_schema()::regnamespace and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`),
    );
    for (const { drop } of [...keys, ...indexes]) await this.connection.runScript(String(drop));
    this.again = [...indexes, ...keys].map(({ make }) => String(make));
  }
}

/** @throws MigrationFailed if the database belongs to another program; DatabaseTooNew, MigrationChanged */
async function look(connection: Connection): Promise<Found> {
  const applied = await readApplied(connection);
  // A server may work with a newer schema that is compatible, but a copy would lose what this program does not know.
  findPending(applied, MIGRATIONS);
  return { version: applied.length, mark: await findMark(connection) };
}

/** Keeps all writers away until the transaction ends. Others can still read. @throws DataFolderInUse */
async function lockAlone(connection: Connection, address: DatabaseAddress, version: number): Promise<void> {
  await connection.runScript(`lock table ${quoted(listTables(version).map(({ name }) => name))} in share mode`);
  // A server that joined in the meantime, or an earlier one that has not ended.
  await refuseWhileServed(connection, address);
}

/**
 * What a server stores while the database is copied or replaced would be lost. A server that was killed counts until its
 * lease has expired. @throws DataFolderInUse
 */
async function refuseWhileServed(connection: Connection, address: DatabaseAddress): Promise<void> {
  const servers = (await hasTable(connection, "nodes")) ? await listServers(connection) : [];
  if (servers.length === 0) return;
  const names = servers.map(({ name }) => name).join(", ");
  throw new DataFolderInUse(
    `Sapa servers are using ${address} (${names}); stop them first. A server that was killed counts for six more seconds`,
  );
}

/** Only what is Sapa's: if a view of the operator's depends on it, PostgreSQL refuses and names the view. */
async function dropEverything(connection: Connection, version: number): Promise<void> {
  const names = listTables(version).map(({ name }) => name);
  const { rows: functions } = await connection.query({
    text: `select distinct tgfoid::regprocedure::text as name from pg_trigger
      where not tgisinternal and tgrelid in (select to_regclass(format('%I', t)) from unnest(string_to_array($1, ',')) t)`,
    values: [names.join(",")],
  });
  await connection.runScript(`drop table if exists ${quoted([...names, ...OWN_TABLE_NAMES, MARK_TABLE])}`);
  for (const { name } of functions) await connection.runScript(`drop function ${name}`);
}

/** Looks at a database, and may change its mark, in one transaction that keeps starting servers away. @throws as `PostgresTarget.open` */
export async function whileLocked<T>(address: DatabaseAddress, act: (connection: Connection, found: Found) => Promise<T>): Promise<T> {
  const connection = await Connection.open(address, { isPatient: true });
  try {
    await connection.query(plain("begin"));
    await lockSchema(connection);
    const result = await act(connection, await look(connection));
    await connection.query(plain("commit"));
    return result;
  } finally {
    connection.close();
  }
}

/** Keeps servers away from a database without tables, which is going to be filled. @throws WrongEncoding, and as `PostgresTarget.open` */
export async function markIfEmpty(address: DatabaseAddress, mark: CopyMark): Promise<void> {
  await whileLocked(address, async (connection, { version }) => {
    await requireUtf8(connection);
    if (version > 0) return;
    await applyAll(connection, [], { oldest: 0 });
    await putMark(connection, mark);
  });
}

/** Also tells PostgreSQL's planner about the new tables. */
export async function dropMark(address: DatabaseAddress): Promise<void> {
  await whileLocked(address, (connection) => removeMark(connection));
  const connection = await Connection.open(address, { isPatient: true });
  try {
    await connection.runScript("analyze");
  } finally {
    connection.close();
  }
}
