/** Owns: visitors, conversations, messages. This file has what a turn reads and writes; archive-store.ts has everything else. */
import type { MessageKind, Source } from "../../contract/chat.ts";
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/**
 * The lock of every transaction that accepts a visitor's message, stores its reply, or ends, deletes or marks the
 * visitor's conversation. All of them name it: a conversation is read and then changed in several statements.
 */
export const visitorLock = (visitorId: string) => `visitor:${visitorId}`;

export interface Visitor {
  id: string;
  agentId: string | null;
  origin: string;
  identity?: { id: string; name: string; email: string };
}

/** Creates the visitor's row at the first message. Opening the widget stores nothing. */
export function keepVisitor(tx: Tx, { id, agentId, origin, identity }: Visitor): void {
  tx.send(sql`
    insert into visitors (id, agent_id, origin, external_id, name, email, created_at, last_seen_at)
    values (${id}, ${agentId}, ${origin}, ${identity?.id}, ${identity?.name || null}, ${identity?.email || null}, ${tx.now}, ${tx.now})
    on conflict (id) do update set last_seen_at = excluded.last_seen_at, name = excluded.name, email = excluded.email`);
}

export async function findIdentifiedVisitor(db: Reader, agentId: string, externalId: string): Promise<string | null> {
  const row = await db.get<{ id: string }>(sql`select id from visitors where agent_id = ${agentId} and external_id = ${externalId}`);
  return row?.id ?? null;
}

export async function findOpenConversation(db: Reader, visitorId: string): Promise<{ id: string } | undefined> {
  return db.get<{ id: string }>(sql`select id from conversations where visitor_id = ${visitorId} and ended_at is null`);
}

/** The visitor's open conversation, and the visitor's message with this client id if it was stored there before. */
export async function findEarlier(
  db: Reader,
  visitorId: string,
  clientId: string,
): Promise<{ conversationId: string; messageId: string | null } | undefined> {
  return db.get<{ conversationId: string; messageId: string | null }>(sql`
    select id as "conversationId", (
      select m.id from messages m where m.conversation_id = conversations.id and m.client_id = ${clientId} and m.author = 'visitor'
    ) as "messageId"
    from conversations where visitor_id = ${visitorId} and ended_at is null`);
}

/** Whether visitors have written to agents of the account. */
export async function hasConversation(db: Reader, accountId: string): Promise<boolean> {
  return (await db.get(sql`select 1 from conversations where account_id = ${accountId} limit 1`)) !== undefined;
}

export function insertConversation(
  tx: Tx,
  conversation: { id: string; agentId: string | null; visitorId: string; accountId: string | null },
): void {
  tx.send(sql`
    insert into conversations (id, agent_id, visitor_id, account_id, created_at, updated_at)
    values (${conversation.id}, ${conversation.agentId}, ${conversation.visitorId}, ${conversation.accountId}, ${tx.now}, ${tx.now})`);
}

/** Ends the open conversation at a reset: the visitor's next message begins another one. */
export async function endConversation(tx: Tx, visitorId: string): Promise<void> {
  await tx.run(sql`update conversations set state = 'closed', ended_at = ${tx.now} where visitor_id = ${visitorId} and ended_at is null`);
}

/** Who wrote a message. On the wire, the visitor is `user` and everyone else is `bot`. */
export type MessageAuthor = "visitor" | "agent" | "person" | "system";

export interface NewMessage {
  id: string;
  conversationId: string;
  author: MessageAuthor;
  clientId: string;
  kind: MessageKind;
  text: string;
  status: "complete" | "partial";
  model?: string;
  usage?: { inputTokens: number; outputTokens: number; estimated: boolean } | null;
  /** Millionths of RM; null if unknown. */
  costMicros?: number | null;
  note?: string | null;
  /** The agent did not know the answer. */
  unanswered?: boolean;
  quickReplies?: readonly string[];
  sources?: readonly Source[];
  /** The version of the agent that wrote it. */
  version?: number | null;
}

const listColumn = (list: readonly unknown[] | undefined) => (list && list.length > 0 ? JSON.stringify(list) : null);
const readList = <Item>(column: string | null | undefined) => (column ? (JSON.parse(column) as Item[]) : undefined);

