/** Begins to read the sources whose next reading on schedule is due. */
import { findAccount } from "../accounts/store.ts";
import { findAgent } from "../agents/store.ts";
import { findSource, listDue, postpone } from "../knowledge/source-store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { nextSync } from "./end-reading.ts";
import { startReading } from "./start-reading.ts";

/** Of one round; those that are left are due in the next one. */
const MOST = 200;

/** @returns how many were begun */
export async function syncDue({ db }: { db: Db }, signal?: AbortSignal): Promise<number> {
  let begun = 0;
  for (const id of await listDue(db, MOST)) {
    signal?.throwIfAborted();
    if (await db.transaction((tx) => beginDue(tx, id))) begun++;
  }
  return begun;
}

/** Sources of suspended accounts and deleted agents wait. */
async function beginDue(tx: Tx, id: string): Promise<boolean> {
  const source = await findSource(tx, id);
  if (!source || !(await postpone(tx, id, nextSync(source.schedule, tx.now) ?? tx.now + DAY_MS))) return false;
  const agent = await findAgent(tx, source.agentId);
  const account = agent && (await findAccount(tx, agent.accountId));
  if (!account || account.suspendedAt !== null) return false;
  await startReading(tx, source, agent);
  return true;
}
