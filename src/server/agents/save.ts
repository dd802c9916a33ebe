/** Creates, changes, deletes and restores agents. Each operation checks and writes in one transaction. */

import type { AgentDraft, AgentInput } from "../../contract/agent.schema.ts";
import { RESTORE_WINDOW_MS } from "../../contract/agent.ts";
import { AGENT_DEFAULTS, AGENT_FIELD_NAMES, type AgentField, type AgentValues } from "../../contract/agent-fields.ts";
import { collectFields } from "../../contract/fields.ts";
import { told } from "../../contract/messages/message.ts";
import { maySee } from "../accounts/visible.ts";
import { recordAudit } from "../audit/store.ts";
import { refuseGrowth } from "../knowledge/room.ts";
import { totalsOf } from "../knowledge/store.ts";
import { readWholeList, replaceWholeList } from "../knowledge/whole-list.ts";
import { findLimits } from "../plans/allowance.ts";
import { verdictOnKnowledge, verdictOnNewAgent } from "../plans/limits.ts";
import { DomainError, notFound, planLimit } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { VersionClaim } from "../platform/http/version-claim.ts";
import { newId, repeatableId } from "../platform/ids.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import {
  type AgentFields,
  countActiveAgents,
  countAgents,
  findAgent,
  findDeletedAgent,
  insertAgent,
  markAgentDeleted,
  type StoredAgent,
  touchKnowledge,
  unmarkAgentDeleted,
  updateAgent,
} from "./store.ts";
import { keepVersion, madeBy, recordVersion } from "./versions/keep-version.ts";

interface SaveDeps {
  db: Db;
}

/** Merges the fields that the owner sent into the stored ones. */
export function toFields(input: AgentDraft | AgentInput, stored?: AgentFields): AgentFields {
  const sent: Partial<AgentValues> = input;
  const fields = collectFields<AgentField, AgentValues>(AGENT_FIELD_NAMES, (name) => sent[name] ?? stored?.[name] ?? AGENT_DEFAULTS[name]);
  return { name: input.chatName, ...fields };
}

/** Replaces the whole list. @throws DomainError plan_limit, too_large. */
async function replaceKnowledge(tx: Tx, agent: StoredAgent, after: readonly string[]): Promise<StoredAgent> {
  const limits = await findLimits(tx, agent.accountId);
  const totals = await totalsOf(tx, agent.id);
  const before = await readWholeList(tx, agent.id, totals);
  const verdict = verdictOnKnowledge(before ?? [], after, limits);
  if (before !== null && verdict) throw planLimit(verdict);
  if (!(await replaceWholeList(tx, agent.id, before, after))) return agent;
  refuseGrowth(totals, await totalsOf(tx, agent.id), limits);
  await touchKnowledge(tx, agent.id);
  return { ...agent, knowledgeUpdatedAt: Math.max(tx.now, agent.knowledgeUpdatedAt + 1) };
}

/** @throws DomainError plan_limit. */
export async function refuseNewAgent(tx: Reader, accountId: string): Promise<void> {
  const verdict = verdictOnNewAgent(await countAgents(tx, accountId), await findLimits(tx, accountId));
  if (verdict) throw planLimit(verdict);
}

/**
 * After a change to a smaller plan the owner may choose which agents are active, but never more than the plan allows.
 * @throws DomainError plan_limit.
 */
async function refuseWaking(tx: Reader, agent: StoredAgent): Promise<void> {
  const limits = await findLimits(tx, agent.accountId);
  const verdict = verdictOnNewAgent(await countActiveAgents(tx, agent.accountId), limits);
  if (verdict) throw planLimit(told("agents.activeLimit", { limit: `${limits?.chatLimit ?? 0}` }));
}

const agentOf = ({ accountId }: Viewer, input: AgentInput, id: string, now: number): StoredAgent => ({
  id,
  accountId,
  hasIdentifySecret: false,
  createdAt: now,
  updatedAt: now,
  knowledgeUpdatedAt: now,
  versionNumber: 0,
  publishedVersion: null,
  ...toFields(input),
});

async function insertMade(tx: Tx, viewer: Viewer, agent: StoredAgent, input: AgentInput): Promise<void> {
  await refuseNewAgent(tx, agent.accountId);
  await insertAgent(tx, agent);
  await replaceKnowledge(tx, agent, input.knowledge ?? []);
  await recordVersion(tx, agent.id, madeBy(viewer, agent, "create"));
}

