/**
 * The conversations that are going on: who listens, which turn runs, which wait. One turn at a time for each visitor;
 * all of a visitor's sockets hear the same. What is durable is in the stores; this is only what is live.
 */
import { type ChatMessage, HISTORY_SENT, type LiveReply, MAX_QUEUED_TURNS, type ServerEvent } from "../../contract/chat.ts";
import type { AgentBook, LiveAgent } from "../agents/book.ts";
import {
  endConversation,
  findByClientId,
  findOpenConversation,
  listLatest,
  presentMessage,
  type StoredMessage,
} from "../conversations/store.ts";
import type { Config } from "../platform/config.ts";
import type { Db } from "../platform/db.ts";
import { type Accepted, acceptMessage, type Incoming } from "./accept.ts";
import { type Answering, answer } from "./answer.ts";
import type { Peer } from "./peer.ts";
import { recordEnd, type TurnEnd } from "./record.ts";
import type { StoredTurn } from "./store.ts";

interface Job {
  incoming: Incoming;
  turn: StoredTurn;
  text: string;
  mayUseModel: boolean;
}

interface LiveTurn {
  clientId: string;
  turnId: string;
  chunks: string[];
  abort: AbortController;
}

interface LiveConversation {
  visitorId: string;
  agent: LiveAgent;
  peers: Set<Peer>;
  running: LiveTurn | null;
  queue: Job[];
  /** Messages whose transaction is under way: they count as queued. */
  accepting: number;
  /** Grows when a turn ends or a reset happens: a snapshot read before it is stale. */
  version: number;
  leaveTimer: Timer | null;
}

export interface Snapshot {
  messages: ChatMessage[];
  live: LiveReply | null;
  pending: string[];
}

export interface Hub {
  /** Adds a listener and hands it the conversation as it stands, with nothing missed in between. */
  join(visitorId: string, agent: LiveAgent, peer: Peer, greet: (snapshot: Snapshot) => void): Promise<void>;
  leave(visitorId: string, peer: Peer): void;
  /** @returns `queue_full` or `shutting_down` when it was not taken. @throws DomainError, storage errors. */
  receive(incoming: Incoming, from: Peer): Promise<"taken" | "queue_full" | "shutting_down" | "given_up">;
  resume(visitorId: string, peer: Peer, clientId: string, chunkIndex: number): Promise<void>;
  reset(visitorId: string): Promise<void>;
  /** Looks again whether the agents and preview sessions behind open sockets still stand. `id` null: all of them. */
  recheck(id: string | null, isAlive: (agent: LiveAgent) => Promise<boolean>): Promise<void>;
  isLive(turnId: string): boolean;
  /** Takes no more messages, lets running replies end for up to `graceMs`, then breaks them off and closes every socket. */
  stop(graceMs: number): Promise<void>;
}

interface HubDeps extends Answering {
  db: Db;
  config: Config;
  book: AgentBook;
}

/** A visitor who reloads is back within seconds; one who left need not be answered. */
const LEAVE_GRACE_MS = 15_000;
/** Earlier messages that a prompt may use. */
const HISTORY_READ = 40;
const RESET_WAIT_MS = 1_000;
const AGENT_GONE = 4404;
const RESTARTING = 1012;

