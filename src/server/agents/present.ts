/** Agents on the wire: an allow-list for strangers, everything for the owner (product 3.4). */
import type { AgentSummary, AgentTheme, OwnAgent, PublicAgent } from "../../contract/agent.ts";
import { versionOf } from "./save.ts";
import type { AgentFields, ListedAgent, StoredAgent } from "./store.ts";

function presentTheme(fields: AgentFields): AgentTheme {
  return {
    toggleIcon: fields.toggleIcon,
    profileImage: fields.profileImage,
    userChatboxColor: fields.userChatboxColor,
    botBackgroundColor: fields.botBackgroundColor,
    userBackgroundColor: fields.userBackgroundColor,
    chatboxBackgroundImage: fields.chatboxBackgroundImage,
    toggleIconColor: fields.toggleIconColor,
    sendButtonColor: fields.sendButtonColor,
    iconButtonColor: fields.iconButtonColor,
    typingText: fields.typingText,
    loadingIndicatorColor: fields.loadingIndicatorColor,
  };
}

/** What a widget needs to draw itself. */
export function presentPublicAgent(id: string, fields: AgentFields): PublicAgent {
  return { id, chatName: fields.name, defaultMessage: fields.defaultMessage, ...presentTheme(fields) };
}

export function presentOwnAgent(
  agent: StoredAgent,
  more: { knowledge: string[] | null; knowledgeCount: number; messageCount: number },
): OwnAgent {
  return {
    ...presentPublicAgent(agent.id, agent),
    userId: agent.accountId,
    mood: agent.mood,
    focus: agent.focus,
    knowledge: more.knowledge ?? undefined,
    knowledgeCount: more.knowledgeCount,
    domain: agent.domain,
    paused: agent.paused,
    limitText: agent.limitText,
    offlineText: agent.offlineText,
    hasIdentifySecret: agent.hasIdentifySecret,
    messageCount: more.messageCount,
    lastUpdate: lastUpdateOf(agent),
    version: versionOf(agent),
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
