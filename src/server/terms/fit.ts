/** Fits an account's agents to its plan: agents beyond the limit are paused, never deleted. */

import { listAgentStates, setPausedByPlan } from "../agents/store.ts";
import { usedByAgent } from "../plans/usage-store.ts";
import type { Tx } from "../platform/storage/db.ts";

/**
 * Pauses the agents beyond the limit, those with the fewest messages this month first, or resumes agents that an
 * earlier plan had no room for. @returns the ids of the agents that changed.
 */
export async function fitAgents(tx: Tx, accountId: string, limit: number, month: string): Promise<string[]> {
  const agents = await listAgentStates(tx, accountId);
  const used = await usedByAgent(tx, accountId, month);
  const byUse = (one: { id: string }, other: { id: string }) => (used.get(other.id) ?? 0) - (used.get(one.id) ?? 0);
  const active = agents.filter((agent) => !agent.paused).sort(byUse);
  const beyond = active.slice(limit);
  const waiting = agents.filter((agent) => agent.paused && agent.pausedByPlan).sort(byUse);
  const woken = waiting.slice(0, Math.max(0, limit - active.length));
  for (const agent of beyond) await setPausedByPlan(tx, agent.id, true);
  for (const agent of woken) await setPausedByPlan(tx, agent.id, false);
  return [...beyond, ...woken].map((agent) => agent.id);
}