/** The first agent of a business that is made in this transaction. @throws DomainError plan_limit. */
export async function insertNewAgent(tx: Tx, viewer: Viewer, input: AgentInput): Promise<StoredAgent> {
  const agent = agentOf(viewer, input, newId(), tx.now);
  await insertMade(tx, viewer, agent, input);
  return agent;
}

/**
 * The agent belongs to the viewer, whatever `userId` the client sent. A repeated `requestKey` (the client never received
 * the answer) changes the agent that the first request made. @throws DomainError plan_limit.
 */
export async function createAgent(deps: SaveDeps, viewer: Viewer, input: AgentInput, requestKey: string | null): Promise<StoredAgent> {
  const id = requestKey === null ? newId() : repeatableId(viewer.accountId, requestKey);
  const agent = agentOf(viewer, input, id, deps.db.now);
  const make = async (tx: Tx) => {
    if (requestKey !== null && (await findAgent(tx, id))) return false;
    // The first request made this agent, and it was deleted since. Its id stays in use until the purge.
    if (requestKey !== null && (await findDeletedAgent(tx, id))) agent.id = newId();
    await insertMade(tx, viewer, agent, input);
    return true;
  };
  const made = await deps.db.transaction(make, { isGrowth: true });
  return made ? agent : changeAgent(deps, viewer, id, { ...input, knowledge: input.knowledge ?? [] }, () => true);
}

/**
 * The viewer's own agent, or any agent if the viewer is the administrator.
 * @throws DomainError not_found, also when the agent belongs to another account.
 */
export async function findOwnAgent(db: Reader, viewer: Viewer, id: string): Promise<StoredAgent> {
  const agent = await findAgent(db, id);
  if (!agent || !maySee(viewer, agent.accountId)) throw notFound();
  return agent;
}

/** @throws DomainError not_found; changed_meanwhile, when the claim names another version; plan_limit, too_large. */
export async function changeAgent(
  deps: SaveDeps,
  viewer: Viewer,
  id: string,
  input: AgentInput,
  claim: VersionClaim,
): Promise<StoredAgent> {
  return deps.db.transaction(async (tx) => {
    const stored = await findOwnAgent(tx, viewer, id);
    if (!claim(versionOf(stored))) throw changedMeanwhile();
    return keepVersion(tx, id, madeBy(viewer, stored, "edit"), async () => {
      const agent = input.knowledge ? await replaceKnowledge(tx, stored, input.knowledge) : stored;
      // Two saves in the same millisecond get different versions; otherwise the second tab would not see the conflict.
      const updatedAt = Math.max(tx.now, agent.updatedAt + 1);
      const next = { ...agent, ...toFields(input, agent), updatedAt };
      if (agent.paused && !next.paused) await refuseWaking(tx, agent);
      await updateAgent(tx, id, next, updatedAt);
      return next;
    });
  });
}

/** The version that a client sends back as `If-Match`. Each knowledge entry has a version of its own. */
export const versionOf = (agent: StoredAgent): string => String(agent.updatedAt);

const changedMeanwhile = () => new DomainError("changed_meanwhile", told("agents.changedMeanwhile"));

/** The agent can be restored for 60 seconds. @throws DomainError not_found. */
export async function deleteAgent(deps: SaveDeps, viewer: Viewer, address: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, id);
    await markAgentDeleted(tx, id, viewer.userId);
    await recordAudit(tx, { actor: viewer, address, action: "agent.delete", ...lineOf(agent) });
  });
}

/** What a line of the audit log says about an agent. */
export const lineOf = ({ id, accountId, name }: StoredAgent) => ({ subject: id, accountId, before: { name } });

/** Only the account that deleted the agent can restore it, within 60 seconds. @throws DomainError not_found, plan_limit. */
export async function restoreAgent(deps: SaveDeps, viewer: Viewer, address: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const agent = await findDeletedAgent(tx, id);
    if (!agent || !maySee(viewer, agent.accountId)) throw notFound();
    if (agent.deletedBy !== viewer.userId || tx.now - agent.deletedAt > RESTORE_WINDOW_MS) throw notFound();
    await refuseNewAgent(tx, agent.accountId);
    await unmarkAgentDeleted(tx, id);
    await recordAudit(tx, { actor: viewer, address, action: "agent.restore", ...lineOf(await findOwnAgent(tx, viewer, id)) });
  });
}
