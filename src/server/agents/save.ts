/** Creating, changing, deleting and restoring agents: each decision and its writing are one transaction. */

import type { AgentDraft, AgentInput } from "../../contract/agent.schema.ts";
import { RESTORE_WINDOW_MS } from "../../contract/agent.ts";
import { formatEntry } from "../../contract/knowledge.ts";
import { listEntries, replaceEntries } from "../knowledge/store.ts";
import { findAllowance } from "../plans/allowance.ts";
import { verdictOnKnowledge, verdictOnNewAgent } from "../plans/limits.ts";
import type { Db, Reader, Tx } from "../platform/db.ts";
import { DomainError, notFound, planLimit, unauthenticated } from "../platform/errors.ts";
import type { Viewer } from "../platform/http.ts";
import { newId, repeatableId } from "../platform/ids.ts";
import type { AgentBook } from "./book.ts";
import {
  type AgentFields,
  countActiveAgents,
  countAgents,
  findAgent,
  findDeletedAgent,
  insertAgent,
  markAgentDeleted,
  type StoredAgent,
  unmarkAgentDeleted,
  updateAgent,
} from "./store.ts";

interface SaveDeps {
  db: Db;
  book: AgentBook;
}

/** What the owner sent, over what is stored. */
export function toFields(input: AgentDraft | AgentInput, stored?: Pick<AgentFields, "paused" | "limitText" | "offlineText">): AgentFields {
  const { chatName, knowledge: _, ...fields } = input;
  return {
    ...fields,
    name: chatName,
    paused: input.paused ?? stored?.paused ?? false,
    limitText: input.limitText ?? stored?.limitText ?? "",
    offlineText: input.offlineText ?? stored?.offlineText ?? "",
  };
}

async function limitsFor(db: Reader, accountId: string, now: number) {
  const allowance = await findAllowance(db, accountId, now);
  if (!allowance) throw unauthenticated();
  return allowance.limits;
}

/** @throws DomainError plan_limit. */
async function refuseKnowledge(tx: Reader, accountId: string, before: readonly string[], after: readonly string[], now: number) {
  const verdict = verdictOnKnowledge(before, after, await limitsFor(tx, accountId, now));
  if (verdict) throw planLimit(verdict);
}

async function refuseNewAgent(tx: Reader, accountId: string, now: number): Promise<void> {
  const verdict = verdictOnNewAgent(await countAgents(tx, accountId), await limitsFor(tx, accountId, now));
  if (verdict) throw planLimit(verdict);
}

/** After a smaller plan the owner chooses which agents stay awake, but never more than it allows. @throws DomainError plan_limit. */
async function refuseWaking(tx: Reader, agent: StoredAgent, now: number): Promise<void> {
  const limits = await limitsFor(tx, agent.accountId, now);
  const verdict = verdictOnNewAgent(await countActiveAgents(tx, agent.accountId), limits);
  if (verdict) throw planLimit(`${verdict}. Pause another agent first.`);
}

/**
 * The agent belongs to the viewer, whatever `userId` the client sent. The same `requestKey` again, after an answer that
 * never arrived, changes the agent that it made. @throws DomainError plan_limit.
 */
export async function createAgent(
  deps: SaveDeps,
  viewer: Viewer,
  input: AgentInput,
  requestKey: string | null,
  now: number,
): Promise<StoredAgent> {
  const id = requestKey === null ? newId() : repeatableId(viewer.accountId, requestKey);
  const agent: StoredAgent = { id, accountId: viewer.accountId, createdAt: now, updatedAt: now, ...toFields(input) };
  const made = await deps.db.transaction(async (tx) => {
    if (requestKey !== null && (await findAgent(tx, id))) return false;
    // Made by this request and deleted since: the name is still taken until its purge.
    if (requestKey !== null && (await findDeletedAgent(tx, id))) agent.id = newId();
    await refuseNewAgent(tx, viewer.accountId, now);
    await refuseKnowledge(tx, viewer.accountId, [], input.knowledge ?? [], now);
    await insertAgent(tx, agent);
    await replaceEntries(tx, agent.id, input.knowledge ?? [], now);
    return true;
  });
  return made ? agent : changeAgent(deps, viewer, id, { ...input, lastUpdate: undefined, knowledge: input.knowledge ?? [] }, now);
}

/** The viewer's own agent, or any for the administrator. @throws DomainError not_found, also when it is somebody else's. */
export async function findOwnAgent(db: Reader, viewer: Viewer, id: string): Promise<StoredAgent> {
  const agent = await findAgent(db, id);
  if (!agent || (agent.accountId !== viewer.accountId && viewer.role !== "admin")) throw notFound();
  return agent;
}

/** @throws DomainError not_found; changed_meanwhile, when `lastUpdate` is not the stored one; plan_limit. */
export async function changeAgent(deps: SaveDeps, viewer: Viewer, id: string, input: AgentInput, now: number): Promise<StoredAgent> {
  const saved = await deps.db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, id);
    if (input.lastUpdate !== undefined && Date.parse(input.lastUpdate) !== agent.updatedAt) throw changedMeanwhile();
    if (input.knowledge) await replaceKnowledge(tx, agent, input.knowledge, now);
    // Two saves in one millisecond still differ, or the second tab's would pass for the first's.
    const updatedAt = Math.max(now, agent.updatedAt + 1);
    const next = { ...agent, ...toFields(input, agent), updatedAt };
    if (agent.paused && !next.paused) await refuseWaking(tx, agent, now);
    await updateAgent(tx, id, next, updatedAt);
    return next;
  });
  deps.book.forget(id);
  return saved;
}

async function replaceKnowledge(tx: Tx, agent: StoredAgent, after: readonly string[], now: number): Promise<void> {
  const before = (await listEntries(tx, agent.id)).map(formatEntry);
  await refuseKnowledge(tx, agent.accountId, before, after, now);
  await replaceEntries(tx, agent.id, after, now);
}

const changedMeanwhile = () => new DomainError("changed_meanwhile", "This agent was changed in another window.");

/** It can be brought back for 60 seconds. @throws DomainError not_found. */
export async function deleteAgent(deps: SaveDeps, viewer: Viewer, id: string, now: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await findOwnAgent(tx, viewer, id);
    await markAgentDeleted(tx, id, viewer.accountId, now);
  });
  deps.book.forget(id);
}

/** By whoever deleted it, within 60 seconds, if the plan still has room. @throws DomainError not_found, plan_limit. */
export async function restoreAgent(deps: SaveDeps, viewer: Viewer, id: string, now: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const agent = await findDeletedAgent(tx, id);
    if (!agent || agent.deletedBy !== viewer.accountId || now - agent.deletedAt > RESTORE_WINDOW_MS) throw notFound();
    await refuseNewAgent(tx, agent.accountId, now);
    await unmarkAgentDeleted(tx, id);
  });
  deps.book.forget(id);
}
