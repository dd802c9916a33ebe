import { type ConversationSummary, PREVIEW_USER, type RecordedItem } from "../../contract/conversation.ts";
import type { RecordedMessage, StoredConversation } from "./store.ts";

export function presentConversation(conversation: StoredConversation, opening: string): ConversationSummary {
  return {
    id: conversation.id,
    chatId: conversation.agentId ?? PREVIEW_USER,
    userId: conversation.accountId ?? PREVIEW_USER,
    messageCount: conversation.messageCount,
    timestamp: new Date(conversation.updatedAt).toISOString(),
    unanswered: conversation.unanswered,
    opening,
  };
}

export function presentItem(message: RecordedMessage): RecordedItem {
  return {
    sequence: message.sequence,
    sender: message.sender,
    text: message.text,
    at: new Date(message.at).toISOString(),
    kind: message.kind,
    model: message.model,
    note: message.note,
    unanswered: message.unanswered,
    interrupted: message.status !== "complete",
  };
}
