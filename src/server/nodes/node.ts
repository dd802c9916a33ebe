import { ALONE, type Share } from "../platform/share.ts";
import { ConstraintError, StorageBusy } from "../platform/storage/db.ts";

export interface OtherNode {
  name: string;
  /** The base address under which this process reaches it. */
  url: string;
}

/** This process among those that serve from the same database. */
export interface Node extends Share {
  /** Made anew at every start, and when a lease was lost. Null if no other process can serve from this database. */
  readonly id: string | null;
  /** Whether the lease is valid. Without it, this node may accept nothing and send nothing, because others have taken over. */
  isValid(): boolean;
  /** Another node that is alive, as of the last heartbeat; null if there is no such node. */
  find(id: string): OtherNode | null;
  /** Joins the other nodes, which reach this one at `url`. @throws storage errors. */
  join(url: string): Promise<void>;
  /** Extends the lease, or joins again after it was lost. @throws storage errors. */
  beat(): Promise<void>;
  /** Notices that the lease has expired although a heartbeat is still under way. */
  check(): void;
  /** For a node that stops, after its turns have ended, so that others need not wait for the lease to expire. @throws storage errors. */
  leave(): Promise<void>;
  /** Calls the listener after each heartbeat that noticed that nodes are gone. */
  onGone(listener: (ids: string[]) => void): void;
  /** Calls the listener when this node has lost its lease. Everything that it alone held must be given up. */
  onLost(listener: () => void): void;
}

/** The only process of an installation on SQLite: the lock of the data folder keeps others away. */
export const LONE_NODE: Node = {
  id: null,
  isValid: () => true,
  find: () => null,
  join: () => Promise.resolve(),
  beat: () => Promise.resolve(),
  check: () => undefined,
  leave: () => Promise.resolve(),
  onGone: () => undefined,
  onLost: () => undefined,
  ...ALONE,
};

/**
 * The error for clients when a row could not refer to this node, because the other nodes have deleted the node's row: it
 * will be able to store again in a moment. Other errors stay what they are.
 */
export function explainLoss(error: unknown): unknown {
  if (!(error instanceof ConstraintError) || error.kind !== "foreign_key") return error;
  return new StorageBusy("this node has lost its lease", { cause: error });
}

/** @returns a function that throws StorageBusy when the lease that the node has now has expired or was lost: other nodes may have taken over. */
export function leaseCheck(node: Node): () => void {
  const { id } = node;
  return () => {
    if (node.id !== id || !node.isValid()) throw new StorageBusy("this node has lost its lease");
  };
}
