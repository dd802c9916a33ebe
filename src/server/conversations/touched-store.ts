/** The conversations that were in use within a time, for a report about a breach of data. store.ts owns the tables. */
import { type Reader, type Sql, sql } from "../platform/storage/db.ts";

interface Time {
  from: number;
  before: number;
}

/** A conversation is touched if it began before the end and had a message after the beginning. Previews have no visitors. */
const touched = ({ from, before }: Time): Sql => sql`c.account_id is not null and c.created_at < ${before} and c.updated_at >= ${from}`;

export async function countTouched(db: Reader, time: Time): Promise<{ conversations: number; visitors: number }> {
  const row = await db.get<{ conversations: number; visitors: number }>(sql`
    select count(*) as conversations, count(distinct c.visitor_id) as visitors from conversations c where ${touched(time)}`);
  return row ?? { conversations: 0, visitors: 0 };
}

/** Each agent with such conversations, and how many. At most one row for each agent of the installation. */
export function listTouchedAgents(db: Reader, time: Time): Promise<{ agentId: string; accountId: string; conversations: number }[]> {
  return db.all(sql`
    select c.agent_id as "agentId", c.account_id as "accountId", count(*) as conversations from conversations c
    where ${touched(time)} and c.agent_id is not null group by c.agent_id, c.account_id order by c.agent_id`);
}

export interface TouchedConversation {
  id: string;
  agentId: string;
  accountId: string;
  visitorId: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  messages: number;
  createdAt: number;
  updatedAt: number;
}

/** The next ones in the order of their ids. */
export function listTouchedConversations(db: Reader, time: Time, after: string, limit: number): Promise<TouchedConversation[]> {
  return db.all<TouchedConversation>(sql`
    select c.id, c.agent_id as "agentId", c.account_id as "accountId", c.visitor_id as "visitorId", v.external_id as "externalId", v.name,
      v.email, c.message_count as messages, c.created_at as "createdAt", c.updated_at as "updatedAt"
    from conversations c join visitors v on v.id = c.visitor_id
    where ${touched(time)} and c.id > ${after} order by c.id limit ${limit}`);
}
