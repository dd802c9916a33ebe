/** Reads the questions that an agent could not answer. store.ts owns the tables. */
import { type Reader, type Sql, sql } from "../platform/storage/db.ts";

export interface UnansweredQuestion {
  text: string;
  /** When it was asked; epoch milliseconds. */
  at: number;
}

/** Of the latest conversations with unanswered questions, the newest first and each cut, because more is a pasted text. Without previews. */
export async function listUnanswered(db: Reader, agentId: string, limit: number): Promise<UnansweredQuestion[]> {
  return db.all<UnansweredQuestion>(unansweredStatement(agentId, limit));
}

/** Finds the conversations in an index that has only those with unanswered questions. A question has the client id of its reply. */
const unansweredStatement = (agentId: string, limit: number): Sql => sql`
  select substr(q.body, 1, 400) as text, q.created_at as at
  from (
    select id from conversations
    where agent_id = ${agentId} and unanswered > 0 and account_id is not null
    order by updated_at desc, id desc limit ${limit}) as c
  join messages r on r.conversation_id = c.id and r.unanswered = 1
  join messages q on q.conversation_id = c.id and q.client_id = r.client_id and q.author = 'visitor'
  order by q.created_at desc, q.id desc limit ${limit}`;
