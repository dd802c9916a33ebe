/**
 * One commit for several transactions: each member runs in a savepoint of its own, so that one that fails takes nothing
 * of the others with it.
 */
import type { Database } from "bun:sqlite";
import type { Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import { StorageBusy, StorageFull, type Tx } from "./db.ts";
import { asPortError, type Connection, translate } from "./sqlite-connection.ts";
import type { Snapshot } from "./sqlite-snapshot.ts";
import type { StorageState } from "./storage-state.ts";
import { openTx, withinTime } from "./transaction.ts";

export interface Member {
  body: (tx: Tx) => Promise<unknown>;
  beforeCommit?: (value: unknown) => void;
  isGrowth: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome: Outcome | null;
  /** When it was added, and when it first met another process's lock (monotonic milliseconds). */
  since: number;
  lockedSince: number | null;
}

type Outcome = { ok: true; value: unknown; changes: Changes } | { ok: false; error: unknown };

/** What became of a batch. Every member in `ended` has its outcome; those in `left` were not run because of `fault`. */
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

  /** Runs all in one transaction; if that is lost, each of them in one of its own. Never rejects. */
  async run(members: Member[]): Promise<BatchEnd> {
    const [first, ...others] = members;
    let left = members;
    try {
      // A rollback that failed earlier is tried again: BEGIN would only complain about the open transaction.
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

  /** The body of a probe: once a write has failed, it writes the first page as it is. The version has no other use. */
  readonly writePage = async (): Promise<void> => {
    if (!this.deps.state.isDoubtful()) return;
    const { user_version: version } = this.writer.query("pragma user_version").get() as { user_version: number };
    translate(() => this.writer.exec(`pragma user_version = ${version}`));
  };

  /**
   * secure_delete has overwritten the rows in the database's pages. Older versions of these pages are still in the
   * write-ahead log until all of it is copied back and the file is cut to nothing. Only between transactions.
   * @returns false when a reader in another process prevented it.
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

  /** @returns true when the whole batch is committed; false when the transaction was lost and nothing of it is stored. */
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
      // Each member is tried alone next and gets its own error then.
      this.deps.state.failed(asPortError(error));
      this.abandon();
      return false;
    }
  }

  private async runInSavepoint(member: Member): Promise<void> {
    this.writer.exec("savepoint member");
    const isDone = await this.runBody(member);
    // SQLITE_FULL and I/O errors roll the whole transaction back by themselves: then there is no savepoint left.
    if (this.writer.inTransaction) this.writer.exec(isDone ? "release member" : "rollback to member; release member");
  }

  /** Runs a member in the transaction that has begun. */
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

  /** @returns whether the body succeeded; the member's outcome says the rest. */
  private async runBody(member: Member): Promise<boolean> {
    const { state, clock } = this.deps;
    const { tx, changes, end } = openTx(this.writes, clock);
    try {
      if (member.isGrowth && !state.mayGrow()) throw new StorageFull("the space that is left is reserved");
      const value = await withinTime(member.body(tx)).finally(end);
      member.outcome = { ok: true, value, changes };
      return true;
    } catch (error) {
      member.outcome = { ok: false, error: state.failed(asPortError(error)) };
      return false;
    }
  }

  /**
   * The commit holds the thread until the disk has it, so what may begin before it leaves the process first. Once a
   * commit has failed, nothing begins before one has succeeded.
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
    // An empty commit touches no disk, so it proves nothing.
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
