/** Owns: visitors, conversations, messages. */
import type { MessageKind } from "../../contract/chat.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/db.ts";
import { fromNearerEnd } from "../platform/paging.ts";

export interface Visitor {
  id: string;
  agentId: string | null;
  origin: string;
  identity?: { id: string; name: string; email: string };
}

/** Makes the visitor's row at the first message: opening a widget stores nothing. */
export async function keepVisitor(tx: Tx, { id, agentId, origin, identity }: Visitor, now: number): Promise<void> {
  await tx.run(sql`
    insert into visitors (id, agent_id, origin, external_id, name, email, created_at, last_seen_at)
    values (${id}, ${agentId}, ${origin}, ${identity?.id}, ${identity?.name || null}, ${identity?.email || null}, ${now}, ${now})
    on conflict (id) do update set last_seen_at = excluded.last_seen_at, name = excluded.name, email = excluded.email`);
}

export async function findIdentifiedVisitor(db: Reader, agentId: string, externalId: string): Promise<string | null> {
  const row = await db.get<{ id: string }>(sql`select id from visitors where agent_id = ${agentId} and external_id = ${externalId}`);
  return row?.id ?? null;
}

export interface OpenConversation {
  id: string;
  lastSequence: number;
}

export async function findOpenConversation(db: Reader, visitorId: string): Promise<OpenConversation | undefined> {
  const row = await db.get<{ id: string; last_sequence: number }>(
    sql`select id, last_sequence from conversations where visitor_id = ${visitorId} and ended_at is null`,
  );
  return row && { id: row.id, lastSequence: row.last_sequence };
}

export async function insertConversation(
  tx: Tx,
  conversation: { id: string; agentId: string | null; visitorId: string; accountId: string | null },
  now: number,
): Promise<void> {
  await tx.run(sql`
    insert into conversations (id, agent_id, visitor_id, account_id, created_at, updated_at)
    values (${conversation.id}, ${conversation.agentId}, ${conversation.visitorId}, ${conversation.accountId}, ${now}, ${now})`);
}

/** After a reset the visitor's next message begins another conversation. */
export async function endConversation(tx: Tx, visitorId: string, now: number): Promise<void> {
  await tx.run(sql`update conversations set ended_at = ${now} where visitor_id = ${visitorId} and ended_at is null`);
}

export interface NewMessage {
  id: string;
  conversationId: string;
  sender: "user" | "bot";
  clientId: string;
  kind: MessageKind;
  text: string;
  status: "complete" | "partial";
  model?: string;
  usage?: { inputTokens: number; outputTokens: number; estimated: boolean } | null;
  /** Millionths of RM; null: not known. */
  costMicros?: number | null;
  note?: string | null;
  /** The agent did not know the answer. */
  unanswered?: boolean;
}

/** Appends. @returns the message's sequence number. */
export async function appendMessage(tx: Tx, message: NewMessage, now: number): Promise<number> {
  const row = await tx.get<{ last_sequence: number }>(sql`
    update conversations set last_sequence = last_sequence + 1, message_count = message_count + 1,
      unanswered = unanswered + ${message.unanswered ?? false}, updated_at = ${now}
    where id = ${message.conversationId} returning last_sequence`);
  if (!row) throw new Error("the conversation is gone");
  await tx.run(sql`
    insert into messages (id, conversation_id, sequence, sender, client_id, kind, body, status, model, input_tokens, output_tokens,
      tokens_estimated, cost_micros, unanswered, note, created_at)
    values (${message.id}, ${message.conversationId}, ${row.last_sequence}, ${message.sender}, ${message.clientId}, ${message.kind},
      ${message.text}, ${message.status}, ${message.model}, ${message.usage?.inputTokens}, ${message.usage?.outputTokens},
      ${message.usage?.estimated ?? false}, ${message.costMicros}, ${message.unanswered ?? false}, ${message.note}, ${now})`);
  return row.last_sequence;
}

export interface StoredMessage {
  id: string;
  clientId: string | null;
  sender: "user" | "bot";
  kind: MessageKind;
  text: string;
  status: "complete" | "partial" | "failed";
  at: number;
}

interface MessageRow {
  id: string;
  client_id: string | null;
  sender: "user" | "bot";
  kind: MessageKind;
  body: string;
  status: StoredMessage["status"];
  created_at: number;
}

