/**
 * The socket's events; docs/protocol.md is their manual. Frames are JSON `{event, data}`; a bot event also carries
 * `id`, the id of the visitor message that it answers. Rules: product 6. Imports nothing.
 */

export const SOCKET_PATH = "/api/socket";
/** Bytes of one frame; a larger one closes the socket (1009). */
export const MAX_FRAME_BYTES = 128 * 1024;
/** UTF-16 units of one visitor message. */
export const MAX_MESSAGE_LENGTH = 4_000;
/** How many visitor messages of one conversation may wait while an earlier one is being answered. */
export const MAX_QUEUED_TURNS = 3;
/** How many messages are sent with a session; older ones stay in the record. */
export const HISTORY_SENT = 100;
/** How many texts a reply may offer the visitor to send next, and the UTF-16 units of each. */
export const MAX_QUICK_REPLIES = 3;
export const QUICK_REPLY_LENGTH = 80;
/** The most sources of a reply, and the UTF-16 units of a title and of a quote. */
export const MAX_SOURCES = 3;
export const SOURCE_TITLE = 80;
export const SOURCE_QUOTE = 200;
/** Sockets that one visitor may have open at one time, in all tabs and on all devices. */
export const MAX_SOCKETS_OF_VISITOR = 50;
/** Bytes of a visitor session. It holds the longest identity, in the characters that take the most bytes, and its signature. */
export const MAX_SESSION_LENGTH = 8_192;
/** The form of versions of a consent's text. */
export const CONSENT_VERSION = /^[0-9a-f]{16}$/;
/** The form of message ids, which the client makes. */
export const MESSAGE_ID = /^[A-Za-z0-9_-]{8,64}$/;

export type Sender = "user" | "bot";
/** Why a bot message was sent; `reply` is the ordinary case. */
export type MessageKind = "reply" | "limit" | "offline";

/** A passage that a reply rests on, as it was when the reply was written. */
export interface Source {
  /** Absent for visitors, and for an entry that was never stored. */
  entryId?: string;
  /** The heading, label or first words of the passage. */
  title: string;
  /** The beginning of the passage. */
  quote: string;
}

/** What the visitor must agree to before the next message, because it would begin a conversation. */
export interface ConsentQuestion {
  /** The client sends it with its messages once the visitor has agreed. */
  version: string;
  /** In the language of the hello. */
  text: string;
}

export interface ChatMessage {
  /** For a visitor message, the client's id. For a bot message, the id of the message that it answers. */
  id: string;
  sender: Sender;
  text: string;
  /** ISO 8601 UTC. */
  at: string;
  kind?: MessageKind;
  /** The reply ended early: the model failed, the visitor reset the conversation, or the server stopped. */
  interrupted?: boolean;
  /** Texts that the visitor may send next with a tap. Only the last message of a conversation has them. */
  quickReplies?: readonly string[];
  /** What the reply rests on, if the agent shows it to visitors. */
  sources?: readonly Source[];
}

/** A reply that is being written while a client connects. */
export interface LiveReply {
  id: string;
  /** All chunks so far. The next chunk's index is the length of this list. */
  chunks: string[];
}

/** Who the visitor is on the owner's site. The owner's server vouches for it with the agent's secret. */
export interface Identity {
  id: string;
  name?: string;
  email?: string;
  /** Unix seconds. After this time the hash is refused. */
  expires: number;
  /** HMAC-SHA256 of `identityMessage`, in lower-case hexadecimal. */
  hash: string;
}

/** The text that the owner's server signs: one field per line, empty where a field is absent. No field may contain a line break. */
export function identityMessage(chatId: string, { id, name = "", email = "", expires }: Omit<Identity, "hash">): string {
  return [chatId, id, name, email, String(expires)].join("\n");
}

/** Client → server. */
export type ClientEvent =
  | { event: "hello"; data: { chatId: string; ticket?: string; session?: string; lang?: string } }
  | {
      event: "chatMessage";
      /** Either `text`, or a `messages` list, of which only the last visitor message counts. Everything else is ignored. */
      data: {
        id?: string;
        text?: string;
        messages?: { sender: string; text: string }[];
        chatId?: string;
        ticket?: string;
        session?: string;
        /** The version of the text to which the visitor has agreed. */
        consent?: string;
      };
    }
  | { event: "identify"; data: Identity }
  | { event: "resume"; data: { id: string; chunkIndex: number } }
  | { event: "reset"; data: Record<string, never> };

export interface SessionData {
  /** The client sends it with the next `hello`. It replaces any earlier session. */
  session: string;
  chatId: string;
  messages: ChatMessage[];
  live: LiveReply | null;
  /** Ids of visitor messages that were accepted and are not answered yet, oldest first. */
  pending: string[];
  /** Absent where the next message needs no consent. */
  consent?: ConsentQuestion;
}

/** What the end of a reply brings with it. */
export type Ending = Pick<ChatMessage, "quickReplies" | "sources">;

/** Server → client. */
export type ServerEvent =
  | { event: "session"; data: SessionData }
  | { event: "ack"; data: { id: string } }
  /** Another tab of the same visitor sent this message. */
  | { event: "visitorMessage"; data: ChatMessage }
  | { event: "botTyping"; data: boolean; id: string }
  /** The model's vendor is fully used, and `ahead` replies wait before this one. Sent at most once for each model. */
  | { event: "botWaiting"; data: { id: string; ahead: number }; id: string }
  | {
      event: "botMessageChunk";
      data: { id: string; chunk: string; isLast: boolean; chunkIndex: number; interrupted?: boolean } & Ending;
      id: string;
    }
  | { event: "botMessage"; data: { id: string; text: string; kind: MessageKind } & Ending; id: string }
  | { event: "reset"; data: Record<string, never> }
  | { event: "error"; data: ErrorData; id?: string };

export interface ErrorData {
  code: ChatErrorCode;
  message: string;
  id?: string;
  retryAfter?: number;
  /** With `consent_required`. */
  consent?: ConsentQuestion;
}

export const CHAT_ERRORS = {
  malformed: "That message could not be read.",
  unauthenticated: "Please reload the page to continue the conversation.",
  identity_refused: "You could not be signed in to this chat.",
  not_found: "This agent is not available.",
  domain_refused: "Chat is not available on this domain.",
  too_long: "That message is too long.",
  too_many: "Too many messages at once. Please wait a moment.",
  consent_required: "Please agree to the text before you write.",
  queue_full: "Please wait for the answer to your last messages.",
  reply_failed: "The reply could not be completed. Please try again.",
  busy: "The service is busy. Please try again in a moment.",
  shutting_down: "The service is restarting. Your conversation continues in a moment.",
} as const;
export type ChatErrorCode = keyof typeof CHAT_ERRORS;

/** Close codes of the socket, in addition to the standard ones. */
export const CLOSE = {
  /** The session or ticket is not valid; the client must load a new frame page. */
  unauthenticated: 4401,
  /** The agent no longer exists. */
  gone: 4404,
  /** Too many frames, connections or violations of the protocol. */
  tooMany: 4429,
} as const;
