/** One visitor with all conversations. store.ts owns the tables. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";
import { listThese, type StoredConversation } from "./archive-store.ts";

export interface StoredVisitor {
  id: string;
  agentId: string | null;
  /** The owner of the visitor's conversations; null for a preview. */
  accountId: string | null;
  origin: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  createdAt: number;
  lastSeenAt: number;
  conversations: number;
  messages: number;
}

/** A visitor who has a conversation. */
export function findVisitor(db: Reader, id: string): Promise<StoredVisitor | undefined> {
  return db.get<StoredVisitor>(sql`
    select id, agent_id as "agentId", origin, external_id as "externalId", name, email, created_at as "createdAt",
      last_seen_at as "lastSeenAt",
      (select account_id from conversations where visitor_id = ${id} order by id limit 1) as "accountId",
      (select count(*) from conversations where visitor_id = ${id}) as conversations,
      (select coalesce(sum(message_count), 0) from conversations where visitor_id = ${id}) as messages
    from visitors where id = ${id} and exists (select 1 from conversations where visitor_id = ${id})`);
}

/** The visitor with this id, or whom the owner's server has named so. `agentId`: only visitors of this agent. */
export async function findVisitorNamed(db: Reader, agentId: string | undefined, text: string): Promise<string | null> {
  const own = agentId === undefined ? sql`` : sql` and agent_id = ${agentId}`;
  const row = await db.get<{ id: string }>(sql`select id from visitors where id = ${text}${own}`);
  if (row || agentId === undefined) return row?.id ?? null;
  const named = await db.get<{ id: string }>(sql`select id from visitors where agent_id = ${agentId} and external_id = ${text}`);
  return named?.id ?? null;
}

/** The next conversations of a visitor in the order of their ids. */
export async function listConversationsOf(db: Reader, visitorId: string, after: string, limit: number): Promise<StoredConversation[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from conversations where visitor_id = ${visitorId} and id > ${after} order by id limit ${limit}`);
  const found = await listThese(
    db,
    rows.map(({ id }) => id),
  );
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Deletes a visitor without conversations. @returns false, and deletes nothing, if there is a conversation */
export async function deleteVisitor(tx: Tx, id: string): Promise<boolean> {
  await tx.run(sql`delete from visitors where id = ${id} and not exists (select 1 from conversations where visitor_id = ${id})`);
  return (await tx.get(sql`select 1 from visitors where id = ${id}`)) === undefined;
}
