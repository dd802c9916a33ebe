/** Takes over from nodes whose lease has expired (docs/architecture.md#nodes). */
import { freeJobsOf, LOCK } from "../jobs/store.ts";
import { deleteExpired, deleteNode, listExpired, listNodes } from "../nodes/store.ts";
import type { Log } from "../platform/log.ts";
import { ConstraintError, type Db } from "../platform/storage/db.ts";
import { refundOpenTurns } from "./record.ts";

/**
 * Refunds the turns of expired nodes, deletes their rows, which frees their conversations, and frees their jobs. Any node
 * may do it, also at the same time as others. @throws storage errors.
 */
export async function takeOver({ db, log }: { db: Db; log: Log }): Promise<void> {
  for (const id of await listExpired(db)) {
    const turns = await refundOpenTurns(db, id);
    try {
      const isGone = await db.transaction((tx) => deleteExpired(tx, id), { lock: `node:${id}` });
      if (!isGone) continue;
      log.warn("took over from a node whose lease had expired", { node: id, turns });
      await db.transaction((tx) => freeJobsOf(tx, id), { lock: LOCK });
    } catch (error) {
      // It has begun another turn in the meantime, so its lease is probably extended, too. The next round looks again.
      if (!(error instanceof ConstraintError)) throw error;
    }
  }
}

/** For a database that no other process serves: whatever nodes it names belong to an earlier life of it, on PostgreSQL. */
export async function forgetNodes(db: Db): Promise<void> {
  for (const { id } of await listNodes(db)) {
    await refundOpenTurns(db, id);
    await db.transaction((tx) => deleteNode(tx, id));
  }
}
