/** Recorded conversations, as their owner and the administrator read them. Rules: product 6.9, 6.11. */

import type { MessageKind, Source } from "./chat.ts";
import type { Language } from "./language.ts";

/** The user id that is shown for messages of the editor's preview (product 6.9). */
export const PREVIEW_USER = "preview";

export interface ConversationSummary {
  id: string;
  chatId: string;
  userId: string;
  messageCount: number;
  /** The time of the last message; ISO 8601 UTC. */
  timestamp: string;
  /** How many questions the agent could not answer. */
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
  /** The id of the model that answered, as it is listed, or `builtin`; null for a visitor's message. */
  model: string | null;
  /** What went wrong before a backup answered. */
  note: string | null;
  unanswered: boolean;
  interrupted: boolean;
  /** What the reply rests on; at most `MAX_SOURCES`. */
  sources: readonly Source[];
  /** The number of the agent's version that replied; null for a visitor's message, a preview, and replies from before versions were kept. */
  version: number | null;
  /** Present only for the administrator, and only where a model answered. */
  cost?: ReplyCost;
}

/** What a reply cost the operator. Null means that the figure is not known, not that it is zero. */
export interface ReplyCost {
  inputTokens: number | null;
  outputTokens: number | null;
  /** The vendor sent no token counts, so the server estimated them. */
  isEstimated: boolean;
  /** Millionths of RM. */
  costMicros: number | null;
}

/** A search reads the latest conversations first. It stops after a number of results, or after a limited amount of work. */
export interface SearchEnd {
  /** ISO 8601. Conversations older than this were not searched. Null: all were searched. */
  searchedBackTo: string | null;
  /** A client sends this as `after` to continue the same search where it stopped. Null: there is nothing more to search. */
  searchAfter: string | null;
}

export interface ConversationPage extends SearchEnd {
  conversations: ConversationSummary[];
  total: number;
  totalPages: number;
}

/** What the visitor agreed to before the first message. */
export interface Consent {
  /** Of the text in all languages. */
  version: string;
  language: Language;
  /** As it was shown. */
  text: string;
  /** ISO 8601 UTC. */
  at: string;
}

/** `GET /api/conversations/:id`: a page of messages in reading order; `next` is null at the end. */
export interface ConversationDetails extends ConversationSummary {
  visitorId: string;
  /** Null if the visitor was not asked. */
  consent: Consent | null;
  items: RecordedItem[];
  next: number | null;
}

/** A row of the administrator's list, with the last messages as a JSON-encoded list. */
export interface AdminConversation extends ConversationSummary {
  /** Empty for a preview, and once the agent or the account is gone. */
  chatName: string;
  username: string;
  /** `[{"sender":"user","text":"…"}]`: the last messages, oldest first, at most `LISTED_MESSAGES` and `LISTED_LENGTH`. */
  messages: string;
  /** `messages` leaves out earlier messages; `GET /api/conversations/:id` has all of them. */
  isCut: boolean;
}

/** `GET /api/conversations?page=1&limit=20`. */
export interface AdminConversationPage extends SearchEnd {
  conversations: AdminConversation[];
  total: number;
  totalPages: number;
}

export const LISTED_MESSAGES = 20;
/** The total length of a conversation's listed messages, in characters. The last message is always listed whole. */
export const LISTED_LENGTH = 16_000;
/** The most conversations that one search lists. */
export const SEARCH_FOUND = 200;
export const EXPORT_FORMATS = ["json", "text"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The form of a place where a search stopped: a time and a conversation's id. */
export const SEARCH_AFTER = /^\d{1,15}\.[\w-]{1,64}$/;
export const SEARCH_MAX = 100;
/** The longest agent or owner id that the filter of the list takes. */
export const CONVERSATION_ID_MAX = 64;
export const MESSAGES_PAGE = 200;

/** Part of a reply's note. Nothing failed: the reply was longer than the limit. */
export const CUT_NOTE = "the reply was cut at its limit of length";