export function createHub(deps: HubDeps): Hub {
  const { db, clock, log } = deps;
  const conversations = new Map<string, LiveConversation>();
  const running = new Map<string, Promise<void>>();
  let isStopping = false;

  const enter = (visitorId: string, agent: LiveAgent): LiveConversation => {
    const known = conversations.get(visitorId);
    if (known) {
      known.agent = agent;
      return known;
    }
    const conversation: LiveConversation = {
      visitorId,
      agent,
      peers: new Set(),
      running: null,
      queue: [],
      accepting: 0,
      version: 0,
      leaveTimer: null,
    };
    conversations.set(visitorId, conversation);
    return conversation;
  };

  const tidy = (conversation: LiveConversation) => {
    const isIdle =
      conversation.peers.size === 0 && !conversation.running && conversation.queue.length === 0 && conversation.accepting === 0;
    if (isIdle) conversations.delete(conversation.visitorId);
  };

  const broadcast = (conversation: LiveConversation, event: ServerEvent, except?: Peer) => {
    for (const peer of conversation.peers) if (peer !== except) peer.send(event);
  };

  const sayChunk = (conversation: LiveConversation, live: LiveTurn, chunk: string, isLast: boolean, isInterrupted = false) => {
    const { clientId: id } = live;
    const chunkIndex = live.chunks.push(chunk) - 1;
    const more = isInterrupted ? { interrupted: true } : {};
    broadcast(conversation, { event: "botMessageChunk", id, data: { id, chunk, isLast, chunkIndex, ...more } });
  };

  /** What the model said before the question, without the products's own texts about limits. */
  const historyOf = async (turn: StoredTurn): Promise<StoredMessage[]> => {
    const messages = await listLatest(db, turn.conversationId, HISTORY_READ);
    const asked = messages.findIndex((message) => message.id === turn.messageId);
    return messages.slice(0, Math.max(asked, 0)).filter((message) => message.kind === "reply");
  };

  const record = (turn: StoredTurn, clientId: string, end: TurnEnd): Promise<boolean> =>
    db.transaction((tx) => recordEnd(tx, turn, clientId, end, clock.now()));

  const failedEnd = (note: string): TurnEnd => ({
    state: "failed",
    text: "",
    model: null,
    usage: null,
    note,
    isCharged: false,
    unanswered: true,
  });

  const runTurn = async (conversation: LiveConversation, job: Job, live: LiveTurn): Promise<void> => {
    const { clientId: id } = live;
    broadcast(conversation, { event: "botTyping", data: true, id });
    try {
      const history = await historyOf(job.turn);
      const question = { ...job.incoming, history, text: job.text, mayUseModel: job.mayUseModel, signal: live.abort.signal };
      const end = await answer(deps, question, (piece) => sayChunk(conversation, live, piece, false));
      const isBroken = end.state !== "answered";
      // Stored first: what a visitor sees as complete survives a crash.
      await record(job.turn, id, isStopping && isBroken ? { ...end, isCharged: false } : end);
      conversation.version++;
      if (end.text !== "") sayChunk(conversation, live, "", true, isBroken);
      else broadcast(conversation, replyFailed(id));
    } catch (error) {
      log.error("a turn failed", { turn: job.turn.id, error });
      conversation.version++;
      broadcast(conversation, replyFailed(id));
      await record(job.turn, id, failedEnd("the reply could not be made or stored")).catch((fault) =>
        // The sweep refunds it when the store is back.
        log.error("a failed turn could not be recorded", { turn: job.turn.id, error: fault }),
      );
    } finally {
      broadcast(conversation, { event: "botTyping", data: false, id });
    }
  };

  const runNext = (conversation: LiveConversation): void => {
    if (conversation.running) return;
    const job = conversation.queue.shift();
    if (!job) {
      tidy(conversation);
      return;
    }
    const live: LiveTurn = { clientId: job.incoming.clientId, turnId: job.turn.id, chunks: [], abort: new AbortController() };
    conversation.running = live;
    const done = runTurn(conversation, job, live).finally(() => {
      running.delete(live.turnId);
      conversation.running = null;
      runNext(conversation);
    });
    running.set(live.turnId, done);
  };

  /** Breaks off everything of a conversation: what runs ends as it is, what waits is refunded. */
  const breakOff = async (conversation: LiveConversation, note: string): Promise<void> => {
    const waiting = conversation.queue.splice(0);
    conversation.version++;
    conversation.running?.abort.abort();
    for (const job of waiting) {
      broadcast(conversation, replyFailed(job.incoming.clientId));
      await record(job.turn, job.incoming.clientId, failedEnd(note));
    }
  };

  const onAccepted = (conversation: LiveConversation, incoming: Incoming, from: Peer, accepted: Accepted) => {
    const { clientId: id } = incoming;
    from.send({ event: "ack", data: { id } });
    if (accepted.kind === "underway" || accepted.kind === "given_up") return;
    conversation.version++;
    if (accepted.isNew) {
      const at = new Date(clock.now()).toISOString();
      broadcast(conversation, { event: "visitorMessage", data: { id, sender: "user", text: accepted.text, at } }, from);
    }
    if (accepted.kind === "told") {
      const data = { id, text: accepted.reply.text, kind: accepted.reply.kind };
      if (accepted.isNew) broadcast(conversation, { event: "botMessage", id, data });
      else from.send({ event: "botMessage", id, data });
      broadcast(conversation, { event: "botTyping", data: false, id });
      return;
    }
    conversation.queue.push({ incoming, turn: accepted.turn, text: accepted.text, mayUseModel: accepted.mayUseModel });
    runNext(conversation);
  };

  const readSnapshot = async (conversation: LiveConversation): Promise<Snapshot> => {
    for (;;) {
      const { version } = conversation;
      const open = await findOpenConversation(db, conversation.visitorId);
      const stored = open ? await listLatest(db, open.id, HISTORY_SENT) : [];
      // A turn that ended while we read would be neither in the list nor live.
      if (version !== conversation.version) continue;
      const { running: live, queue } = conversation;
      const waiting = queue.map((job) => job.incoming.clientId);
      return {
        messages: stored.map(presentMessage),
        live: live ? { id: live.clientId, chunks: [...live.chunks] } : null,
        pending: live ? [live.clientId, ...waiting] : waiting,
      };
    }
  };

  return {
    async join(visitorId, agent, peer, greet) {
      const conversation = enter(visitorId, agent);
      if (conversation.leaveTimer) clearTimeout(conversation.leaveTimer);
      conversation.leaveTimer = null;
      const snapshot = await readSnapshot(conversation).catch((error: unknown) => {
        tidy(conversation);
        throw error;
      });
      greet(snapshot);
      conversation.peers.add(peer);
      const [first] = snapshot.pending;
      if (first !== undefined) peer.send({ event: "botTyping", data: true, id: first });
    },

    leave(visitorId, peer) {
      const conversation = conversations.get(visitorId);
      if (!conversation?.peers.delete(peer) || conversation.peers.size > 0) return;
      const { running: live } = conversation;
      if (!live) return tidy(conversation);
      conversation.leaveTimer = setTimeout(() => {
        if (conversation.peers.size > 0) return;
        breakOff(conversation, "the visitor left").catch((error) => log.error("could not end waiting turns", { error }));
      }, LEAVE_GRACE_MS);
    },

    async receive(incoming, from) {
      if (isStopping) return "shutting_down";
      const conversation = enter(incoming.visitor.visitorId, incoming.agent);
      const ahead = conversation.queue.length + conversation.accepting + (conversation.running ? 1 : 0);
      if (ahead > MAX_QUEUED_TURNS) return "queue_full";
      conversation.accepting++;
      try {
        const settings = await deps.settings.read();
        const rules = { now: clock.now(), timeZone: deps.config.tz, ...settings };
        const accepted = await db.transaction((tx) => acceptMessage(tx, incoming, rules));
        onAccepted(conversation, incoming, from, accepted);
        return accepted.kind === "given_up" ? "given_up" : "taken";
      } finally {
        conversation.accepting--;
        tidy(conversation);
      }
    },

    async resume(visitorId, peer, clientId, chunkIndex) {
      const conversation = conversations.get(visitorId);
      const live = conversation?.running;
      if (live?.clientId === clientId) {
        live.chunks.slice(chunkIndex + 1).forEach((chunk, i) => {
          const data = { id: clientId, chunk, isLast: false, chunkIndex: chunkIndex + 1 + i };
          peer.send({ event: "botMessageChunk", id: clientId, data });
        });
        return;
      }
      const open = await findOpenConversation(db, visitorId);
      const reply = open && (await findByClientId(db, open.id, clientId, "bot"));
      if (reply) peer.send({ event: "botMessage", id: clientId, data: { id: clientId, text: reply.text, kind: reply.kind } });
      peer.send({ event: "botTyping", data: false, id: clientId });
    },

    async reset(visitorId) {
      const conversation = conversations.get(visitorId);
      if (conversation) {
        const turnId = conversation.running?.turnId ?? "";
        await breakOff(conversation, "the visitor began anew");
        // Its last words come before the reset, not into the new conversation.
        await Promise.race([running.get(turnId), clock.sleep(RESET_WAIT_MS)]);
      }
      await db.transaction((tx) => endConversation(tx, visitorId, clock.now()));
      if (conversation) {
        conversation.version++;
        broadcast(conversation, { event: "reset", data: {} });
      }
    },

    async recheck(id, isAlive) {
      for (const conversation of [...conversations.values()]) {
        if (id !== null && conversation.agent.id !== id) continue;
        if (await isAlive(conversation.agent)) continue;
        for (const peer of conversation.peers) peer.close(AGENT_GONE, "the agent is gone");
        await breakOff(conversation, "the agent is gone");
      }
    },

    isLive: (turnId) => running.has(turnId),

    async stop(graceMs) {
      isStopping = true;
      const isIn = async (ms: number) => {
        const all = Promise.allSettled([...running.values()]).then(() => true);
        return Promise.race([all, new Promise<false>((resolve) => setTimeout(() => resolve(false), ms))]);
      };
      for (const conversation of conversations.values()) {
        const waiting = conversation.queue.splice(0);
        for (const job of waiting) await record(job.turn, job.incoming.clientId, failedEnd("the server stopped")).catch(() => undefined);
      }
      if (!(await isIn(graceMs))) {
        for (const conversation of conversations.values()) conversation.running?.abort.abort();
        await isIn(2_000);
      }
      for (const conversation of conversations.values()) {
        if (conversation.leaveTimer) clearTimeout(conversation.leaveTimer);
        for (const peer of conversation.peers) peer.close(RESTARTING, "the server is restarting");
      }
      conversations.clear();
    },
  };
}

function replyFailed(id: string): ServerEvent {
  const message = "The reply could not be completed. Please try again.";
  return { event: "error", id, data: { code: "reply_failed", message, id } };
}
