/**
 * The conversation as the visitor sees it: a pure function from events to entries, so that every order in which the
 * network can deliver events can be unit-tested. Rules: product 5.4, docs/protocol.md.
 */
import type { ChatErrorCode, ChatMessage, MessageKind, Sender, ServerEvent, SessionData, Source } from "../../contract/chat.ts";

/** `waiting`: not passed to the socket yet. `sending`: not acknowledged yet. `sent`: the server has stored it. */
export type Delivery = "waiting" | "sending" | "sent" | "failed";

export interface Entry {
  /** The client-made id of a visitor message; for a bot message, the id of the message that it answers; "" for the greeting. */
  id: string;
  sender: Sender;
  text: string;
  /** ISO 8601 UTC. */
  at: string;
  isStreaming: boolean;
  /** The entry is the greeting with which every conversation begins. */
  isInitial: boolean;
  kind?: MessageKind;
  interrupted?: boolean;
  delivery?: Delivery;
  /** Why the message failed or was not accepted yet. */
  failure?: ChatErrorCode;
  /** How often the message has failed. The server accepts one more attempt with the same id (docs/protocol.md). */
  failures?: number;
  /** How many replies wait for the model's vendor before this one; absent when this message does not wait. */
  ahead?: number;
  /** Texts that the visitor may send next with a tap. */
  quickReplies?: readonly string[];
  /** What the reply rests on. */
  sources?: readonly Source[];
  /** The index of the next chunk of a reply that is being streamed. */
  next?: number;
}

export interface Conversation {
  entries: Entry[];
  /** Ids of turns that have not ended, oldest first. */
  open: string[];
  /** Chunks after `chunkIndex` are missing, and the client must ask the server to resume. */
  gap: { id: string; chunkIndex: number } | null;
}

/** Events of the client. */
export type LocalEvent =
  | { event: "greeted"; data: { text: string; at: string } }
  | { event: "written"; data: { id: string; text: string; at: string } }
  /** The message was passed to the socket. */
  | { event: "handed"; data: { id: string } }
  /** The connection ended; messages that were not acknowledged are sent again. */
  | { event: "lost" }
  /** `newId` is used if the server would not accept the old id again. */
  | { event: "retried"; data: { id: string; newId: string } }
  | { event: "cleared" };

export type ConversationEvent = (ServerEvent | LocalEvent) & { at?: string };

export const EMPTY: Conversation = { entries: [], open: [], gap: null };

/** Errors after which a message is sent again automatically. */
const TAKE_LATER = new Set<ChatErrorCode>(["too_many", "queue_full", "busy", "shutting_down"]);

const isUser = (id: string) => (entry: Entry) => entry.id === id && entry.sender === "user";
const isBot = (id: string) => (entry: Entry) => entry.id === id && entry.sender === "bot" && !entry.isInitial;
const without = (ids: string[], id: string) => ids.filter((other) => other !== id);
const having = (ids: string[], id: string) => (ids.includes(id) ? ids : [...ids, id]);

function changeWhere(entries: Entry[], match: (entry: Entry) => boolean, change: Partial<Entry>): Entry[] {
  return entries.map((entry) => (match(entry) ? { ...entry, ...change } : entry));
}

/** True while the visitor waits for the beginning of an answer. */
export function isAwaiting(state: Conversation): boolean {
  return state.open.length > 0 && !state.entries.some((entry) => entry.isStreaming && entry.text !== "");
}

/** How many replies are written before the one for the oldest open message; null when it does not wait. */
export function placesAhead({ entries, open: [id] }: Conversation): number | null {
  return (id === undefined ? undefined : entries.find(isUser(id))?.ahead) ?? null;
}

/** Applies an event without mutating the state. Events about messages that were removed by a reset change nothing. */
export function applyEvent(state: Conversation, event: ConversationEvent): Conversation {
  switch (event.event) {
    case "greeted":
      return greet(state, event.data.text, event.data.at);
    case "written":
      return { ...state, entries: [...state.entries, writtenEntry(event.data)] };
    case "handed":
      return deliver(state, event.data.id, "sending");
    case "ack":
      return deliver(state, event.data.id, "sent");
    case "lost":
      return putBackUnacknowledged(state);
    case "retried":
      return retry(state, event.data.id, event.data.newId);
    case "session":
      return adoptSession(state, event.data);
    case "visitorMessage":
      return adoptVisitorMessage(state, event.data);
    case "botTyping":
      return event.data ? openTurn(state, event.id) : endTurn(state, event.id);
    case "botWaiting":
      return { ...state, entries: changeWhere(state.entries, isUser(event.data.id), { ahead: event.data.ahead }) };
    case "botMessageChunk":
      return appendChunk(state, event.data, event.at ?? "");
    case "botMessage":
      return placeWholeReply(state, event.data, event.at ?? "");
    case "error":
      return failTurn(state, event.data.id ?? event.id, event.data.code);
    case "reset":
      return clearAcknowledged(state);
    case "cleared":
      return { ...EMPTY, entries: state.entries.filter((entry) => entry.isInitial) };
    default:
      return state;
  }
}

