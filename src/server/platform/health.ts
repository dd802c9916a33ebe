/** Whether this server can do its work, as monitors and the command line ask it. */
import type { Db, StorageReason } from "./db.ts";

/** Names for programs; strangers may read them. */
export type HealthReason = StorageReason | "draining";

export interface Health {
  /** Empty: a message can be taken and stored. Reads memory only, so that asking costs nothing. */
  reasons(): HealthReason[];
  /** The server is being stopped. */
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
