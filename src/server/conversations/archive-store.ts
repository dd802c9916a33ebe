/** Reads, searches and deletes stored conversations for owners and the administrator. store.ts owns the tables. */

import { fromNearerEnd } from "../platform/paging.ts";
import { type Reader, type Sql, sql, sqlList, type Tx } from "../platform/storage/db.ts";
import { type MessageRow, type StoredMessage, toMessage } from "./store.ts";

export interface StoredConversation {
  id: string;
  agentId: string | null;
  visitorId: string;
  /** Null for a preview. */
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

/** The agents of conversations, by the conversations' ids. Without previews of agents that were never saved. */
export async function listAgentsOf(db: Reader, ids: readonly string[]): Promise<Map<string, { agentId: string; accountId: string }>> {
  const rows = await db.all<{ id: string; agent_id: string; account_id: string }>(sql`
    select id, agent_id, account_id from conversations
    where id in ${sqlList(ids)} and agent_id is not null and account_id is not null`);
  return new Map(rows.map((row) => [row.id, { agentId: row.agent_id, accountId: row.account_id }]));
}

export async function findConversation(db: Reader, id: string): Promise<StoredConversation | undefined> {
  const row = await db.get<ConversationRow>(sql`select * from conversations where id = ${id}`);
  return row && toConversation(row);
}

/** The beginning of each conversation's first message, for a list. */
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
  /** Millionths of RM; null if unknown. */
  costMicros: number | null;
  /** The agent's version that wrote it; null if it is not known. */
  version: number | null;
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
  version: number | null;
}

/** A page of a conversation in reading order, beginning after a sequence number. */
export async function listMessages(db: Reader, conversationId: string, after: number, limit: number): Promise<RecordedMessage[]> {
  const rows = await db.all<RecordedRow>(sql`
    select id, client_id, author, kind, body, status, sources, created_at, sequence, model, note, unanswered, input_tokens, output_tokens,
      tokens_estimated, cost_micros, version from messages
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
    version: row.version,
  }));
}

/** Also deletes its visitor if no other conversation of that visitor is kept. */
export async function deleteConversation(tx: Tx, { id, visitorId }: { id: string; visitorId: string }): Promise<void> {
  await tx.run(sql`delete from conversations where id = ${id}`);
  await tx.run(sql`
    delete from visitors where id = ${visitorId} and not exists (select 1 from conversations where visitor_id = ${visitorId})`);
}

/** Removes up to `limit` messages of a conversation, which has ended. @returns whether there may be more. */
export async function purgeMessagesOf(tx: Tx, conversationId: string, limit: number): Promise<boolean> {
  const gone = await tx.run(
    sql`delete from messages where id in (select id from messages where conversation_id = ${conversationId} limit ${limit})`,
  );
  return gone === limit;
}

/** Call it when the owner has dealt with the unanswered questions. */
export async function clearUnanswered(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update messages set unanswered = 0 where conversation_id = ${id} and unanswered = 1`);
  await tx.run(sql`update conversations set unanswered = 0 where id = ${id}`);
}

/**
 * How many conversations of each agent have an unanswered question, at most `most`. Agents without any are left out. Reads
 * only an index of these conversations.
 */
export async function countUnansweredOf(db: Reader, agentIds: readonly string[], most: number): Promise<Map<string, number>> {
  if (agentIds.length === 0) return new Map();
  const wanted = { strings: ["values (", ...Array<string>(agentIds.length - 1).fill("), ("), ")"], values: agentIds };
  const rows = await db.all<{ id: string; n: number }>(sql`
    with wanted (id) as (${wanted})
    select id, (select count(*) from (
      select 1 from conversations c where c.agent_id = wanted.id and c.unanswered > 0 and c.account_id is not null limit ${most}) as found) as n
    from wanted`);
  return new Map(rows.filter(({ n }) => n > 0).map(({ id, n }) => [id, n]));
}

