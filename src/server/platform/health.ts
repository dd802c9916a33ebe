/** Whether this server can do its work: for monitors and the command line. */
import type { Db, StorageReason } from "./storage/db.ts";

/** Machine-readable names. Anyone may read them, so they must not reveal details. */
export type HealthReason = StorageReason | "draining";

export interface Health {
  /** Empty if a message can be accepted and stored. Reads only memory, so calls are cheap. */
  reasons(): HealthReason[];
  /** Marks the server as shutting down. */
  drain(): void;
}

export function createHealth({ db }: { db: Pick<Db, "storage"> }): Health {
  let isDraining = false;
  return {
    reasons: () => [...db.storage.reasons(), ...(isDraining ? ["draining" as const] : [])],
    drain() {
      isDraining = true;
    },
  };
}
