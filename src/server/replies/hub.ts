/**
 * The conversations that are going on. One turn at a time for each visitor; all of a visitor's sockets hear the same.
 * What is durable is in the stores; this is only what is live.
 */
import { type ChatMessage, HISTORY_SENT, type LiveReply, MAX_QUEUED_TURNS, MAX_SOCKETS_OF_VISITOR } from "../../contract/chat.ts";
import type { LiveAgent } from "../agents/book.ts";
import { presentMessage } from "../conversations/present.ts";
import { endConversation, findByClientId, findOpenConversation, listLatest } from "../conversations/store.ts";
import type { Config } from "../platform/config.ts";
import type { Tx } from "../platform/db.ts";
import type { Accepted, Incoming } from "./accept.ts";
import { broadcast, broadcastFailure, failureEvents, inTurn, isIdle, type Job, type LiveConversation, newConversation } from "./live.ts";
import type { Peer } from "./peer.ts";
import type { TurnEnd } from "./record.ts";
import { type BegunTurn, beginTurn, failedEnd, finishTurn, recordLate, type TurnDeps } from "./run-turn.ts";
import { takeMessage } from "./take.ts";

export interface Snapshot {
  messages: ChatMessage[];
  live: LiveReply | null;
  pending: string[];
}

export interface Hub {
  /** Adds a listener and hands it the conversation as it stands, with nothing missed in between. */
  join(visitorId: string, agent: LiveAgent, peer: Peer, greet: (snapshot: Snapshot) => void): Promise<void>;
  leave(visitorId: string, peer: Peer): void;
  /** Whether this visitor has as many sockets as one may have. */
  isCrowded(visitorId: string): boolean;
  /** @returns why it was not taken, or `taken`. @throws DomainError, storage errors. */
  receive(incoming: Incoming, from: Peer): Promise<"taken" | "queue_full" | "shutting_down" | "given_up">;
  resume(visitorId: string, peer: Peer, clientId: string, chunkIndex: number): Promise<void>;
  /** Ends the conversation. `also` is stored with its end. */
  reset(visitorId: string, also?: (tx: Tx) => Promise<void>): Promise<void>;
  /** Looks again whether the agents and preview sessions behind open sockets still stand. `id` null: all of them. */
  recheck(id: string | null, isAlive: (agent: LiveAgent) => Promise<boolean>): Promise<void>;
  /** Whether a turn waits or runs here. */
  isLive(turnId: string): boolean;
  /** Takes no more messages, lets running replies end for up to `graceMs`, then breaks them off and closes every socket. */
  stop(graceMs: number): Promise<void>;
}

/** A visitor who reloads is back within seconds; one who left need not be answered. */
const LEAVE_GRACE_MS = 15_000;
/** How long a broken-off turn may take to end before the reset goes on without it. */
const BREAK_OFF_WAIT_MS = 2_000;
/** How long a stop waits for the messages that are being stored. */
const TAKE_WAIT_MS = 2_000;
const AGENT_GONE = 4404;
const RESTARTING = 1012;

