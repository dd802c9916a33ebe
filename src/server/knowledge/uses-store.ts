/** Owns: entry_uses. How many replies to visitors rest on each entry. */
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/**
 * Counts one reply for each of the entries. Waits for no statement. The rows are changed in the order of their ids: two
 * replies that rest on the same entries could otherwise each wait for the other on PostgreSQL.
 */
export function countUses(tx: Tx, agentId: string, entryIds: readonly string[]): void {
  for (const entryId of [...new Set(entryIds)].sort()) {
    tx.send(sql`
      insert into entry_uses (agent_id, entry_id, uses, last_used_at) values (${agentId}, ${entryId}, 1, ${tx.now})
      on conflict (agent_id, entry_id) do update set uses = entry_uses.uses + 1, last_used_at = excluded.last_used_at`);
  }
}

/** The numbers of those of the entries that were used. */
export async function findUses(db: Reader, agentId: string, entryIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ entry_id: string; uses: number }>(sql`
    select entry_id, uses from entry_uses where agent_id = ${agentId} and entry_id in ${sqlList(entryIds)}`);
  return new Map(rows.map((row) => [row.entry_id, row.uses]));
}

/** Forgets the number of an entry that no longer exists and cannot be restored. */
export async function deleteUses(tx: Tx, agentId: string, entryId: string): Promise<void> {
  await tx.run(sql`delete from entry_uses where agent_id = ${agentId} and entry_id = ${entryId}`);
}

export async function deleteAllUses(tx: Tx, agentId: string): Promise<void> {
  await tx.run(sql`delete from entry_uses where agent_id = ${agentId}`);
}
