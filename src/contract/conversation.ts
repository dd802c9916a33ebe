/** Recorded conversations, as their owner and the administrator read them. Rules: product 6.9, 6.11. */

import type { MessageKind } from "./chat.ts";

/** Presented in place of a user for messages of the editor's preview (product 6.9). */
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

/** A search reads the latest conversations first, and stops after so many of them or after so much work. */
export interface SearchEnd {
  /** ISO 8601: what is older than this was not searched. Null: everything was. */
  searchedBackTo: string | null;
  /** Sent as `after`, the same search goes on behind the place where this one stopped. Null: there is nothing behind it. */
  searchAfter: string | null;
}

export interface ConversationPage extends SearchEnd {
  conversations: ConversationSummary[];
  total: number;
  totalPages: number;
}

/** `GET /api/conversations/:id`: a page of messages in reading order; `next` is null at the end. */
export interface ConversationDetails extends ConversationSummary {
  items: RecordedItem[];
  next: number | null;
}

/** A row of the administrator's list: with what was said last, as a JSON-encoded list. */
export interface AdminConversation extends ConversationSummary {
  /** `[{"sender":"user","text":"…"}]`: the last ones, oldest first, within `LISTED_MESSAGES` and `LISTED_LENGTH`. */
  messages: string;
  /** `messages` leaves earlier ones out: `GET /api/conversations/:id` has all of them. */
  isCut: boolean;
}

/** `GET /api/conversations?page=1&limit=20`. */
export interface AdminConversationPage extends SearchEnd {
  conversations: AdminConversation[];
  total: number;
  totalPages: number;
}

export const LISTED_MESSAGES = 20;
/** Characters of all listed messages of a conversation. The last message is always listed whole. */
export const LISTED_LENGTH = 16_000;
/** Conversations that a search lists at most. */
export const SEARCH_FOUND = 200;
export const EXPORT_FORMATS = ["json", "text"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A place where a search stopped, as the server writes it: a time and a conversation. */
export const SEARCH_AFTER = /^\d{1,15}\.[\w-]{1,64}$/;
export const SEARCH_MAX = 100;
/** Of an agent's or an owner's id, in the filter of the list. */
export const CONVERSATION_ID_MAX = 64;
export const MESSAGES_PAGE = 200;

/** Part of a reply's note: nothing failed, the reply was longer than replies may be. */
export const CUT_NOTE = "the reply was cut at its limit of length";