const toMessage = (row: MessageRow): StoredMessage => ({
  id: row.id,
  clientId: row.client_id,
  sender: row.sender,
  kind: row.kind,
  text: row.body,
  status: row.status,
  at: row.created_at,
});

export async function findByClientId(
  db: Reader,
  conversationId: string,
  clientId: string,
  sender: "user" | "bot",
): Promise<StoredMessage | undefined> {
  const row = await db.get<MessageRow>(sql`
    select id, client_id, sender, kind, body, status, created_at from messages
    where conversation_id = ${conversationId} and client_id = ${clientId} and sender = ${sender}`);
  return row && toMessage(row);
}

/** The newest messages of a conversation, oldest first. */
export async function listLatest(db: Reader, conversationId: string, limit: number): Promise<StoredMessage[]> {
  const rows = await db.all<MessageRow>(sql`
    select id, client_id, sender, kind, body, status, created_at from messages
    where conversation_id = ${conversationId} order by sequence desc limit ${limit}`);
  return rows.reverse().map(toMessage);
}

/** What a prompt needs of a message. */
export interface Said {
  id: string;
  clientId: string | null;
  sender: "user" | "bot";
  kind: MessageKind;
  text: string;
}

/** The newest words of a conversation, oldest first. Read for every reply: no more columns than it takes. */
export async function listSaid(db: Reader, conversationId: string, limit: number): Promise<Said[]> {
  const rows = await db.all<Said>(sql`
    select id, client_id as "clientId", sender, kind, body as text from messages
    where conversation_id = ${conversationId} order by sequence desc limit ${limit}`);
  return rows.reverse();
}

/** A new attempt replaces what a failed or limited one said. */
export async function deleteReply(tx: Tx, conversationId: string, clientId: string): Promise<void> {
  const gone = await tx.get<{ unanswered: number }>(sql`
    delete from messages where conversation_id = ${conversationId} and client_id = ${clientId} and sender = 'bot' returning unanswered`);
  if (!gone) return;
  await tx.run(sql`
    update conversations set message_count = message_count - 1, unanswered = unanswered - ${gone.unanswered} where id = ${conversationId}`);
}

/** Removes up to `limit` messages of an agent that is to be purged. @returns how many. */
export async function purgeMessagesOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  return tx.run(sql`
    delete from messages where id in (
      select m.id from conversations c join messages m on m.conversation_id = c.id where c.agent_id = ${agentId} limit ${limit})`);
}

/** Previews belong to nobody; they go after a while. @returns how many conversations. */
export async function purgePreviews(tx: Tx, before: number): Promise<number> {
  const rows = await tx.all<{ visitor_id: string }>(sql`
    select visitor_id from conversations where account_id is null and updated_at < ${before} limit 200`);
  for (const row of rows) await tx.run(sql`delete from visitors where id = ${row.visitor_id}`);
  return rows.length;
}

export interface StoredConversation {
  id: string;
  agentId: string | null;
  visitorId: string;
  /** Null: a preview. */
  accountId: string | null;
  messageCount: number;
  unanswered: number;
  isOpen: boolean;
  createdAt: number;
  updatedAt: number;
}

interface ConversationRow {
  id: string;
  agent_id: string | null;
  visitor_id: string;
  account_id: string | null;
  message_count: number;
  unanswered: number;
  ended_at: number | null;
  created_at: number;
  updated_at: number;
}

