/** Owns: agents, sightings. */
import { AGENT_FIELD_NAMES, AGENT_FIELDS, type AgentField, type AgentValues, byKind } from "../../contract/agent-fields.ts";
import { collectFields } from "../../contract/fields.ts";
import { createColumns, FLAG, TEXT, TEXTS, TRANSLATED } from "../platform/storage/columns.ts";
import { type Reader, type SqlValue, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/** The fields that an owner sets. */
export interface AgentFields extends AgentValues {
  name: string;
}

export interface StoredAgent extends AgentFields {
  id: string;
  accountId: string;
  /** Whether the agent has a secret with which the owner's server can vouch for visitors. */
  hasIdentifySecret: boolean;
  createdAt: number;
  /** The time of the last change of these fields: the version that a save is compared with. */
  updatedAt: number;
  /** The time of the last change of the knowledge. It grows with every change. */
  knowledgeUpdatedAt: number;
  /** The number of the newest version; 0: nothing has changed since versions are kept. */
  versionNumber: number;
  /** The version that visitors get; null: the newest state, because changes reach them at once. */
  publishedVersion: number | null;
}

const FIELDS = createColumns<AgentValues>(
  collectFields<AgentField, Record<AgentField, string>>(AGENT_FIELD_NAMES, (name) => AGENT_FIELDS[name].column),
  byKind({ text: TEXT, colour: TEXT, picture: TEXT, mood: TEXT, domain: TEXT, flag: FLAG, texts: TEXTS, translated: TRANSLATED }),
);

interface AgentRow {
  [column: string]: SqlValue;
  id: string;
  account_id: string;
  name: string;
  identify_secret: string | null;
  created_at: number;
  updated_at: number;
  knowledge_updated_at: number;
  version_number: number;
  published_version: number | null;
}

function toAgent(row: AgentRow): StoredAgent {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    ...FIELDS.read(row),
    hasIdentifySecret: row.identify_secret !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    knowledgeUpdatedAt: row.knowledge_updated_at,
    versionNumber: row.version_number,
    publishedVersion: row.published_version,
  };
}

export async function findAgent(db: Reader, id: string): Promise<StoredAgent | undefined> {
  const row = await db.get<AgentRow>(sql`select * from agents where id = ${id} and deleted_at is null`);
  return row && toAgent(row);
}

/** @returns the sealed secret with which the owner's server vouches for visitors, or null if there is none. */
export async function findIdentifySecret(db: Reader, id: string): Promise<string | null> {
  const row = await db.get<{ identify_secret: string | null }>(sql`select identify_secret from agents where id = ${id}`);
  return row?.identify_secret ?? null;
}

export async function setIdentifySecret(tx: Tx, id: string, sealed: string): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`update agents set identify_secret = ${sealed} where id = ${id}`);
}

const MAX_LISTED = 500;

/** The fields that a list of agents shows. */
export type ListedAgent = Pick<
  StoredAgent,
  "id" | "name" | "toggleIconColor" | "profileImage" | "paused" | "updatedAt" | "knowledgeUpdatedAt"
>;

/** An account's agents, the oldest first, bounded. Without the long texts, because every visit to the dashboard reads it. */
export async function listAgents(db: Reader, accountId: string, limit = MAX_LISTED): Promise<ListedAgent[]> {
  const rows = await db.all<{
    id: string;
    name: string;
    toggle_icon_color: string;
    profile_image: string;
    paused: number;
    updated_at: number;
    knowledge_updated_at: number;
  }>(sql`
    select id, name, toggle_icon_color, profile_image, paused, updated_at, knowledge_updated_at from agents
    where account_id = ${accountId} and deleted_at is null order by created_at, id limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    toggleIconColor: row.toggle_icon_color,
    profileImage: row.profile_image,
    paused: row.paused === 1,
    updatedAt: row.updated_at,
    knowledgeUpdatedAt: row.knowledge_updated_at,
  }));
}

/** A version of an agent's knowledge. */
export interface KnowledgeChange {
  id: string;
  accountId: string;
  version: number;
}

/** The agents whose knowledge has changed after `after`, in the order of these changes. */
export async function listKnowledgeChanges(
  db: Reader,
  after: Pick<KnowledgeChange, "id" | "version">,
  limit: number,
): Promise<KnowledgeChange[]> {
  return db.all(sql`
    select id, account_id as "accountId", knowledge_updated_at as version from agents
    where (knowledge_updated_at, id) > (${after.version}, ${after.id}) and deleted_at is null
    order by knowledge_updated_at, id limit ${limit}`);
}

export async function countAgents(db: Reader, accountId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`select count(*) as n from agents where account_id = ${accountId} and deleted_at is null`);
  return row?.n ?? 0;
}

export async function countActiveAgents(db: Reader, accountId: string): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from agents where account_id = ${accountId} and deleted_at is null and paused = 0`,
  );
  return row?.n ?? 0;
}

