/** Owns: answer_comparisons, changed_answers. */
import { type Reader, type Sql, sql, type Tx } from "../platform/storage/db.ts";

export interface StoredComparison {
  agentId: string;
  jobId: string;
  published: number;
  draft: number;
  total: number;
  asked: number;
  changed: number;
  isDone: boolean;
}

export async function findComparison(db: Reader, agentId: string): Promise<StoredComparison | undefined> {
  const row = await db.get<Omit<StoredComparison, "isDone"> & { done: number }>(sql`
    select agent_id as "agentId", job_id as "jobId", published, draft, total, asked, changed, done
    from answer_comparisons where agent_id = ${agentId}`);
  if (!row) return undefined;
  const { done, ...comparison } = row;
  return { ...comparison, isDone: done === 1 };
}

type Begun = Pick<StoredComparison, "agentId" | "jobId" | "published" | "draft">;

/** Replaces the last comparison of the agent. */
export async function putComparison(tx: Tx, { agentId, jobId, published, draft }: Begun): Promise<void> {
  await tx.run(sql`
    insert into answer_comparisons (agent_id, job_id, published, draft) values (${agentId}, ${jobId}, ${published}, ${draft})
    on conflict (agent_id) do update set job_id = excluded.job_id, published = excluded.published, draft = excluded.draft, total = 0,
      asked = 0, changed = 0, done = 0`);
  await tx.run(sql`delete from changed_answers where agent_id = ${agentId}`);
}

export interface ChangedQuestion {
  place: number;
  messageId: string;
  times: number;
}

type Step = Pick<StoredComparison, "agentId" | "jobId" | "total" | "asked" | "changed" | "isDone">;

/** Stores how far a job is. @returns false if another comparison has replaced it. */
export async function storeProgress(tx: Tx, step: Step, added: readonly ChangedQuestion[]): Promise<boolean> {
  const { agentId, jobId, total, asked, changed, isDone } = step;
  const kept = await tx.run(sql`
    update answer_comparisons set total = ${total}, asked = ${asked}, changed = ${changed}, done = ${isDone}
    where agent_id = ${agentId} and job_id = ${jobId}`);
  if (kept === 0) return false;
  // A run that begins again has no questions yet.
  if (asked === 0) await tx.run(sql`delete from changed_answers where agent_id = ${agentId}`);
  for (const { place, messageId, times } of added) {
    await tx.run(sql`
      insert into changed_answers (agent_id, place, message_id, times) values (${agentId}, ${place}, ${messageId}, ${times})`);
  }
  return true;
}

export interface AskedBefore {
  /** Cut: more is a pasted text. */
  text: string;
  /** The visitor's message before it. */
  previous: string | null;
}

const LISTED = (agentId: string): Sql => sql`
  from changed_answers c join messages m on m.id = c.message_id where c.agent_id = ${agentId}`;

/** A page of the questions with another answer, without those whose conversation is gone. */
export async function pageChanged(
  db: Reader,
  agentId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: (AskedBefore & { times: number })[]; total: number }> {
  const rows = await db.all<AskedBefore & { times: number }>(sql`
    select substr(m.body, 1, 2000) as text, c.times,
      (select substr(p.body, 1, 2000) from messages p
        where p.conversation_id = m.conversation_id and p.author = 'visitor' and p.sequence < m.sequence
        order by p.sequence desc limit 1) as previous
    ${LISTED(agentId)} order by c.place limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ total: number }>(sql`select count(*) as total ${LISTED(agentId)}`);
  return { rows, total: count?.total ?? 0 };
}

/** The conversations with visitors that were active last, the newest first. */
export async function listLatest(db: Reader, agentId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from conversations where agent_id = ${agentId} and account_id is not null order by updated_at desc, id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** What the visitor of a conversation wrote, the latest first. */
export async function listAsked(db: Reader, conversationId: string, limit: number): Promise<{ id: string; text: string }[]> {
  return db.all(sql`
    select id, substr(body, 1, 2000) as text from messages
    where conversation_id = ${conversationId} and author = 'visitor' order by sequence desc limit ${limit}`);
}
