/** The entries that end soon, of all agents. */
import { type Reader, sql } from "../platform/storage/db.ts";

export interface EntryEnd {
  agentId: string;
  /** Epoch milliseconds, exclusive. */
  before: number;
  entries: number;
}

/**
 * How many entries of each agent end at the same time, after `now` and at the latest at `until`. Entries that were saved
 * within `recentMs` before their end are left out: their owners know about it.
 */
export async function listEnds(
  db: Reader,
  range: { now: number; until: number; recentMs: number },
  after: Pick<EntryEnd, "agentId" | "before">,
  limit: number,
): Promise<EntryEnd[]> {
  return db.all<EntryEnd>(sql`
    select agent_id as "agentId", valid_until as "before", count(*) as entries from knowledge
    where valid_until > ${range.now} and valid_until <= ${range.until} and updated_at <= valid_until - ${range.recentMs}
      and (valid_until, agent_id) > (${after.before}, ${after.agentId})
    group by valid_until, agent_id order by valid_until, agent_id limit ${limit}`);
}
