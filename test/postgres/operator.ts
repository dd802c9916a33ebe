/** A PostgreSQL server of its own for a test file, with databases as an operator would make them. */
import { afterAll, beforeAll } from "bun:test";
import { SQL } from "bun";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";

/** The password of the role that owns the databases. No program may write it anywhere. */
export const PASSWORD = "canary-database-password";

export interface Operator {
  /** `127.0.0.1:PORT` */
  host(): string;
  /** @returns the address for `--database` of a new, empty database. `more`: options of `create database` */
  createDatabase(more?: string): Promise<string>;
  /** Runs statements in one of the databases as the superuser. */
  inDatabase<T>(address: string, act: (sql: SQL) => Promise<T>): Promise<T>;
  /** Runs a statement as the superuser, about the whole server. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends the server as a crash would, and starts it again with its data. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Call it once in a test file. `settings`: PostgreSQL's own, in place of those for fast tests. */
export function provideOperator(settings: Record<string, string> = {}): Operator {
  let postgres: PostgresServer;
  let admin: SQL;
  let made = 0;
  beforeAll(async () => {
    postgres = await startPostgres(settings);
    admin = new SQL(postgres.url, { max: 1 });
    await admin.unsafe(`create role sapa login password '${PASSWORD}'`);
  });
  afterAll(async () => {
    await admin.close({ timeout: 0 });
    await postgres.stop();
  });
  const host = () => new URL(postgres.url).host;
  return {
    host,
    async createDatabase(more = "") {
      const name = `operator_${made++}`;
      await admin.unsafe(`create database ${name} owner sapa ${more}`);
      return `postgres://sapa:${PASSWORD}@${host()}/${name}?sslmode=disable`;
    },
    async inDatabase(address, act) {
      const sql = new SQL(`${postgres.url.replace(/\/postgres$/, "")}${new URL(address).pathname}`, { max: 1 });
      try {
        return await act(sql);
      } finally {
        await sql.close();
      }
    },
    query: async (text, values) => [...(await admin.unsafe(text, values))],
    kill: () => postgres.kill(),
    async start() {
      await postgres.start();
      await admin.close({ timeout: 0 });
      admin = new SQL(postgres.url, { max: 1 });
    },
  };
}