const toConversation = (row: ConversationRow): StoredConversation => ({
  id: row.id,
  agentId: row.agent_id,
  visitorId: row.visitor_id,
  accountId: row.account_id,
  messageCount: row.message_count,
  unanswered: row.unanswered,
  isOpen: row.ended_at === null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function findConversation(db: Reader, id: string): Promise<StoredConversation | undefined> {
  const row = await db.get<ConversationRow>(sql`select * from conversations where id = ${id}`);
  return row && toConversation(row);
}

export interface ConversationFilter {
  agentId: string;
  unansweredOnly: boolean;
  /** Found in any message, without regard to ASCII case; empty finds all. */
  search: string;
}

/** An agent's conversations with visitors (no previews), the latest first. */
export async function listConversations(
  db: Reader,
  filter: ConversationFilter,
  page: { limit: number; offset: number },
): Promise<{ conversations: StoredConversation[]; total: number }> {
  const where = conditionOf(filter);
  const rows = await db.all<ConversationRow>(sql`
    select c.* from conversations c where ${where} order by c.updated_at desc, c.id desc limit ${page.limit} offset ${page.offset}`);
  const count = await db.get<{ n: number }>(sql`select count(*) as n from conversations c where ${where}`);
  return { conversations: rows.map(toConversation), total: count?.n ?? 0 };
}

const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function conditionOf({ agentId, unansweredOnly, search }: ConversationFilter): Sql {
  const pattern = patternOf(search);
  const unanswered = unansweredOnly ? sql` and c.unanswered > 0` : sql``;
  const found =
    search === ""
      ? sql``
      : sql` and exists (select 1 from messages m where m.conversation_id = c.id and m.body like ${pattern} escape '\\')`;
  return sql`c.agent_id = ${agentId} and c.account_id is not null${unanswered}${found}`;
}

/** The first words of each conversation, for a list. */
export async function listOpenings(db: Reader, conversationIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ conversation_id: string; body: string }>(sql`
    select conversation_id, substr(body, 1, 160) as body from messages
    where conversation_id in ${sqlList(conversationIds)} and sequence = 1`);
  return new Map(rows.map((row) => [row.conversation_id, row.body]));
}

export interface RecordedMessage extends StoredMessage {
  sequence: number;
  model: string | null;
  note: string | null;
  unanswered: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  isEstimated: boolean;
  /** Millionths of RM; null: not known. */
  costMicros: number | null;
}

interface RecordedRow extends MessageRow {
  sequence: number;
  model: string | null;
  note: string | null;
  unanswered: number;
  input_tokens: number | null;
  output_tokens: number | null;
  tokens_estimated: number;
  cost_micros: number | null;
}

/** A page of a conversation in reading order, from after a sequence number. */
export async function listMessages(db: Reader, conversationId: string, after: number, limit: number): Promise<RecordedMessage[]> {
  const rows = await db.all<RecordedRow>(sql`
    select id, client_id, sender, kind, body, status, created_at, sequence, model, note, unanswered, input_tokens, output_tokens,
      tokens_estimated, cost_micros from messages
    where conversation_id = ${conversationId} and sequence > ${after} order by sequence limit ${limit}`);
  return rows.map((row) => ({
    ...toMessage(row),
    sequence: row.sequence,
    model: row.model,
    note: row.note,
    unanswered: row.unanswered === 1,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    isEstimated: row.tokens_estimated === 1,
    costMicros: row.cost_micros,
  }));
}

/** With its visitor, when nothing else of that visitor is kept. */
export async function deleteConversation(tx: Tx, { id, visitorId }: { id: string; visitorId: string }): Promise<void> {
  await tx.run(sql`delete from conversations where id = ${id}`);
  await tx.run(sql`
    delete from visitors where id = ${visitorId} and not exists (select 1 from conversations where visitor_id = ${visitorId})`);
}

/** The owner has dealt with what was not answered. */
export async function clearUnanswered(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update messages set unanswered = 0 where conversation_id = ${id} and unanswered = 1`);
  await tx.run(sql`update conversations set unanswered = 0 where id = ${id}`);
}

/** What the administrator narrows the list of everybody's conversations to. */
export interface ArchiveFilter {
  agentId?: string;
  /** Null: previews, which belong to nobody. */
  accountId?: string | null;
  /** Last message at this time or later; before that time. Epoch milliseconds. */
  from?: number;
  before?: number;
}

const NOTHING = sql``;

function archiveCondition({ agentId, accountId, from, before }: ArchiveFilter): Sql {
  const parts: Sql[] = [];
  if (agentId !== undefined) parts.push(sql`agent_id = ${agentId}`);
  if (accountId === null) parts.push(sql`account_id is null`);
  else if (accountId !== undefined) parts.push(sql`account_id = ${accountId}`);
  if (from !== undefined) parts.push(sql`updated_at >= ${from}`);
  if (before !== undefined) parts.push(sql`updated_at < ${before}`);
  return parts.reduce((all, part, i) => (i === 0 ? sql` where ${part}` : sql`${all} and ${part}`), NOTHING);
}

/** Everybody's conversations, previews too, the latest first. */
export async function listArchive(
  db: Reader,
  filter: ArchiveFilter,
  page: { limit: number; offset: number },
): Promise<{ conversations: StoredConversation[]; total: number }> {
  const count = await db.get<{ n: number }>(sql`select count(*) as n from conversations${archiveCondition(filter)}`);
  const total = count?.n ?? 0;
  const rows = await db.all<ConversationRow>(archiveStatement(filter, page, total));
  return { conversations: rows.map(toConversation), total };
}

/** The page is found inside an index; only its own rows are read. */
export function archiveStatement(filter: ArchiveFilter, page: { limit: number; offset: number }, total: number): Sql {
  const { isReversed, limit, offset } = fromNearerEnd(page, total);
  const walked = isReversed ? sql`updated_at, id` : sql`updated_at desc, id desc`;
  return sql`
    select * from conversations where id in (
      select id from conversations${archiveCondition(filter)} order by ${walked} limit ${limit} offset ${offset})
    order by updated_at desc, id desc`;
}

/** A place in the list of conversations. */
export interface ArchiveCursor {
  updatedAt: number;
  id: string;
}

/** Looks through the next `limit` conversations after the cursor (null: from the latest one) for a text. */
export async function searchArchive(
  db: Reader,
  filter: ArchiveFilter,
  search: string,
  after: ArchiveCursor | null,
  limit: number,
): Promise<{ found: string[]; last: ArchiveCursor | null; messages: number }> {
  const where = archiveCondition(filter);
  const glue = where === NOTHING ? sql` where ` : sql` and `;
  const behind = after ? sql`${glue}(updated_at, id) < (${after.updatedAt}, ${after.id})` : sql``;
  const rows = await db.all<{ id: string; updated_at: number; message_count: number; hit: number }>(sql`
    select c.id, c.updated_at, c.message_count, exists (
      select 1 from messages m where m.conversation_id = c.id and m.body like ${patternOf(search)} escape '\\') as hit
    from (select id, updated_at, message_count from conversations${where}${behind} order by updated_at desc, id desc limit ${limit}) c
    order by c.updated_at desc, c.id desc`);
  const last = rows.at(-1);
  return {
    found: rows.filter((row) => row.hit === 1).map((row) => row.id),
    last: last && rows.length === limit ? { updatedAt: last.updated_at, id: last.id } : null,
    messages: rows.reduce((sum, row) => sum + row.message_count, 0),
  };
}

/** These conversations, the latest first. */
export async function listThese(db: Reader, ids: readonly string[]): Promise<StoredConversation[]> {
  const rows = await db.all<ConversationRow>(
    sql`select * from conversations where id in ${sqlList(ids)} order by updated_at desc, id desc`,
  );
  return rows.map(toConversation);
}

/** Whose id this is: an agent's that was talked to, an owner's, or nobody's. */
export async function filterFor(db: Reader, id: string): Promise<ArchiveFilter | null> {
  if (await db.get(sql`select 1 from conversations where agent_id = ${id} limit 1`)) return { agentId: id };
  if (await db.get(sql`select 1 from conversations where account_id = ${id} limit 1`)) return { accountId: id };
  return null;
}

/** Removes a slice of what nobody wrote in since `before`: up to `limit` messages, then what is empty. @returns whether there may be more. */
export async function purgeArchive(tx: Tx, before: number, limit: number): Promise<boolean> {
  const old = await tx.all<{ id: string; visitor_id: string }>(sql`
    select id, visitor_id from conversations where updated_at < ${before} order by updated_at, id limit ${limit}`);
  if (old.length === 0) return false;
  const ids = sqlList(old.map(({ id }) => id));
  const messages = await tx.run(
    sql`delete from messages where id in (select id from messages where conversation_id in ${ids} limit ${limit})`,
  );
  if (messages === limit) return true;
  await tx.run(sql`delete from conversations where id in ${ids}`);
  const visitors = sqlList(old.map(({ visitor_id }) => visitor_id));
  await tx.run(sql`
    delete from visitors where id in ${visitors} and not exists (select 1 from conversations where visitor_id = visitors.id)`);
  return old.length === limit;
}
