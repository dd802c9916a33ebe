/** Takes over from nodes whose lease has expired (docs/architecture.md#nodes). */
import { freeJobsOf, LOCK } from "../jobs/store.ts";
import type { Node } from "../nodes/node.ts";
import { deleteNode, listExpired, listNodes, mayTakeOver, nodeLock } from "../nodes/store.ts";
import type { Log } from "../platform/log.ts";
import { ConstraintError, type Db, type Tx } from "../platform/storage/db.ts";
import { refundBatch, refundOpenTurns } from "./record.ts";

/**
 * Refunds the turns of expired nodes, deletes their rows, which frees their conversations, and frees their jobs. Any node
 * whose own lease is valid may do it, also at the same time as others. @throws storage errors.
 */
export async function takeOver({ db, log, node }: { db: Db; log: Log; node: Node }): Promise<void> {
  if (node.id === null || !node.isValid()) return;
  for (const id of await db.transaction(listExpired, { lock: nodeLock(node.id), isUrgent: true })) {
    try {
      const turns = await refundAndDelete(db, id, node.id);
      if (turns === null) continue;
      log.warn("took over from a node whose lease had expired", { node: id, turns });
      await db.transaction((tx) => freeJobsOf(tx, id), { lock: LOCK });
    } catch (error) {
      // It has begun another turn in the meantime. The next round looks again.
      if (!(error instanceof ConstraintError)) throw error;
    }
  }
}

/** @returns how many turns were refunded; null if the node `byId` may not take over from the node `id`. */
async function refundAndDelete(db: Db, id: string, byId: string): Promise<number | null> {
  let refunded = 0;
  const takeBatch = async (tx: Tx) => {
    if (!(await mayTakeOver(tx, id, byId))) return null;
    const batch = await refundBatch(tx, id);
    if (batch.isLast) await deleteNode(tx, id);
    return batch;
  };
  for (;;) {
    const batch = await db.transaction(takeBatch, { lock: nodeLock(id), isUrgent: true });
    if (!batch) return null;
    refunded += batch.turns;
    if (batch.isLast) return refunded;
  }
}

/** For a database that no other process serves: whatever nodes it names belong to an earlier life of it, on PostgreSQL. */
export async function forgetNodes(db: Db): Promise<void> {
  for (const { id } of await listNodes(db)) {
    await refundOpenTurns(db, id);
    await db.transaction((tx) => deleteNode(tx, id));
  }
}
