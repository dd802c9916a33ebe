/** The two sides of a copy of an installation, each of either engine. */
import type { Table } from "./tables.ts";

export interface Side {
  /** Without a password. */
  readonly name: string;
  count(table: Table): Promise<number>;
  /** The rows as lines of COPY, in the order of the primary key. */
  read(table: Table): AsyncIterable<Uint8Array>;
}

export interface Source extends Side {
  /** How many migrations the database has. The copy has the same schema. */
  readonly version: number;
}

export interface Target extends Side {
  /** Stores the rows of a table that is empty, in slices. */
  write(table: Table, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes the indexes and checks the foreign keys, after all tables have been written. */
  complete(): Promise<void>;
  /** After the comparison: the copy belongs to no process that serves the source. */
  forgetNodes(version: number): Promise<void>;
}
