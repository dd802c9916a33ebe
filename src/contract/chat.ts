/**
 * The socket's events; docs/protocol.md is their manual. Frames are JSON `{event, data}`; a bot event also carries
 * `id`, the id of the visitor message that it answers. Rules: product 6. Imports nothing.
 */

export const SOCKET_PATH = "/api/socket";
/** Bytes of one frame in either direction from a client; a larger one closes the socket (1009). */
export const MAX_FRAME_BYTES = 128 * 1024;
/** UTF-16 units of one visitor message. */
export const MAX_MESSAGE_LENGTH = 4_000;
/** Visitor messages of one conversation that may wait for the one being answered. */
export const MAX_QUEUED_TURNS = 3;
/** Messages sent with a session; older ones stay in the record. */
export const HISTORY_SENT = 100;
/** Sockets of one visitor at one time: tabs and devices. */
export const MAX_SOCKETS_OF_VISITOR = 50;
/** Bytes of a visitor session: the longest identity, in characters that take most, with its signature. */
export const MAX_SESSION_LENGTH = 8_192;
/** Client-made message ids. */
export const MESSAGE_ID = /^[A-Za-z0-9_-]{8,64}$/;

export type Sender = "user" | "bot";
/** How a bot message came to be; `reply` is the ordinary case. */
export type MessageKind = "reply" | "limit" | "offline";

export interface ChatMessage {
  /** A visitor message: the client's id. A bot message: the id of the message it answers. */
  id: string;
  sender: Sender;
  text: string;
  /** ISO 8601 UTC. */
  at: string;
  kind?: MessageKind;
  /** The reply ended early (model failed, visitor reset, server stopped). */
  interrupted?: boolean;
}

/** A reply that is being written while a client connects. */
export interface LiveReply {
  id: string;
  /** All chunks so far; the next chunk's index is their number. */
  chunks: string[];
}

/** Who the visitor is on the page's own site, vouched for by the owner's server with the agent's secret. */
export interface Identity {
  id: string;
  name?: string;
  email?: string;
  /** Unix seconds; after it the hash is worth nothing. */
  expires: number;
  /** HMAC-SHA256 in lower-case hex over `identityMessage`. */
  hash: string;
}

/** What the owner's server signs: one field a line, absent ones empty. No field may hold a line break. */
export function identityMessage(chatId: string, { id, name = "", email = "", expires }: Omit<Identity, "hash">): string {
  return [chatId, id, name, email, String(expires)].join("\n");
}

/** Client → server. */
export type ClientEvent =
  | { event: "hello"; data: { chatId: string; ticket?: string; session?: string; lang?: string } }
  | {
      event: "chatMessage";
      /** `text`, or a `messages` list, of which the last visitor item counts. All else is ignored. */
      data: {
        id?: string;
        text?: string;
        messages?: { sender: string; text: string }[];
        chatId?: string;
        ticket?: string;
        session?: string;
      };
    }
  | { event: "identify"; data: Identity }
  | { event: "resume"; data: { id: string; chunkIndex: number } }
  | { event: "reset"; data: Record<string, never> };

export interface SessionData {
  /** Send it with the next `hello`; it replaces any earlier one. */
  session: string;
  chatId: string;
  messages: ChatMessage[];
  live: LiveReply | null;
  /** Ids of visitor messages that are accepted and not answered yet, oldest first. */
  pending: string[];
}

/** Server → client. */
export type ServerEvent =
  | { event: "session"; data: SessionData }
  | { event: "ack"; data: { id: string } }
  /** Another tab of the same visitor sent this message. */
  | { event: "visitorMessage"; data: ChatMessage }
  | { event: "botTyping"; data: boolean; id: string }
  /** All places at the model's vendor are taken; `ahead` replies wait before this one. Sent at most once a model. */
  | { event: "botWaiting"; data: { id: string; ahead: number }; id: string }
  | {
      event: "botMessageChunk";
      data: { id: string; chunk: string; isLast: boolean; chunkIndex: number; interrupted?: boolean };
      id: string;
    }
  | { event: "botMessage"; data: { id: string; text: string; kind: MessageKind }; id: string }
  | { event: "reset"; data: Record<string, never> }
  | { event: "error"; data: { code: ChatErrorCode; message: string; id?: string; retryAfter?: number }; id?: string };

export const CHAT_ERRORS = {
  malformed: "That message could not be read.",
  unauthenticated: "Please reload the page to continue the conversation.",
  identity_refused: "You could not be signed in to this chat.",
  not_found: "This agent is not available.",
  domain_refused: "Chat is not available on this domain.",
  too_long: "That message is too long.",
  too_many: "Too many messages at once. Please wait a moment.",
  queue_full: "Please wait for the answer to your last messages.",
  reply_failed: "The reply could not be completed. Please try again.",
  busy: "The service is busy. Please try again in a moment.",
  shutting_down: "The service is restarting. Your conversation continues in a moment.",
} as const;
export type ChatErrorCode = keyof typeof CHAT_ERRORS;

/** Close codes of the socket beside the standard ones. */
export const CLOSE = {
  /** The session or ticket is not valid: get a new frame page. */
  unauthenticated: 4401,
  /** The agent is gone. */
  gone: 4404,
  /** Too many frames, connections or violations of the protocol. */
  tooMany: 4429,
} as const;
