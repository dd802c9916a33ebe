import type { ChatMessage, Sender } from "../../contract/chat.ts";
import {
  type AdminConversation,
  type Consent,
  type ConversationSummary,
  LISTED_LENGTH,
  PREVIEW_USER,
  type RecordedItem,
} from "../../contract/conversation.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { RecordedMessage, StoredConversation } from "./archive-store.ts";
import type { StoredConsent } from "./consents-store.ts";
import type { MessageAuthor, StoredMessage } from "./store.ts";

const senderOf = (author: MessageAuthor): Sender => (author === "visitor" ? "user" : "bot");

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

export function presentConsent(consent: StoredConsent | undefined): Consent | null {
  return consent ? { ...consent, at: new Date(consent.at).toISOString() } : null;
}

/** A row of the administrator's list, with as many of its last messages as fit. `latest`: oldest first. */
export function presentListed(
  conversation: StoredConversation,
  opening: string,
  names: { chatName: string; username: string },
  latest: readonly StoredMessage[],
): AdminConversation {
  let length = 0;
  const fitting = latest.toReversed().filter(({ text }, i) => {
    length += text.length;
    return i === 0 || length <= LISTED_LENGTH;
  });
  const messages = JSON.stringify(fitting.toReversed().map(({ author, text }) => ({ sender: senderOf(author), text })));
  return { ...presentConversation(conversation, opening), ...names, messages, isCut: fitting.length < conversation.messageCount };
}

export function presentItem(message: RecordedMessage): RecordedItem {
  return {
    sequence: message.sequence,
    sender: senderOf(message.author),
    text: message.text,
    at: new Date(message.at).toISOString(),
    kind: message.kind,
    model: message.model,
    note: message.note,
    unanswered: message.unanswered,
    interrupted: message.status !== "complete",
    sources: message.sources ?? [],
    version: message.version,
  };
}

/** Includes the cost of the reply, which only the operator may see. */
export function presentPricedItem(message: RecordedMessage): RecordedItem {
  const { model, inputTokens, outputTokens, isEstimated, costMicros } = message;
  const item = presentItem(message);
  if (model === null || model === BUILTIN_MODEL) return item;
  return { ...item, cost: { inputTokens, outputTokens, isEstimated, costMicros } };
}

/**
 * Messages for the visitor's screen, oldest first. Only the last one still offers its quick replies.
 * @param sourcesOf what the visitor may see of a message's sources.
 */
export function presentMessages(
  messages: readonly StoredMessage[],
  sourcesOf: (message: StoredMessage) => ChatMessage["sources"],
): ChatMessage[] {
  return messages.map((message, at) => {
    const quickReplies = at === messages.length - 1 ? message.quickReplies : undefined;
    const sources = sourcesOf(message);
    return { ...presentMessage(message), ...(quickReplies && { quickReplies }), ...(sources && { sources }) };
  });
}

/** A bot message has the id of the message that it answers. */
function presentMessage(message: StoredMessage): ChatMessage {
  return {
    id: message.clientId ?? message.id,
    sender: senderOf(message.author),
    text: message.text,
    at: new Date(message.at).toISOString(),
    ...(message.author !== "visitor" && message.kind !== "reply" ? { kind: message.kind } : {}),
    ...(message.status === "complete" ? {} : { interrupted: true }),
  };
}

export const consentText = ({ at, text }: Consent): string => `[${at}] The visitor agreed to: ${text}\n`;

/** A message as plain text, for an export. */
export function textOf(message: RecordedMessage): string {
  const who = message.author === "visitor" ? "Visitor" : "Agent";
  return `[${new Date(message.at).toISOString()}] ${who}: ${message.text}\n`;
}
