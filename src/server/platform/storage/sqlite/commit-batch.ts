/**
 * One commit for several transactions. Each member runs in its own savepoint, so that a failed member does not affect
 * the others.
 */
import type { Database } from "bun:sqlite";
import type { Clock } from "../../clock.ts";
import type { Changes } from "../changes.ts";
import { StorageBusy, StorageFull, type Tx } from "../db.ts";
import { asPortError, type Connection, translate } from "./connection.ts";
import type { Snapshot } from "./snapshot.ts";
import type { StorageState } from "./storage-state.ts";
import { openTx, withinTime } from "./transaction.ts";

export interface Member {
  body: (tx: Tx) => Promise<unknown>;
  beforeCommit?: (value: unknown) => void;
  isGrowth: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome: Outcome | null;
  /** When the member was added, and when it first met another process's lock (monotonic milliseconds). */
  since: number;
  lockedSince: number | null;
}

type Outcome = { ok: true; value: unknown; changes: Changes } | { ok: false; error: unknown };

/** The result of a batch. Every member in `ended` has an outcome; the members in `left` were not run because of `fault`. */
export interface BatchEnd {
  ended: Member[];
  left: Member[];
  fault: unknown;
}

export interface BatchDeps {
  state: StorageState;
  snapshot: Snapshot;
  /** For `tx.now`. Every wait is measured by the monotonic clock of the process. */
  clock: Pick<Clock, "now">;
}

export class BatchRunner {
  constructor(
    private readonly writer: Database,
    private readonly writes: Connection,
    private readonly deps: BatchDeps,
  ) {}

  /** Runs all members in one transaction; if that is lost, runs each member in a separate transaction. Never rejects. */
  async run(members: Member[]): Promise<BatchEnd> {
    const [first, ...others] = members;
    let left = members;
    try {
      // Retry a rollback that failed earlier: BEGIN fails while a transaction is open.
      this.abandon();
      this.begin();
      if (first && others.length === 0) {
        await this.runAlone(first, true);
        left = [];
      } else if (await this.runTogether(members)) left = [];
      for (const [i, member] of left.entries()) {
        left = members.slice(i);
        this.begin();
        await this.runAlone(member, false);
        left = members.slice(i + 1);
      }
    } catch (error) {
      return { ended: members.filter((member) => !left.includes(member)), left, fault: this.deps.state.failed(asPortError(error)) };
    }
    return { ended: members, left: [], fault: null };
  }

  /** The body of a probe: after a failed write it rewrites the first page by setting the user version, which has no other use. */
  readonly writePage = async (): Promise<void> => {
    if (!this.deps.state.isDoubtful()) return;
    const { user_version: version } = this.writer.query("pragma user_version").get() as { user_version: number };
    translate(() => this.writer.exec(`pragma user_version = ${version}`));
  };

  /**
   * secure_delete has overwritten the deleted rows in the database's pages. Older versions of these pages stay in the
   * write-ahead log until the whole log is copied back and its file is truncated. Call this only between transactions.
   * @returns false if a reader in another process prevented it.
   */
  emptyLog(): boolean {
    const { state, snapshot } = this.deps;
    try {
      state.requireFiles();
      snapshot.end();
      return translate(() => this.writer.query("pragma wal_checkpoint(truncate)").get() as { busy: number }).busy === 0;
    } catch (error) {
      state.failed(error);
      if (error instanceof StorageBusy) return false;
      throw error;
    }
  }

  /** Takes the write lock. @throws StorageFailed, StorageBusy */
  private begin(): void {
    const { state } = this.deps;
    state.compareFilesSoon();
    state.requireFiles();
    translate(() => this.writer.exec("begin immediate"));
    state.unlocked();
  }

  private abandon(): void {
    if (this.writer.inTransaction) translate(() => this.writer.exec("rollback"));
  }

  /** @returns true if the whole batch is committed; false if the transaction was lost and nothing of it is stored. */
  private async runTogether(members: Member[]): Promise<boolean> {
    try {
      const changesBefore = this.rowsChangedIfDoubtful();
      for (const member of members) {
        await this.runInSavepoint(member);
        if (!this.writer.inTransaction) return false;
      }
      await this.commit(members, true, changesBefore);
      return true;
    } catch (error) {
      // Next, each member is tried alone and gets its own error.
      this.deps.state.failed(asPortError(error));
      this.abandon();
      return false;
    }
  }

  private async runInSavepoint(member: Member): Promise<void> {
    this.writer.exec("savepoint member");
    const isDone = await this.runBody(member);
    // SQLITE_FULL and I/O errors roll back the whole transaction automatically: then the savepoint no longer exists.
    if (this.writer.inTransaction) this.writer.exec(isDone ? "release member" : "rollback to member; release member");
  }

  /** Runs a member in the current transaction. */
  private async runAlone(member: Member, isSure: boolean): Promise<void> {
    try {
      const changesBefore = this.rowsChangedIfDoubtful();
      if (!(await this.runBody(member))) this.abandon();
      else if (this.writer.inTransaction) await this.commit([member], isSure, changesBefore);
      else member.outcome = { ok: false, error: new Error("the transaction was lost before its commit") };
    } catch (error) {
      member.outcome = { ok: false, error: this.deps.state.failed(asPortError(error)) };
      this.abandon();
    }
  }

  /** @returns whether the body succeeded. The member's outcome holds the value or the error. */
  private async runBody(member: Member): Promise<boolean> {
    const { state, clock } = this.deps;
    const { tx, changes, end, requireWhole } = openTx(this.writes, clock);
    try {
      if (member.isGrowth && !state.mayGrow()) throw new StorageFull("the remaining space is reserved");
      const value = await withinTime(member.body(tx)).finally(end);
      requireWhole();
      member.outcome = { ok: true, value, changes };
      return true;
    } catch (error) {
      member.outcome = { ok: false, error: state.failed(asPortError(error)) };
      return false;
    }
  }

  /**
   * The commit blocks the thread until the data is on disk, so work that may begin before it is started first. After a
   * failed commit, no work begins before a commit until one has succeeded.
   */
  private async commit(members: Member[], isSure: boolean, changesBefore: number): Promise<void> {
    const { state, snapshot } = this.deps;
    const hooked = members.filter((member) => member.beforeCommit && member.outcome?.ok);
    const begin = () => {
      for (const { beforeCommit, outcome } of hooked) if (outcome?.ok) beforeCommit?.(outcome.value);
    };
    const isEarly = hooked.length > 0 && isSure && !state.isDoubtful();
    if (isEarly) {
      begin();
      await new Promise((resolve) => setImmediate(resolve));
    }
    snapshot.end();
    translate(() => this.writer.exec("commit"));
    state.compareFiles();
    state.requireFiles();
    // An empty commit does not write to the disk, so it proves nothing.
    if (state.isDoubtful() && this.rowsChanged() > changesBefore) state.committed();
    if (!isEarly) begin();
  }

  private rowsChangedIfDoubtful(): number {
    return this.deps.state.isDoubtful() ? this.rowsChanged() : 0;
  }

  private rowsChanged(): number {
    return (this.writer.query("select total_changes() as n").get() as { n: number }).n;
  }
}