function writtenEntry(message: { id: string; text: string; at: string }): Entry {
  return { ...message, sender: "user", isStreaming: false, isInitial: false, delivery: "waiting" };
}

function greet(state: Conversation, text: string, at: string): Conversation {
  const rest = state.entries.filter((entry) => !entry.isInitial);
  if (text === "") return { ...state, entries: rest };
  const greeting: Entry = { id: "", sender: "bot", text, at, isStreaming: false, isInitial: true };
  return { ...state, entries: [greeting, ...rest] };
}

function deliver(state: Conversation, id: string, delivery: "sending" | "sent"): Conversation {
  const entry = state.entries.find(isUser(id));
  if (!entry) return state;
  const isAnswered = state.entries.some((other) => isBot(id)(other) && !other.isStreaming && !other.interrupted);
  return {
    ...state,
    entries: changeWhere(state.entries, isUser(id), { delivery, failure: undefined }),
    open: isAnswered ? state.open : having(state.open, id),
  };
}

function putBackUnacknowledged(state: Conversation): Conversation {
  const isUnacknowledged = (entry: Entry) => entry.delivery === "sending";
  const lostIds = state.entries.filter(isUnacknowledged).map((entry) => entry.id);
  return {
    ...state,
    entries: changeWhere(state.entries, isUnacknowledged, { delivery: "waiting" }),
    open: state.open.filter((id) => !lostIds.includes(id)),
    gap: null,
  };
}

function retry(state: Conversation, id: string, newId: string): Conversation {
  const entry = state.entries.find(isUser(id));
  if (entry?.delivery !== "failed") return state;
  const hasAttemptLeft = (entry.failures ?? 0) < 2;
  const again: Entry = { ...entry, id: hasAttemptLeft ? id : newId, delivery: "waiting", failure: undefined };
  // The partial reply of the failed attempt is removed, because the new reply starts from its beginning.
  const rest = state.entries.filter((other) => !isUser(id)(other) && !(isBot(id)(other) && other.interrupted));
  return { ...state, entries: [...rest, again] };
}

/** Replaces the entries with the server's record, and appends messages that the server does not have yet. */
function adoptSession(state: Conversation, data: SessionData): Conversation {
  const recorded = new Set(data.messages.filter((message) => message.sender === "user").map((message) => message.id));
  const unsent = state.entries.filter((entry) => entry.sender === "user" && entry.delivery !== "sent" && !recorded.has(entry.id));
  const open = data.live ? having(data.pending, data.live.id) : data.pending;
  const kept = data.messages.filter((message) => message.sender === "user" || message.id !== data.live?.id);
  const entries = markUnanswered(kept.map(recordedEntry), open, state.entries);
  return {
    entries: [...state.entries.filter((entry) => entry.isInitial), ...entries, ...liveEntry(data), ...unsent.map(putBack)],
    open,
    gap: null,
  };
}

function putBack(entry: Entry): Entry {
  return entry.delivery === "sending" ? { ...entry, delivery: "waiting" } : entry;
}

function recordedEntry(message: ChatMessage): Entry {
  const entry: Entry = { ...message, isStreaming: false, isInitial: false };
  return message.sender === "user" ? { ...entry, delivery: "sent" } : entry;
}

/** A last message that has no answer and is not being answered has failed, perhaps while the page was closed. It can be retried. */
function markUnanswered(entries: Entry[], open: string[], before: Entry[]): Entry[] {
  const last = entries.at(-1);
  if (last?.sender !== "user" || open.includes(last.id)) return entries;
  const known = before.find(isUser(last.id));
  const failures = known?.failures ?? 1;
  return [...entries.slice(0, -1), { ...last, delivery: "failed", failure: "reply_failed", failures }];
}

function liveEntry({ live, messages }: SessionData): Entry[] {
  if (!live || live.chunks.length === 0) return [];
  const at = messages.find((message) => message.id === live.id)?.at ?? "";
  return [{ id: live.id, sender: "bot", text: live.chunks.join(""), at, isStreaming: true, isInitial: false, next: live.chunks.length }];
}

