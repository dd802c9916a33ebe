/** Whether this server can do its work: for monitors and the command line. */
import type { Db, StorageReason } from "./storage/db.ts";

/** Machine-readable names. Anyone may read them, so they must not reveal details. */
export type HealthReason = StorageReason | "lease_lost" | "draining" | "upgrading";

export interface Health {
  /** Empty if a message can be accepted and stored. Reads only memory, so calls are cheap. */
  reasons(): HealthReason[];
  /** Marks the server as shutting down. */
  drain(): void;
}

/** A node without a lease accepts nothing (docs/architecture.md#nodes). */
interface Deps {
  db: Pick<Db, "storage">;
  node: { isValid(): boolean };
  /** Whether an upgrade has not yet opened this server to visitors. */
  isClosed?: () => boolean;
}

export function createHealth({ db, node, isClosed = () => false }: Deps): Health {
  let isDraining = false;
  return {
    reasons: () => [
      ...db.storage.reasons(),
      ...(node.isValid() ? [] : ["lease_lost" as const]),
      ...(isClosed() ? ["upgrading" as const] : []),
      ...(isDraining ? ["draining" as const] : []),
    ],
    drain() {
      isDraining = true;
    },
  };
}