export interface AgentState {
  id: string;
  paused: boolean;
  /** Whether the agent is paused because the plan has no room for it. */
  pausedByPlan: boolean;
}

/** All of an account's agents, oldest first. */
export async function listAgentStates(db: Reader, accountId: string): Promise<AgentState[]> {
  const rows = await db.all<{ id: string; paused: number; paused_by_plan: number }>(sql`
    select id, paused, paused_by_plan from agents where account_id = ${accountId} and deleted_at is null order by created_at, id`);
  return rows.map((row) => ({ id: row.id, paused: row.paused === 1, pausedByPlan: row.paused_by_plan === 1 }));
}

/** Increases the version, so that an editor that still shows the old state cannot save it back. */
export async function setPausedByPlan(tx: Tx, id: string, paused: boolean): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`
    update agents set paused = ${paused}, paused_by_plan = ${paused}, updated_at = case when updated_at >= ${tx.now} then updated_at + 1 else ${tx.now} end
    where id = ${id}`);
}

/** @throws ConstraintError unique, when the id is in use. */
export async function insertAgent(tx: Tx, agent: StoredAgent): Promise<void> {
  await tx.run(sql`
    insert into agents (id, account_id, name, ${FIELDS.names}, created_at, updated_at)
    values (${agent.id}, ${agent.accountId}, ${agent.name}, ${FIELDS.values(agent)}, ${agent.createdAt}, ${agent.updatedAt})`);
}

/** When the owner resumes the agent, the plan's pause ends as well. */
export async function updateAgent(tx: Tx, id: string, agent: AgentFields, updatedAt: number): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`
    update agents set name = ${agent.name}, ${FIELDS.assignments(agent)},
      paused_by_plan = case when ${agent.paused} = 1 then paused_by_plan else 0 end, updated_at = ${updatedAt}
    where id = ${id} and deleted_at is null`);
}

/** Must be called in every transaction that changes the agent's entries. */
export async function touchKnowledge(tx: Tx, id: string): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`
    update agents set knowledge_updated_at = case when knowledge_updated_at >= ${tx.now} then knowledge_updated_at + 1 else ${tx.now} end
    where id = ${id}`);
}

/** Call it with the version that is stored in the same transaction. */
export async function setVersionNumber(tx: Tx, id: string, number: number): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`update agents set version_number = ${number} where id = ${id}`);
}

/** The version that visitors get from now on; null: the newest state. */
export async function setPublishedVersion(tx: Tx, id: string, number: number | null): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`update agents set published_version = ${number} where id = ${id}`);
}

/** @returns whether an agent was marked. */
export async function markAgentDeleted(tx: Tx, id: string, deletedBy: string): Promise<boolean> {
  tx.changed("agent", id);
  return (
    (await tx.run(sql`update agents set deleted_at = ${tx.now}, deleted_by = ${deletedBy} where id = ${id} and deleted_at is null`)) > 0
  );
}

export async function findDeletedAgent(
  db: Reader,
  id: string,
): Promise<{ accountId: string; deletedBy: string; deletedAt: number } | undefined> {
  const row = await db.get<{ account_id: string; deleted_by: string; deleted_at: number }>(
    sql`select account_id, deleted_by, deleted_at from agents where id = ${id} and deleted_at is not null`,
  );
  return row && { accountId: row.account_id, deletedBy: row.deleted_by, deletedAt: row.deleted_at };
}

export async function unmarkAgentDeleted(tx: Tx, id: string): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`update agents set deleted_at = null, deleted_by = null where id = ${id}`);
}

/** Marks all agents of a deleted account. @returns how many were marked. */
export async function markAgentsOfDeleted(tx: Tx, accountId: string): Promise<number> {
  const rows = await tx.all<{ id: string }>(sql`
    update agents set deleted_at = ${tx.now}, deleted_by = ${withAccount(accountId)}
    where account_id = ${accountId} and deleted_at is null returning id`);
  for (const { id } of rows) tx.changed("agent", id);
  return rows.length;
}

/** Restores the agents that were deleted with the account, and not those that were deleted before. */
export async function unmarkAgentsOfDeleted(tx: Tx, accountId: string): Promise<void> {
  const rows = await tx.all<{ id: string }>(sql`
    update agents set deleted_at = null, deleted_by = null
    where account_id = ${accountId} and deleted_at is not null and deleted_by = ${withAccount(accountId)} returning id`);
  for (const { id } of rows) tx.changed("agent", id);
}