function adoptVisitorMessage(state: Conversation, message: ChatMessage): Conversation {
  if (state.entries.some(isUser(message.id))) return deliver(state, message.id, "sent");
  return { ...state, entries: [...state.entries, recordedEntry(message)], open: having(state.open, message.id) };
}

function openTurn(state: Conversation, id: string): Conversation {
  return state.entries.some(isUser(id)) ? { ...state, open: having(state.open, id) } : state;
}

/** Ends a turn; an event without an id ends all turns. */
function endTurn(state: Conversation, id: string | undefined): Conversation {
  const isEnding = (entry: Entry) => entry.isStreaming && (id === undefined || entry.id === id);
  return {
    ...state,
    entries: changeWhere(state.entries, isEnding, { isStreaming: false }),
    open: id === undefined ? [] : without(state.open, id),
    gap: id === undefined || state.gap?.id === id ? null : state.gap,
  };
}

type Chunk = (ServerEvent & { event: "botMessageChunk" })["data"];

function appendChunk(state: Conversation, data: Chunk, at: string): Conversation {
  // Chunks of an earlier conversation may arrive after a reset.
  if (!state.entries.some(isUser(data.id))) return state;
  const reply = state.entries.find(isBot(data.id));
  const isNewAttempt = reply?.interrupted === true && data.chunkIndex === 0;
  if (reply && !reply.isStreaming && !isNewAttempt) return state;
  const expected = isNewAttempt ? 0 : (reply?.next ?? 0);
  if (data.chunkIndex < expected) return state;
  if (data.chunkIndex > expected) return { ...state, gap: { id: data.id, chunkIndex: expected - 1 } };
  const text = (isNewAttempt ? "" : (reply?.text ?? "")) + data.chunk;
  const grown: Entry = {
    id: data.id,
    sender: "bot",
    text,
    at: reply?.at ?? at,
    isStreaming: !data.isLast,
    isInitial: false,
    next: expected + 1,
    ...(data.interrupted ? { interrupted: true } : {}),
    ...(data.quickReplies ? { quickReplies: data.quickReplies } : {}),
    ...(data.sources ? { sources: data.sources } : {}),
  };
  const gap = state.gap?.id === data.id ? null : state.gap;
  const placed = { ...settleTurn(state, data.id, data.isLast), gap };
  return { ...placed, entries: placeReply(placed.entries, grown) };
}

type Whole = (ServerEvent & { event: "botMessage" })["data"];

function placeWholeReply(state: Conversation, data: Whole, at: string): Conversation {
  if (!state.entries.some(isUser(data.id))) return state;
  const reply: Entry = { ...data, sender: "bot", at, isStreaming: false, isInitial: false };
  const settled = settleTurn(state, data.id, true);
  return { ...settled, entries: placeReply(settled.entries, reply) };
}

/** A reply implies that the server has stored the message, even if its acknowledgement did not arrive. */
function settleTurn(state: Conversation, id: string, hasEnded: boolean): Conversation {
  return {
    ...state,
    entries: changeWhere(state.entries, isUser(id), { delivery: "sent", failure: undefined, ahead: undefined }),
    open: hasEnded ? without(state.open, id) : having(state.open, id),
    gap: hasEnded && state.gap?.id === id ? null : state.gap,
  };
}

function placeReply(entries: Entry[], reply: Entry): Entry[] {
  if (!entries.some(isBot(reply.id))) return [...entries, reply];
  return entries.map((entry) => (isBot(reply.id)(entry) ? reply : entry));
}

function failTurn(state: Conversation, id: string | undefined, code: ChatErrorCode): Conversation {
  const entry = id === undefined ? undefined : state.entries.find(isUser(id));
  if (!entry || id === undefined) return state;
  const isTakenLater = TAKE_LATER.has(code);
  const change: Partial<Entry> = isTakenLater
    ? { delivery: "waiting", failure: code, ahead: undefined }
    : { delivery: "failed", failure: code, failures: (entry.failures ?? 0) + 1, ahead: undefined };
  const spoken = state.entries.filter((other) => !(isBot(id)(other) && other.text === ""));
  const ended = changeWhere(spoken, (other) => isBot(id)(other) && other.isStreaming, { isStreaming: false, interrupted: true });
  return {
    entries: changeWhere(ended, isUser(id), change),
    open: without(state.open, id),
    gap: state.gap?.id === id ? null : state.gap,
  };
}

/** Messages that the server has not acknowledged belong to the new conversation, so they are kept. */
function clearAcknowledged(state: Conversation): Conversation {
  const entries = state.entries.filter((entry) => entry.isInitial || entry.delivery === "waiting" || entry.delivery === "sending");
  return { entries, open: state.open.filter((id) => entries.some(isUser(id))), gap: null };
}
