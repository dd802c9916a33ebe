/** A conversation while it is going on: who listens, which turn runs, which wait. In memory only. */
import { CHAT_ERRORS, type ServerEvent } from "../../contract/chat.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { BuiltInOnly, Incoming } from "./accept.ts";
import type { Peer } from "./peer.ts";
import type { StoredTurn } from "./store.ts";

/** A turn that waits or runs. */
export interface Job {
  incoming: Incoming;
  turn: StoredTurn;
  text: string;
  builtInOnly: BuiltInOnly;
}

/** The turn that runs. */
export interface LiveTurn {
  job: Job;
  chunks: string[];
  abort: AbortController;
  /** Resolves when it has ended and is recorded. */
  done: Promise<void>;
}

export interface LiveConversation {
  visitorId: string;
  agent: LiveAgent;
  peers: Set<Peer>;
  running: LiveTurn | null;
  queue: Job[];
  /** Works that hold the conversation in memory while nobody listens: joining, accepting, resetting. */
  holds: number;
  /** Messages whose transaction is under way: they count as queued. */
  accepting: number;
  /** Grows when something was stored: a snapshot read before it is stale. */
  version: number;
  leaveTimer: Timer | null;
  /** The end of the last work that must not overlap with another: taking a message, resetting. */
  gate: Promise<unknown>;
}

export function newConversation(visitorId: string, agent: LiveAgent): LiveConversation {
  return {
    visitorId,
    agent,
    peers: new Set(),
    running: null,
    queue: [],
    holds: 0,
    accepting: 0,
    version: 0,
    leaveTimer: null,
    gate: Promise.resolve(),
  };
}

export function isIdle(conversation: LiveConversation): boolean {
  return conversation.peers.size === 0 && !conversation.running && conversation.queue.length === 0 && conversation.holds === 0;
}

/** One after the other: a message that is being taken and a reset never interleave. */
export function inTurn<T>(conversation: LiveConversation, work: () => Promise<T>): Promise<T> {
  const result = conversation.gate.then(work);
  conversation.gate = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}

export function broadcast(conversation: LiveConversation, event: ServerEvent, except?: Peer): void {
  for (const peer of conversation.peers) if (peer !== except) peer.send(event);
}

/** Every turn ends: with these, where nothing could be said. */
export function failureEvents(id: string): ServerEvent[] {
  return [
    { event: "error", id, data: { code: "reply_failed", message: CHAT_ERRORS.reply_failed, id } },
    { event: "botTyping", data: false, id },
  ];
}

export function broadcastFailure(conversation: LiveConversation, id: string): void {
  for (const event of failureEvents(id)) broadcast(conversation, event);
}

export function sayChunk(conversation: LiveConversation, live: LiveTurn, chunk: string, isLast: boolean, isInterrupted = false): void {
  const id = live.job.incoming.clientId;
  const chunkIndex = live.chunks.push(chunk) - 1;
  const data = isInterrupted ? { id, chunk, isLast, chunkIndex, interrupted: true } : { id, chunk, isLast, chunkIndex };
  broadcast(conversation, { event: "botMessageChunk", id, data });
}
