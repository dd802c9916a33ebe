/** What is known about PostgreSQL, for the health check: whether it answers, and whether it can store. */
import { StorageFailed, StorageFull, type StorageReason, StorageRefused, type StorageWatch } from "../db.ts";
import type { Connection } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { plain } from "./statement.ts";

/** For the log. */
export const WORDS: StorageWatch["words"] = {
  disk_full: {
    broken: "PostgreSQL's disk is full: messages, sign-ups and new agents are refused",
    mended: "PostgreSQL's disk has room again: all writes are accepted",
  },
  storage_lost: {
    broken: "PostgreSQL cannot be reached: nothing is read or stored until it answers",
    mended: "PostgreSQL answers again",
  },
  database_damaged: {
    broken: "PostgreSQL reports damaged data: stop Sapa and restore the database from a backup",
    mended: "PostgreSQL's data can be read again",
  },
  storage_failing: { broken: "PostgreSQL accepts no writes: nothing is stored", mended: "PostgreSQL accepts writes again" },
};

const PROBE_EVERY_MS = 1_000;
/** An answer to the probe takes no longer if PostgreSQL is alive. */
const PROBE_MS = 3_000;
/** After a write failed because the disk was full, how often a row is written to see whether it has room again. */
const WRITE_AGAIN_MS = 5_000;
const STUCK_AFTER_MS = 10_000;
const PROBE_BYTES = 1_000_000;

export class PostgresState {
  private readonly details = new Map<StorageReason, string>();
  private isDoubt = false;
  private refused = 0;
  private isProbing = false;
  private probedAt = Number.NEGATIVE_INFINITY;
  private wroteAt = Number.NEGATIVE_INFINITY;

  /** Updates the state from an error. @returns the same error. */
  failed(error: unknown): unknown {
    if (!(error instanceof StorageRefused)) return error;
    this.refused++;
    if (error.cause === undefined) return error;
    if (error instanceof StorageFull) {
      this.isDoubt = true;
      this.details.set("disk_full", error.message);
    } else if (error instanceof StorageFailed) {
      this.isDoubt = true;
      this.details.set(error.reason, error.message);
    }
    return error;
  }

  /** A transaction that changed something was committed. */
  stored(): void {
    this.isDoubt = false;
    for (const reason of ["storage_lost", "storage_failing"] as const) this.details.delete(reason);
  }

  /** PostgreSQL has answered. */
  answered(): void {
    this.details.delete("storage_lost");
  }

  /** Whether the last write failed, so that the next one may fail as well. */
  isDoubtful(): boolean {
    return this.isDoubt;
  }

  mayGrow(): boolean {
    return !this.details.has("disk_full");
  }

  /** @param stuckMs for how long no transaction has succeeded, although there are some */
  reasons(stuckMs = 0): StorageReason[] {
    const reasons = [...this.details.keys()];
    if (stuckMs >= STUCK_AFTER_MS) reasons.push("write_queue_stuck");
    return reasons;
  }

  detail(reason: StorageReason): string | undefined {
    return this.details.get(reason);
  }

  takeRefused(): number {
    const count = this.refused;
    this.refused = 0;
    return count;
  }

  /** Asks PostgreSQL, if a question is due, and keeps the result. Returns at once. */
  look(pool: Pool): void {
    const now = performance.now();
    const isDue = now - this.probedAt >= PROBE_EVERY_MS || this.details.has("storage_lost");
    if (this.isProbing || !isDue) return;
    this.probedAt = now;
    this.isProbing = true;
    void this.probe(pool).finally(() => {
      this.isProbing = false;
    });
  }

  private async probe(pool: Pool): Promise<void> {
    let connection: Connection | null = null;
    try {
      connection = await pool.acquire(PROBE_MS);
      const { rows } = await connection.query(plain("select current_setting('transaction_read_only') as only_reads"), PROBE_MS);
      this.answered();
      if (rows[0]?.only_reads === "on") {
        this.details.set("storage_failing", "PostgreSQL accepts no writes: it is a replica, or was set to read-only");
        return;
      }
      this.details.delete("storage_failing");
      const now = performance.now();
      if (this.mayGrow() || now - this.wroteAt < WRITE_AGAIN_MS) return;
      this.wroteAt = now;
      await this.probeSpace(connection);
      this.isDoubt = false;
      this.details.delete("disk_full");
    } catch (error) {
      // A probe is not counted as a refused read or write.
      this.failed(error);
      this.refused = Math.max(0, this.refused - 1);
    } finally {
      if (connection) pool.release(connection);
    }
  }

  /** Writes a large row and takes it back: it needs room on the disk, and leaves nothing behind that autovacuum does not remove. */
  private async probeSpace(connection: Connection): Promise<void> {
    await connection.query(plain("begin"));
    try {
      await connection.query({
        text: `insert into engine_commits (id, commits, opened_at)
          select string_agg(md5(n::text || clock_timestamp()::text), ''), 0, now() from generate_series(1, $1) n`,
        values: [BigInt(Math.ceil(PROBE_BYTES / 32))],
      });
    } finally {
      connection.query(plain("rollback")).catch(() => null);
    }
  }
}
