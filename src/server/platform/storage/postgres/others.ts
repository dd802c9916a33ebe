/** What other processes have changed, and telling them what this one has (docs/architecture.md#notices). */
import type { Clock } from "../../clock.ts";
import { newId } from "../../ids.ts";
import type { ChangeBoard, Changes } from "../changes.ts";
import type { DatabaseAddress } from "./address.ts";
import { READ_CHANGES } from "./commits.ts";
import { Listener } from "./listener.ts";
import { CHANNEL, changesOf, NoticeSender, readNotice } from "./notices.ts";
import { type Pool, readPatiently } from "./pool.ts";
import { SeenChanges } from "./seen-changes.ts";

interface OthersDeps {
  address: DatabaseAddress;
  pool: Pool;
  /** For `look`, whose answer is PostgreSQL's time. */
  urgentPool: Pool;
  board: ChangeBoard;
  clock: Pick<Clock, "elapsed">;
  hasListener?: boolean;
}

export class Others {
  /** The name of this process in its notices. */
  private readonly id = newId();
  private readonly seen = new SeenChanges();
  private readonly sender = new NoticeSender(this.id, (payload) => this.send(payload));
  private readonly listener: Listener | null;

  constructor(private readonly deps: OthersDeps) {
    const { address, hasListener = false } = deps;
    const onNotice = (payload: string) => this.hear(payload);
    this.listener = hasListener ? new Listener({ address, onNotice, onListening: () => this.restart() }) : null;
  }

  /** After a commit of this process. `change` is the number of the change, or null if there was none or it is not known. */
  announce(change: number | null, changes: Changes): void {
    if (change === null) return;
    this.seen.add(change);
    this.sender.add(change, changes);
  }

  /**
   * Forgets everything if a change of another process was missed. Call it twice a second.
   * @returns PostgreSQL's time in epoch milliseconds, and the monotonic time at which it was asked for
   */
  async look(): Promise<{ serverNow: number; askedAt: number }> {
    const before = this.seen.beforeLook();
    const { urgentPool, clock } = this.deps;
    let askedAt = 0;
    const { rows } = await readPatiently(urgentPool, READ_CHANGES, () => {
      askedAt = clock.elapsed();
    });
    const [count, serverNow] = [Number(rows[0]?.n ?? 0), Number(rows[0]?.now ?? 0)];
    if (this.seen.look(count, before, this.listener?.isListening() ?? false)) {
      this.listener?.suspect();
      this.deps.board.publishAll();
    }
    return { serverNow, askedAt };
  }

  close(): void {
    this.sender.close();
    this.listener?.close();
  }

  private async send(payload: string): Promise<void> {
    const connection = await this.deps.pool.acquire();
    try {
      await connection.query({ text: "select pg_notify($1, $2)", values: [CHANNEL, payload] });
    } finally {
      this.deps.pool.release(connection);
    }
  }

  private hear(payload: string): void {
    const notice = readNotice(payload);
    if (!notice || notice.from === this.id) return;
    // `some` would stop at the first unknown change, and the others must be noted as well.
    const isNew = notice.changes.map((change) => this.seen.add(change)).includes(true);
    if (!isNew) return;
    if (notice.ids) this.deps.board.publish(changesOf(notice.ids));
    else this.deps.board.publishAll();
  }

  /** Notices from before the connection are lost, and PostgreSQL may be another one: a replica, or a restored backup. */
  private restart(): void {
    this.deps.board.publishAll();
  }
}