/** The same for accounts, with all of their agents. Reads only an index. */
export async function countUnansweredBy(db: Reader, accountIds: readonly string[], most: number): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  const wanted = { strings: ["values (", ...Array<string>(accountIds.length - 1).fill("), ("), ")"], values: accountIds };
  const rows = await db.all<{ id: string; n: number }>(sql`
    with wanted (id) as (${wanted})
    select id, (select count(*) from (
      select 1 from conversations c where c.account_id = wanted.id and c.unanswered > 0 limit ${most}) as found) as n
    from wanted`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Filters for a list of conversations. */
export interface ArchiveFilter {
  agentId?: string;
  visitorId?: string;
  /** Null: previews, which belong to no account. */
  accountId?: string | null;
  /** Omits previews. */
  visitorsOnly?: boolean;
  /** Only conversations with a question that the agent could not answer. */
  unansweredOnly?: boolean;
  /** Time of the last message: from this time on, and before that time. Epoch milliseconds. */
  from?: number;
  before?: number;
}

const NOTHING = sql``;

function archiveCondition({ agentId, visitorId, accountId, visitorsOnly, unansweredOnly, from, before }: ArchiveFilter): Sql {
  const parts: Sql[] = [];
  if (agentId !== undefined) parts.push(sql`agent_id = ${agentId}`);
  if (visitorId !== undefined) parts.push(sql`visitor_id = ${visitorId}`);
  if (accountId === null) parts.push(sql`account_id is null`);
  else if (accountId !== undefined) parts.push(sql`account_id = ${accountId}`);
  if (visitorsOnly) parts.push(sql`account_id is not null`);
  if (unansweredOnly) parts.push(sql`unanswered > 0`);
  if (from !== undefined) parts.push(sql`updated_at >= ${from}`);
  if (before !== undefined) parts.push(sql`updated_at < ${before}`);
  return parts.reduce((all, part, i) => (i === 0 ? sql` where ${part}` : sql`${all} and ${part}`), NOTHING);
}

/** A page of the matching conversations, the latest first, and the total number of matches. */
export async function listArchive(
  db: Reader,
  filter: ArchiveFilter,
  page: { limit: number; offset: number },
): Promise<{ conversations: StoredConversation[]; total: number }> {
  const count = await db.get<{ n: number }>(countStatement(filter));
  const total = count?.n ?? 0;
  const rows = await db.all<ConversationRow>(archiveStatement(filter, page, total));
  return { conversations: rows.map(toConversation), total };
}

/** Counts within an index, without reading rows. */
export const countStatement = (filter: ArchiveFilter): Sql => sql`select count(*) as n from conversations${archiveCondition(filter)}`;

/** Finds the page within an index, and reads only the rows of that page. */
export function archiveStatement(filter: ArchiveFilter, page: { limit: number; offset: number }, total: number): Sql {
  const { isReversed, limit, offset } = fromNearerEnd(page, total);
  const walked = isReversed ? sql`updated_at, id` : sql`updated_at desc, id desc`;
  return sql`
    select * from conversations where id in (
      select id from conversations${archiveCondition(filter)} order by ${walked} limit ${limit} offset ${offset})
    order by updated_at desc, id desc`;
}

/** A position in the list of conversations. */
export interface ArchiveCursor {
  updatedAt: number;
  id: string;
}

/** The positions of the next conversations after the cursor (null: from the latest one). */
export async function listPlaces(db: Reader, filter: ArchiveFilter, after: ArchiveCursor | null, limit: number): Promise<ArchiveCursor[]> {
  return db.all<ArchiveCursor>(placesStatement(filter, after, limit));
}

/** Reads only an index. */
export function placesStatement(filter: ArchiveFilter, after: ArchiveCursor | null, limit: number): Sql {
  const where = archiveCondition(filter);
  const glue = where === NOTHING ? sql` where ` : sql` and `;
  const behind = after ? sql`${glue}(updated_at, id) < (${after.updatedAt}, ${after.id})` : NOTHING;
  return sql`select id, updated_at as "updatedAt" from conversations${where}${behind} order by updated_at desc, id desc limit ${limit}`;
}

/** The texts of a conversation after a sequence number, in that order. */
export async function listBodies(
  db: Reader,
  conversationId: string,
  after: number,
  limit: number,
): Promise<{ sequence: number; body: string }[]> {
  return db.all(sql`
    select sequence, body from messages where conversation_id = ${conversationId} and sequence > ${after} order by sequence limit ${limit}`);
}

/** The conversations with these ids, the latest first. */
export async function listThese(db: Reader, ids: readonly string[]): Promise<StoredConversation[]> {
  const rows = await db.all<ConversationRow>(
    sql`select * from conversations where id in ${sqlList(ids)} order by updated_at desc, id desc`,
  );
  return rows.map(toConversation);
}

/** Those of the conversations that are not of this visitor, in the same order. */
export async function withoutVisitor(db: Reader, ids: readonly string[], visitorId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select id from conversations where visitor_id = ${visitorId} and id in ${sqlList(ids)}`);
  const own = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !own.has(id));
}

/** The filter for an id: of an agent or of an owner with conversations; null if the id is neither. */
export async function filterFor(db: Reader, id: string): Promise<ArchiveFilter | null> {
  if (await db.get(sql`select 1 from conversations where agent_id = ${id} limit 1`)) return { agentId: id };
  if (await db.get(sql`select 1 from conversations where account_id = ${id} limit 1`)) return { accountId: id };
  return null;
}

/** The matching conversations whose last message is the oldest, with their visitors. */
export function listOldest(db: Reader, filter: ArchiveFilter, limit: number): Promise<{ id: string; visitorId: string }[]> {
  return db.all(sql`
    select id, visitor_id as "visitorId" from conversations${archiveCondition(filter)} order by updated_at, id limit ${limit}`);
}

/**
 * Removes a conversation if it still matches: up to `limit` messages, and itself once it has none, with its visitor if no other
 * conversation of the visitor is kept. The caller has locked the visitor (`visitorLock`).
 */
export async function purgeConversation(
  tx: Tx,
  { id, visitorId }: { id: string; visitorId: string },
  filter: ArchiveFilter,
  limit: number,
): Promise<"kept" | "more" | "gone"> {
  const match = await tx.get(
    sql`select 1 from (select id from conversations${archiveCondition({ ...filter, visitorId })}) as m where id = ${id}`,
  );
  if (!match) return "kept";
  if (await purgeMessagesOf(tx, id, limit)) return "more";
  await deleteConversation(tx, { id, visitorId });
  return "gone";
}

/**
 * Removes a slice of the conversations of an agent that was deleted, in which no visitor writes any more: up to `limit` messages,
 * then up to `limit` conversations without messages. @returns whether there may be more.
 */
export async function purgeConversationsOfAgent(tx: Tx, agentId: string, limit: number): Promise<boolean> {
  const doomed = await listOldest(tx, { agentId }, limit);
  if (doomed.length === 0) return false;
  const ids = sqlList(doomed.map(({ id }) => id));
  const messages = await tx.run(
    sql`delete from messages where id in (select id from messages where conversation_id in ${ids} limit ${limit})`,
  );
  if (messages === limit) return true;
  await tx.run(sql`delete from conversations where id in ${ids}`);
  return doomed.length === limit;
}

/** The time of the last message in any conversation, in epoch milliseconds; undefined if there is none. */
export async function findNewestConversation(db: Reader): Promise<number | undefined> {
  return (await db.get<{ at: number }>(sql`select updated_at as at from conversations order by updated_at desc limit 1`))?.at;
}

/** Removes up to `limit` visitors of an agent whose conversations have been deleted. @returns whether there may be more. */
export async function purgeVisitorsOf(tx: Tx, agentId: string, limit: number): Promise<boolean> {
  const gone = await tx.run(sql`delete from visitors where id in (select id from visitors where agent_id = ${agentId} limit ${limit})`);
  return gone === limit;
}