export function createHub(deps: TurnDeps & { config: Config }): Hub {
  const { db, clock, log } = deps;
  const conversations = new Map<string, LiveConversation>();
  const liveTurns = new Set<string>();
  /** Ends of turns that could not be stored at first, and are tried again. */
  const owed = new Set<Promise<void>>();
  let isStopping = false;

  const tidy = (conversation: LiveConversation) => {
    if (isIdle(conversation) && conversations.get(conversation.visitorId) === conversation) conversations.delete(conversation.visitorId);
  };

  /** Keeps the conversation in memory while `work` goes on. */
  const holding = async <T>(conversation: LiveConversation, work: () => Promise<T>): Promise<T> => {
    conversation.holds++;
    try {
      return await work();
    } finally {
      conversation.holds--;
      tidy(conversation);
    }
  };

  const enter = (visitorId: string, agent: LiveAgent): LiveConversation => {
    const conversation = conversations.get(visitorId) ?? newConversation(visitorId, agent);
    conversation.agent = agent;
    conversations.set(visitorId, conversation);
    return conversation;
  };

  const stopLeaveTimer = (conversation: LiveConversation) => {
    if (conversation.leaveTimer) clearTimeout(conversation.leaveTimer);
    conversation.leaveTimer = null;
  };

  /** What runs while nobody listens is broken off, unless somebody comes back in time. */
  const awaitReturn = (conversation: LiveConversation): void => {
    if (conversation.peers.size > 0 || conversation.leaveTimer) return;
    conversation.leaveTimer = setTimeout(() => {
      conversation.leaveTimer = null;
      if (conversation.peers.size === 0) void breakOff(conversation, "the visitor left");
    }, LEAVE_GRACE_MS);
  };

  const runNext = (conversation: LiveConversation): void => {
    if (conversation.running) return;
    const job = conversation.queue.shift();
    if (job) run(conversation, beginTurn(deps, conversation, job));
    else tidy(conversation);
  };

  const run = (conversation: LiveConversation, begun: BegunTurn): void => {
    const { live } = begun;
    conversation.running = live;
    begun.publish();
    // The visitor may have left while the message was being stored.
    awaitReturn(conversation);
    const turnId = live.job.turn.id;
    live.done = finishTurn(deps, conversation, begun, { isStopping: () => isStopping, giveUp }).finally(() => {
      liveTurns.delete(turnId);
      conversation.running = null;
      runNext(conversation);
    });
  };

  /**
   * A turn that ends in failure: its end is told only after the turn is no longer live, so that the same message sent
   * again at once begins another attempt and is not taken for one that is under way.
   */
  const giveUp = (conversation: LiveConversation, job: Job, end: TurnEnd): Promise<void> => {
    liveTurns.delete(job.turn.id);
    conversation.version++;
    broadcastFailure(conversation, job.incoming.clientId);
    const recorded = recordLate(deps, job, end).finally(() => owed.delete(recorded));
    owed.add(recorded);
    return recorded;
  };

  /** Breaks off everything of a conversation: what waits is refunded, what runs ends as it is. */
  const breakOff = async (conversation: LiveConversation, note: string): Promise<void> => {
    const waiting = conversation.queue.splice(0);
    const { running } = conversation;
    conversation.version++;
    running?.abort.abort();
    const ended = [...waiting.map((job) => giveUp(conversation, job, failedEnd(note))), running?.done];
    // Their last words come before whatever follows.
    await Promise.race([Promise.all(ended), clock.sleep(BREAK_OFF_WAIT_MS)]);
  };

  const onAccepted = (conversation: LiveConversation, incoming: Incoming, from: Peer, accepted: Accepted, begun: BegunTurn | null) => {
    const { clientId: id } = incoming;
    from.send({ event: "ack", data: { id } });
    if (accepted.kind === "underway" || accepted.kind === "given_up") return;
    conversation.version++;
    if (accepted.isNew) {
      const at = new Date(clock.now()).toISOString();
      broadcast(conversation, { event: "visitorMessage", data: { id, sender: "user", text: accepted.text, at } }, from);
    }
    if (accepted.kind === "told") {
      const { text, kind } = accepted.reply;
      const hear = accepted.isNew ? [...conversation.peers] : [from];
      for (const peer of hear) {
        peer.send({ event: "botMessage", id, data: { id, text, kind } });
        peer.send({ event: "botTyping", data: false, id });
      }
      return;
    }
    liveTurns.add(accepted.turn.id);
    if (begun) return run(conversation, begun);
    conversation.queue.push({ ...accepted, incoming });
    runNext(conversation);
  };

  /** Calls `use` with a snapshot in the same step in which it is complete, so that nothing can come in between. */
  const withSnapshot = async (conversation: LiveConversation, use: (snapshot: Snapshot) => void): Promise<void> => {
    for (;;) {
      const { version } = conversation;
      const open = await findOpenConversation(db, conversation.visitorId);
      const stored = open ? await listLatest(db, open.id, HISTORY_SENT) : [];
      // A turn that ended while we read would be neither in the list nor live.
      if (version !== conversation.version) continue;
      const { running, queue } = conversation;
      const pending = [...(running ? [running.job] : []), ...queue].map((job) => job.incoming.clientId);
      const live = running ? { id: running.job.incoming.clientId, chunks: [...running.chunks] } : null;
      return use({ messages: stored.map(presentMessage), live, pending });
    }
  };

  return {
    join(visitorId, agent, peer, greet) {
      const conversation = enter(visitorId, agent);
      stopLeaveTimer(conversation);
      return holding(conversation, () =>
        withSnapshot(conversation, (snapshot) => {
          greet(snapshot);
          conversation.peers.add(peer);
          const [first] = snapshot.pending;
          if (first !== undefined) peer.send({ event: "botTyping", data: true, id: first });
        }),
      );
    },

    leave(visitorId, peer) {
      const conversation = conversations.get(visitorId);
      if (!conversation?.peers.delete(peer) || conversation.peers.size > 0) return;
      if (!conversation.running) return tidy(conversation);
      awaitReturn(conversation);
    },

    isCrowded: (visitorId) => (conversations.get(visitorId)?.peers.size ?? 0) >= MAX_SOCKETS_OF_VISITOR,

    async receive(incoming, from) {
      if (isStopping) return "shutting_down";
      const conversation = enter(incoming.visitor.visitorId, incoming.agent);
      const ahead = conversation.queue.length + conversation.accepting + (conversation.running ? 1 : 0);
      if (ahead > MAX_QUEUED_TURNS) return "queue_full";
      conversation.accepting++;
      const take = async () => {
        const { accepted, begun } = await takeMessage(deps, conversation, incoming, (turnId) => liveTurns.has(turnId));
        onAccepted(conversation, incoming, from, accepted, begun);
        return accepted.kind === "given_up" ? "given_up" : "taken";
      };
      return holding(conversation, () => inTurn(conversation, take).finally(() => conversation.accepting--));
    },

    async resume(visitorId, peer, clientId, chunkIndex) {
      const conversation = conversations.get(visitorId);
      const running = conversation?.running;
      if (running?.job.incoming.clientId === clientId) {
        running.chunks.slice(chunkIndex + 1).forEach((chunk, i) => {
          const data = { id: clientId, chunk, isLast: false, chunkIndex: chunkIndex + 1 + i };
          peer.send({ event: "botMessageChunk", id: clientId, data });
        });
        return;
      }
      if (conversation?.queue.some((job) => job.incoming.clientId === clientId)) return;
      const open = await findOpenConversation(db, visitorId);
      const reply = open && (await findByClientId(db, open.id, clientId, "bot"));
      if (!reply) {
        for (const event of failureEvents(clientId)) peer.send(event);
        return;
      }
      peer.send({ event: "botMessage", id: clientId, data: { id: clientId, text: reply.text, kind: reply.kind } });
      peer.send({ event: "botTyping", data: false, id: clientId });
    },

    async reset(visitorId, also) {
      // Its sockets hear of the end all the same; without a message there is nothing to store.
      const isNeeded = async () => also !== undefined || (await findOpenConversation(db, visitorId)) !== undefined;
      const end = () =>
        db.transaction(async (tx) => {
          await endConversation(tx, visitorId, clock.now());
          await also?.(tx);
        });
      const conversation = conversations.get(visitorId);
      if (!conversation) return (await isNeeded()) ? end() : undefined;
      await holding(conversation, () =>
        inTurn(conversation, async () => {
          await breakOff(conversation, "the visitor began anew");
          if (await isNeeded()) await end();
          conversation.version++;
          broadcast(conversation, { event: "reset", data: {} });
        }),
      );
    },

    async recheck(id, isAlive) {
      for (const conversation of [...conversations.values()]) {
        if (id !== null && conversation.agent.id !== id) continue;
        try {
          if (await isAlive(conversation.agent)) continue;
          for (const peer of conversation.peers) peer.close(AGENT_GONE, "the agent is gone");
          await breakOff(conversation, "the agent is gone");
        } catch (error) {
          log.error("an open conversation could not be checked", { agent: conversation.agent.key, error });
        }
      }
    },

    isLive: (turnId) => liveTurns.has(turnId),

    async stop(graceMs) {
      isStopping = true;
      const all = [...conversations.values()];
      const within = async (ms: number, works: readonly (Promise<unknown> | undefined)[]): Promise<boolean> => {
        const ended = Promise.allSettled(works).then(() => true);
        return Promise.race([ended, new Promise<false>((resolve) => setTimeout(() => resolve(false), ms))]);
      };
      const running = () => all.map((conversation) => conversation.running?.done);
      // A message whose commit is under way is still taken: its reply runs then and may end like the others.
      await within(
        TAKE_WAIT_MS,
        all.map((conversation) => conversation.gate),
      );
      for (const conversation of all) {
        for (const job of conversation.queue.splice(0)) void giveUp(conversation, job, failedEnd("the server stopped"));
      }
      if (!(await within(graceMs, running()))) {
        for (const conversation of all) conversation.running?.abort.abort();
        await within(BREAK_OFF_WAIT_MS, running());
      }
      await within(BREAK_OFF_WAIT_MS, [...owed]);
      for (const conversation of all) {
        stopLeaveTimer(conversation);
        for (const peer of conversation.peers) peer.close(RESTARTING, "the server is restarting");
      }
      conversations.clear();
    },
  };
}
