/** Owns: ignored_findings. Warnings that owners have dismissed, by the key that is made of their words. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** The latest dismissals of an agent that are kept. Those of texts that have changed since are of no use, and are not found otherwise. */
const MAX_KEPT = 2_000;

export async function listIgnored(db: Reader, agentId: string): Promise<Set<string>> {
  const rows = await db.all<{ key: string }>(sql`select key from ignored_findings where agent_id = ${agentId}`);
  return new Set(rows.map(({ key }) => key));
}

export async function ignoreFinding(tx: Tx, agentId: string, key: string): Promise<void> {
  await tx.run(sql`
    insert into ignored_findings (agent_id, key, created_at) values (${agentId}, ${key}, ${tx.now})
    on conflict (agent_id, key) do update set created_at = excluded.created_at`);
  await tx.run(sql`
    delete from ignored_findings where agent_id = ${agentId} and created_at <= (
      select created_at from ignored_findings where agent_id = ${agentId} order by created_at desc limit 1 offset ${MAX_KEPT})`);
}

export async function recallFinding(tx: Tx, agentId: string, key: string): Promise<void> {
  await tx.run(sql`delete from ignored_findings where agent_id = ${agentId} and key = ${key}`);
}