const withAccount = (accountId: string) => `account:${accountId}`;

/** Whether the table still has rows of the account's agents, deleted ones included. */
export async function hasAnyAgent(db: Reader, accountId: string): Promise<boolean> {
  return (await db.get(sql`select 1 from agents where account_id = ${accountId} limit 1`)) !== undefined;
}

/** How many agents each of the accounts has. */
export async function countAgentsOf(db: Reader, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ account_id: string; n: number }>(sql`
    select account_id, count(*) as n from agents where account_id in ${sqlList(accountIds)} and deleted_at is null group by account_id`);
  return new Map(rows.map((row) => [row.account_id, row.n]));
}

/** The agents of accounts, by the agents' ids; bounded. */
export async function listAccountsOfAgents(db: Reader, accountIds: readonly string[], limit: number): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; account_id: string }>(sql`
    select id, account_id from agents where account_id in ${sqlList(accountIds)} and deleted_at is null limit ${limit}`);
  return new Map(rows.map((row) => [row.id, row.account_id]));
}

/** The ids of accounts with an agent, in order. */
export async function listOwners(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ account_id: string }>(sql`
    select distinct account_id from agents where deleted_at is null and account_id > ${afterId} order by account_id limit ${limit}`);
  return rows.map((row) => row.account_id);
}

/** Counts the agents of all accounts except one, from indexes alone. */
export async function countAgentsExcept(db: Reader, accountId: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    select (select count(*) from agents) - (select count(*) from agents where deleted_at is not null)
      - (select count(*) from agents where account_id = ${accountId} and deleted_at is null) as n`);
  return row?.n ?? 0;
}

/** The names of agents by their ids, also of deleted ones until their purge. */
export async function listAgentNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; name: string }>(sql`select id, name from agents where id in ${sqlList(ids)}`);
  return new Map(rows.map((row) => [row.id, row.name]));
}

const MAX_PURGED = 20;

/** The ids of agents that can no longer be restored. */
export async function listPurgeable(db: Reader, deletedBefore: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select id from agents where deleted_at <= ${deletedBefore} limit ${MAX_PURGED}`);
  return rows.map((row) => row.id);
}

/** Deletes the agent and everything that belongs to it for good. */
export async function purgeAgent(tx: Tx, id: string, deletedBefore: number): Promise<void> {
  tx.changed("agent", id);
  await tx.run(sql`delete from agents where id = ${id} and deleted_at <= ${deletedBefore}`);
}

export async function recordSighting(tx: Tx, agentId: string, host: string): Promise<void> {
  await tx.run(sql`
    insert into sightings (agent_id, host, first_seen_at, last_seen_at) values (${agentId}, ${host}, ${tx.now}, ${tx.now})
    on conflict (agent_id, host) do update set last_seen_at = excluded.last_seen_at, opens = sightings.opens + 1`);
}

/** Anyone can claim any host, so an agent keeps only the latest ones. */
export async function trimSightings(tx: Tx, agentId: string, keep: number): Promise<void> {
  await tx.run(sql`
    delete from sightings where agent_id = ${agentId} and host not in (
      select host from sightings where agent_id = ${agentId} order by last_seen_at desc limit ${keep})`);
}

export async function listSightings(db: Reader, agentId: string): Promise<{ host: string; lastSeenAt: number; opens: number }[]> {
  const rows = await db.all<{ host: string; last_seen_at: number; opens: number }>(
    sql`select host, last_seen_at, opens from sightings where agent_id = ${agentId} order by last_seen_at desc limit 20`,
  );
  return rows.map((row) => ({ host: row.host, lastSeenAt: row.last_seen_at, opens: row.opens }));
}

/** The first host on which an agent of the account was opened, except these. */
export async function findFirstSighting(
  db: Reader,
  accountId: string,
  except: readonly string[],
): Promise<{ host: string; firstSeenAt: number } | null> {
  const others = except.length === 0 ? sql`true` : sql`s.host not in ${sqlList(except)}`;
  const row = await db.get<{ host: string; first_seen_at: number }>(sql`
    select s.host, s.first_seen_at from agents a join sightings s on s.agent_id = a.id
    where a.account_id = ${accountId} and a.deleted_at is null and ${others}
    order by s.first_seen_at, s.host limit 1`);
  return row ? { host: row.host, firstSeenAt: row.first_seen_at } : null;
}
