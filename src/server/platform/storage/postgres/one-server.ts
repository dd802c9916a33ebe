/**
 * One server for each database: a lock that belongs to a connection. PostgreSQL releases it when the connection ends,
 * however the process ends. So the connection is watched, and nothing is written while the lock is lost.
 */
import type { Log } from "../../log.ts";
import { StorageFailed } from "../db.ts";
import { DataFolderInUse } from "../lock.ts";
import type { DatabaseAddress } from "./address.ts";
import { Connection } from "./connection.ts";

const LOOK_EVERY_MS = 1_000;
/** A lock whose connection is silent for longer may be lost already. */
const SILENCE_MS = 3_000;
/** A server that is being restarted may still hold the lock. */
const FIRST_WAIT_MS = 2_000;
const STEP_MS = 100;
/** How long a write waits until the lock is held again. */
const WRITE_WAIT_MS = 2_000;

const TAKE = `select pg_try_advisory_lock(hashtextextended('sapa: one server', 0)) as taken, pg_backend_pid() as pid,
  (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as since`;
const LOST = "the lock of the database was lost with its connection";

export interface OneServerOptions {
  address: DatabaseAddress;
  log: Log;
  /** Called once if another server has taken the lock: this one must end. */
  onTaken: () => void;
}

/** @throws DataFolderInUse if another server uses the database; ConnectionLost */
export async function takeDatabase(options: OneServerOptions): Promise<OneServer> {
  const begun = performance.now();
  for (;;) {
    const hold = await take(options.address);
    if (hold) return new OneServer(options, hold);
    if (performance.now() - begun >= FIRST_WAIT_MS) throw inUse(options.address);
    await Bun.sleep(STEP_MS);
  }
}

/** The connection that has the lock, and PostgreSQL's name for it. */
interface Hold {
  connection: Connection;
  pid: number;
  since: string;
}

export class OneServer {
  private isOver = false;
  private timer: Timer;
  private taking: Promise<void> | null = null;

  constructor(
    private readonly options: OneServerOptions,
    private hold: Hold,
  ) {
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }

  isHeld(): boolean {
    return !this.isOver && !this.hold.connection.isLost();
  }

  /** Resolves at once while the lock is held. @throws StorageFailed if it was lost and could not be taken again */
  async mayWrite(): Promise<void> {
    for (const begun = performance.now(); !this.isHeld(); await Bun.sleep(STEP_MS)) {
      if (this.isOver || performance.now() - begun >= WRITE_WAIT_MS) throw new StorageFailed("storage_lost", LOST);
      await this.takeAgain();
    }
  }

  release(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.hold.connection.close();
  }

  private async look(): Promise<void> {
    await this.hold.connection.query({ text: "select 1", values: [] }, SILENCE_MS).catch(() => null);
    if (!this.isOver && !this.isHeld()) await this.takeAgain();
    if (!this.isOver) this.timer = setTimeout(() => void this.look(), this.isHeld() ? LOOK_EVERY_MS : STEP_MS);
  }

  private takeAgain(): Promise<void> {
    this.taking ??= this.takeOnce().finally(() => {
      this.taking = null;
    });
    return this.taking;
  }

  private async takeOnce(): Promise<void> {
    const { address, log, onTaken } = this.options;
    try {
      const hold = await take(address);
      if (this.isOver) return hold?.connection.close();
      if (hold) {
        this.hold = hold;
        log.warn("the connection that holds the database's lock was lost, and the lock was taken again");
      } else if (!(await endOldBackend(address, this.hold))) {
        this.isOver = true;
        log.error(`${inUse(address).message}. It took the lock while this server had lost its connection; this server stops`);
        onTaken();
      }
    } catch {
      // PostgreSQL cannot be reached: the storage's log says so, and the next look tries again.
    }
  }
}

/** @returns null if another connection has the lock */
async function take(address: DatabaseAddress): Promise<Hold | null> {
  const connection = await Connection.open(address);
  try {
    const { rows } = await connection.query({ text: TAKE, values: [] }, SILENCE_MS);
    const [{ taken, pid, since } = {}] = rows;
    if (taken === 1) return { connection, pid: Number(pid), since: String(since) };
    connection.close();
    return null;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * PostgreSQL may not have noticed yet that the old connection is gone; then its backend still has the lock.
 * @returns false if that backend has ended, so that somebody else has the lock
 */
async function endOldBackend(address: DatabaseAddress, { pid, since }: Hold): Promise<boolean> {
  const connection = await Connection.open(address);
  try {
    const { rows } = await connection.query({
      text: "select pg_terminate_backend(pid) as ended from pg_stat_activity where pid = $1 and backend_start::text = $2",
      values: [BigInt(pid), since],
    });
    return rows.length > 0;
  } finally {
    connection.close();
  }
}

function inUse(address: DatabaseAddress): DataFolderInUse {
  return new DataFolderInUse(
    `${address} is in use by another Sapa server; stop it first. Several servers on one database are not supported yet`,
  );
}