/** Appends a message to its conversation, which the caller has locked (`visitorLock`). */
export function appendMessage(tx: Tx, message: NewMessage): void {
  tx.send(sql`
    update conversations set last_sequence = last_sequence + 1, message_count = message_count + 1,
      unanswered = unanswered + ${message.unanswered ?? false}, updated_at = ${tx.now}
    where id = ${message.conversationId}`);
  tx.send(sql`
    insert into messages (id, conversation_id, sequence, author, client_id, kind, body, status, model, input_tokens, output_tokens,
      tokens_estimated, cost_micros, unanswered, note, quick_replies, sources, version, created_at)
    values (${message.id}, ${message.conversationId}, (select last_sequence from conversations where id = ${message.conversationId}),
      ${message.author}, ${message.clientId}, ${message.kind}, ${message.text}, ${message.status}, ${message.model},
      ${message.usage?.inputTokens}, ${message.usage?.outputTokens}, ${message.usage?.estimated ?? false}, ${message.costMicros},
      ${message.unanswered ?? false}, ${message.note}, ${listColumn(message.quickReplies)},
      ${listColumn(message.sources)}, ${message.version}, ${tx.now})`);
}

export interface StoredMessage {
  id: string;
  clientId: string | null;
  author: MessageAuthor;
  kind: MessageKind;
  text: string;
  status: "complete" | "partial" | "failed";
  quickReplies?: readonly string[];
  sources?: readonly Source[];
  at: number;
}

export interface MessageRow {
  id: string;
  client_id: string | null;
  author: MessageAuthor;
  kind: MessageKind;
  body: string;
  status: StoredMessage["status"];
  /** Read only for visitors. */
  quick_replies?: string | null;
  sources: string | null;
  created_at: number;
}

export const toMessage = (row: MessageRow): StoredMessage => ({
  id: row.id,
  clientId: row.client_id,
  author: row.author,
  kind: row.kind,
  text: row.body,
  status: row.status,
  quickReplies: readList(row.quick_replies),
  sources: readList(row.sources),
  at: row.created_at,
});

export async function findByClientId(
  db: Reader,
  conversationId: string,
  clientId: string,
  author: MessageAuthor,
): Promise<StoredMessage | undefined> {
  const row = await db.get<MessageRow>(sql`
    select id, client_id, author, kind, body, status, quick_replies, sources, created_at from messages
    where conversation_id = ${conversationId} and client_id = ${clientId} and author = ${author}`);
  return row && toMessage(row);
}

/** The newest messages of a conversation, oldest first. */
export async function listLatest(db: Reader, conversationId: string, limit: number): Promise<StoredMessage[]> {
  const rows = await db.all<MessageRow>(sql`
    select id, client_id, author, kind, body, status, quick_replies, sources, created_at from messages
    where conversation_id = ${conversationId} order by sequence desc limit ${limit}`);
  return rows.reverse().map(toMessage);
}

/** The parts of a message that a prompt needs. */
export interface Said {
  id: string;
  clientId: string | null;
  author: MessageAuthor;
  kind: MessageKind;
  text: string;
}

/** The newest messages of a conversation, oldest first. Runs for every reply, so it reads only the necessary columns. */
export async function listSaid(db: Reader, conversationId: string, limit: number): Promise<Said[]> {
  const rows = await db.all<Said>(sql`
    select id, client_id as "clientId", author, kind, body as text from messages
    where conversation_id = ${conversationId} order by sequence desc limit ${limit}`);
  return rows.reverse();
}

/** Stores the whole text of a message. While it was refused, only its beginning was stored. */
export function replaceText(tx: Tx, id: string, text: string): void {
  tx.send(sql`update messages set body = ${text} where id = ${id}`);
}

/** Deletes the reply of a failed or refused attempt before a new one. */
export async function deleteReply(tx: Tx, conversationId: string, clientId: string): Promise<void> {
  const gone = await tx.get<{ unanswered: number }>(sql`
    delete from messages where conversation_id = ${conversationId} and client_id = ${clientId} and author = 'agent' returning unanswered`);
  if (!gone) return;
  tx.send(sql`
    update conversations set message_count = message_count - 1, unanswered = unanswered - ${gone.unanswered} where id = ${conversationId}`);
}
