/** Recorded conversations, as their owner and the administrator read them. Source: spec.md §3 "Conversation". */
import type { MessageKind } from "./chat.ts";

/** Presented in place of a user for messages of the editor's preview (design.md §4). */
export const PREVIEW_USER = "preview";

export interface ConversationSummary {
  id: string;
  chatId: string;
  userId: string;
  messageCount: number;
  /** Of the last message; ISO 8601 UTC. */
  timestamp: string;
  /** How many of the agent's replies did not know the answer. */
  unanswered: number;
  /** The beginning of the visitor's first message. */
  opening: string;
}

export interface RecordedItem {
  sequence: number;
  sender: "user" | "bot";
  text: string;
  at: string;
  kind: MessageKind;
  /** The listed id of the model that answered, or `builtin`; null for a visitor's message. */
  model: string | null;
  /** What went wrong before a backup answered. */
  note: string | null;
  unanswered: boolean;
  interrupted: boolean;
  /** For the administrator alone, and only where a model answered. */
  cost?: ReplyCost;
}

/** What a reply cost the operator. Null: not known, which is not nothing. */
export interface ReplyCost {
  inputTokens: number | null;
  outputTokens: number | null;
  /** The vendor gave no figures: these are the server's. */
  isEstimated: boolean;
  /** Millionths of RM. */
  costMicros: number | null;
}

export interface ConversationPage {
  conversations: ConversationSummary[];
  total: number;
  totalPages: number;
}

/** `GET /api/conversations/:id`: a page of messages in reading order; `next` is null at the end. */
export interface ConversationDetails extends ConversationSummary {
  items: RecordedItem[];
  next: number | null;
}

/** A row of the administrator's list: with what was said last, as a JSON-encoded list (spec.md §3 "Conversation"). */
export interface AdminConversation extends ConversationSummary {
  /** `[{"sender":"user","text":"…"}]`: the last `LISTED_MESSAGES` of them, oldest first. */
  messages: string;
}

/** `GET /api/conversations?page=1&limit=20`. */
export interface AdminConversationPage {
  conversations: AdminConversation[];
  total: number;
  totalPages: number;
  /** A search reads the latest first and stops somewhere: what is older than this was not read. Null: all was. */
  searchedBackTo: string | null;
}

export const LISTED_MESSAGES = 20;
/** Conversations that a search lists at most. */
export const SEARCH_FOUND = 200;
export const EXPORT_FORMATS = ["json", "text"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const SEARCH_MAX = 100;
export const MESSAGES_PAGE = 200;

/** Part of a reply's note: nothing failed, the reply was longer than replies may be. */
export const CUT_NOTE = "the reply was cut at its limit of length";
