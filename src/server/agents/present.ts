/** Agents on the wire: an allow-list of fields for the public, all fields for the owner (product 3.4). */
import type { AgentSummary, OwnAgent, PublicAgent } from "../../contract/agent.ts";
import { AGENT_FIELD_NAMES, type AgentField, type AgentValues, publicValues } from "../../contract/agent-fields.ts";
import { collectFields } from "../../contract/fields.ts";
import { versionOf } from "./save.ts";
import type { AgentFields, ListedAgent, StoredAgent } from "./store.ts";

/** The fields that a widget needs to draw itself. */
export function presentPublicAgent(id: string, fields: AgentFields): PublicAgent {
  return { id, chatName: fields.name, ...publicValues(fields) };
}

export function presentOwnAgent(
  agent: StoredAgent,
  more: { knowledge: string[] | null; knowledgeCount: number; messageCount: number },
): OwnAgent {
  return {
    id: agent.id,
    chatName: agent.name,
    ...collectFields<AgentField, AgentValues>(AGENT_FIELD_NAMES, (name) => agent[name]),
    userId: agent.accountId,
    knowledge: more.knowledge ?? undefined,
    knowledgeCount: more.knowledgeCount,
    hasIdentifySecret: agent.hasIdentifySecret,
    messageCount: more.messageCount,
    lastUpdate: lastUpdateOf(agent),
    version: versionOf(agent),
    hasDraft: agent.publishedVersion !== null,
  };
}

const lastUpdateOf = (agent: ListedAgent) => new Date(Math.max(agent.updatedAt, agent.knowledgeUpdatedAt)).toISOString();

export function presentAgentSummary(agent: ListedAgent, messageCount: number): AgentSummary {
  return {
    id: agent.id,
    chatName: agent.name,
    messageCount,
    lastUpdate: lastUpdateOf(agent),
    toggleIconColor: agent.toggleIconColor,
    profileImage: agent.profileImage,
    paused: agent.paused,
  };
}
