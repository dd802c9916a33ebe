/** The hosts on which an agent was opened recently, for the embed dialog's "seen on" list. */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { type Db, StorageRefused, type Tx } from "../platform/storage/db.ts";
import { recordSighting, trimSightings } from "./store.ts";

/** At most one write for each agent and host in this time, however many visitors open the agent. */
const EVERY_MS = 10 * 60_000;
const MAX_REMEMBERED = 20_000;
const KEEP_HOSTS = 50;

export interface Sightings {
  /** `origin` is the embedding page's; an empty one is not recorded. A failure never rejects the visitor's hello. */
  note(agentId: string, origin: string): Promise<void>;
}

export function createSightings(deps: { db: Db; clock: Clock; log: Log }): Sightings {
  const noted = new Map<string, number>();
  return {
    async note(agentId, origin) {
      if (origin === "" || !URL.canParse(origin)) return;
      const { host } = new URL(origin);
      const key = `${agentId} ${host}`;
      const elapsed = deps.clock.elapsed();
      const last = noted.get(key);
      if (last !== undefined && elapsed - last < EVERY_MS) return;
      if (noted.size >= MAX_REMEMBERED) noted.clear();
      noted.set(key, elapsed);
      try {
        const record = async (tx: Tx) => {
          await recordSighting(tx, agentId, host);
          await trimSightings(tx, agentId, KEEP_HOSTS);
        };
        await deps.db.transaction(record, { isGrowth: true });
      } catch (error) {
        if (!(error instanceof StorageRefused)) deps.log.warn("a sighting could not be stored", { agent: agentId, error });
      }
    },
  };
}
