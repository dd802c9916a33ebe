/** Checks whole databases without blocking this process. */
import { z } from "zod";
import { limited, ownCommand } from "../own-program.ts";
import type { DatabaseAddress } from "./postgres/address.ts";
import { Connection } from "./postgres/connection.ts";
import { plain } from "./postgres/statement.ts";
import type { Inspection } from "./sqlite/read-only.ts";

/** The internal command that prints an inspection as JSON. */
export const INSPECT_COMMAND = "inspect-database";

const MEBIBYTE = 1_024 * 1_024;
const LIMITS = { memoryBytes: 1_024 * MEBIBYTE, seconds: 3_600 };
const answerSchema = z.object({ state: z.enum(["ok", "damaged", "orphans"]), detail: z.string() });

/** Inspects a file of SQLite in a process of its own, which ends with the signal. @throws Error if the process fails */
export async function inspectFile(path: string, signal: AbortSignal): Promise<Inspection> {
  const child = Bun.spawn(limited(ownCommand(INSPECT_COMMAND, path), LIMITS), {
    stdout: "pipe",
    stderr: "ignore",
    env: { DO_NOT_TRACK: "1", BUN_ENABLE_CRASH_REPORTING: "0" },
    signal,
  });
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`the check of the database ended with ${code}`);
  return answerSchema.parse(JSON.parse(text));
}

export interface PostgresFacts {
  /** Such as 150004. */
  versionNumber: number;
  version: string;
  /** Epoch milliseconds. */
  now: number;
  bytes: number;
  /** What is lost in a power cut: PostgreSQL says that it stores, and does not wait for the disk. */
  isUnsafe: boolean;
  /** A standby takes no writes. */
  isStandby: boolean;
  /** Foreign keys that PostgreSQL has not verified for all rows. */
  unverified: number;
}

/** @throws ConnectionLost */
export async function readPostgresFacts(address: DatabaseAddress): Promise<PostgresFacts> {
  const connection = await Connection.open(address);
  try {
    const { rows } = await connection.query(
      plain(`select current_setting('server_version_num') as number, current_setting('server_version') as version,
        (extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_database_size(current_database()) as bytes,
        current_setting('fsync') as fsync, pg_is_in_recovery()::int as standby,
        (select count(*) from pg_constraint where contype = 'f' and not convalidated) as unverified`),
    );
    const row = rows[0] ?? {};
    return {
      versionNumber: Number(row.number),
      version: String(row.version),
      now: Number(row.now),
      bytes: Number(row.bytes),
      isUnsafe: row.fsync === "off",
      isStandby: Number(row.standby) === 1,
      unverified: Number(row.unverified),
    };
  } finally {
    connection.close();
  }
}
