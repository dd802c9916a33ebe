/** The live conversations of this process, by visitor. */
import type { LiveAgent } from "../agents/book.ts";
import { endConversation, findOpenConversation, visitorLock } from "../conversations/store.ts";
import type { Tx } from "../platform/storage/db.ts";
import type { Incoming } from "./accept.ts";
import { prepareFor } from "./answer.ts";
import { type ConversationDeps, LiveConversation, type Received, type Surroundings } from "./conversation.ts";
import type { Links } from "./links.ts";
import { type Peer, TRY_AGAIN } from "./peer.ts";
import type { Greet, Seat } from "./seat.ts";
import type { VisitorSession } from "./visitor-session.ts";

export interface Hub {
  /**
   * Adds a socket to the visitor's conversation, and passes its seat and a snapshot of the conversation to `greet`, before
   * any later event. @returns false if the visitor has the maximum number of sockets. @throws storage errors.
   */
  join(visitor: VisitorSession, agent: LiveAgent, peer: Peer, greet: Greet): Promise<boolean>;
  /** Like `join`, for a visitor whose conversation this node owns, or whose socket is on another node. */
  joinOwn(visitorId: string, agent: LiveAgent, peer: Peer, greet: Greet): Promise<boolean>;
  /** Ends the visitor's conversation. `also` is stored in the same transaction. @throws storage errors and the errors of `also`. */
  reset(visitorId: string, also?: (tx: Tx) => Promise<void>): Promise<void>;
  /** Like `reset`, for a conversation that this node owns. */
  resetOwn(visitorId: string): Promise<void>;
  /**
   * Checks again whether the agents and preview sessions of open sockets still exist, and prepares for the next question
   * about what has changed. `id` null: all of them. `find`: an agent as it is now, or null if it no longer exists.
   */
  recheck(id: string | null, find: (agent: LiveAgent) => Promise<LiveAgent | null>): Promise<void>;
  /** How many conversations are in the memory of this process, and how many replies run or wait. */
  count(): { conversations: number; turns: number };
  /** Whether a turn waits or runs in this process. */
  isLive(turnId: string): boolean;
  /**
   * Accepts no more messages, lets running replies end for up to `graceMs`, then interrupts them and closes every socket.
   * If there are other nodes, each conversation is given to them as soon as its reply has ended.
   */
  stop(graceMs: number): Promise<void>;
}

/** How long a stop waits for the messages that are being stored. */
const ACCEPT_WAIT_MS = 2_000;
/** How long a stop waits for turns that it interrupted, and for ends that are not stored yet. */
const BREAK_OFF_WAIT_MS = 2_000;
const AGENT_GONE = 4404;
const RESTARTING = 1012;
const STOPPING = "the server is restarting";

/** A class, so that the sockets of ten thousand idle visitors share these functions. */
class OwnSeat implements Seat {
  constructor(
    private readonly conversation: LiveConversation,
    private readonly peer: Peer,
    private readonly resetAll: (visitorId: string) => Promise<void>,
  ) {}

  receive(incoming: Incoming): Promise<Received> {
    return this.conversation.receive(incoming, this.peer);
  }

  resume(clientId: string, chunkIndex: number): Promise<void> {
    return this.conversation.resume(this.peer, clientId, chunkIndex);
  }

  reset(): Promise<void> {
    return this.resetAll(this.conversation.visitorId);
  }

  leave(): void {
    this.conversation.leave(this.peer);
  }
}

interface HubDeps extends ConversationDeps {
  /** The other nodes. */
  links: Links;
}

export function createHub(deps: HubDeps): Hub {
  const { db, log, links } = deps;
  const conversations = new Map<string, LiveConversation>();
  let isStopping = false;
  let releasing: Promise<void> = Promise.resolve();
  const hasOthers = () => deps.node.share() > 1;
  const around: Surroundings = {
    liveTurns: new Set(),
    owedEnds: new Set(),
    isStopping: () => isStopping,
    onIdle(conversation) {
      if (conversations.get(conversation.visitorId) !== conversation) return;
      conversations.delete(conversation.visitorId);
      links.owners.noteIdle(conversation.visitorId);
    },
  };

  // The other nodes have taken over: nothing of these conversations may be sent from here any more.
  deps.node.onLost(() => {
    for (const conversation of conversations.values()) void conversation.dismiss(TRY_AGAIN, "busy");
    conversations.clear();
  });

  const open = (visitorId: string, agent: LiveAgent): LiveConversation => {
    const conversation = conversations.get(visitorId) ?? new LiveConversation(deps, around, visitorId, agent);
    conversations.set(visitorId, conversation);
    return conversation;
  };

  const resetOwn = async (visitorId: string, also?: (tx: Tx) => Promise<void>): Promise<void> => {
    const end = async () => {
      // Without a stored conversation there is nothing to end, but the sockets still receive the reset.
      if (!also && !(await findOpenConversation(db, visitorId))) return;
      const body = async (tx: Tx) => {
        await endConversation(tx, visitorId);
        await also?.(tx);
      };
      await db.transaction(body, { lock: visitorLock(visitorId) });
    };
    const conversation = conversations.get(visitorId);
    await (conversation ? conversation.reset(end) : end());
  };

  const handOver = (conversation: LiveConversation) => {
    conversation.closePeers(RESTARTING, STOPPING);
    conversations.delete(conversation.visitorId);
    links.owners.noteIdle(conversation.visitorId);
    // Without an answer of the database, the conversations are free when this node's row is gone.
    releasing = releasing.then(() => links.owners.releaseIdle()).catch(() => undefined);
  };

  const joinOwn: Hub["joinOwn"] = async (visitorId, agent, peer, greet) => {
    const conversation = open(visitorId, agent);
    if (conversation.isCrowded) return false;
    prepareFor(deps, agent);
    await conversation.join(agent, peer, (snapshot) => greet(new OwnSeat(conversation, peer, resetOwn), snapshot));
    return true;
  };

  return {
    async join({ visitorId, chat }, agent, peer, greet) {
      const link = await links.claim(visitorId);
      return link ? link.join(visitorId, chat, peer, greet) : joinOwn(visitorId, agent, peer, greet);
    },
    joinOwn,

    async reset(visitorId, also) {
      if (!conversations.has(visitorId)) await links.endElsewhere(visitorId);
      await resetOwn(visitorId, also);
    },
    resetOwn: (visitorId) => resetOwn(visitorId),

    async recheck(id, find) {
      const prepared = new Set<string>();
      for (const conversation of [...conversations.values()]) {
        const { agent } = conversation;
        if (id !== null && agent.id !== id) continue;
        try {
          const current = await find(agent);
          if (!current) await conversation.dismiss(AGENT_GONE, "the agent is gone");
          else if (id !== null && !prepared.has(agent.key)) prepareFor(deps, current);
          prepared.add(agent.key);
        } catch (error) {
          log.error("an open conversation could not be checked", { agent: agent.key, error });
        }
      }
    },

    count: () => ({ conversations: conversations.size, turns: around.liveTurns.size }),
    isLive: (turnId) => around.liveTurns.has(turnId),

    async stop(graceMs) {
      isStopping = true;
      const all = [...conversations.values()];
      // Their conversations are on other nodes, and go on there.
      if (hasOthers()) void links.stop(RESTARTING, STOPPING);
      links.owners.stop();
      // A message whose commit is in progress is still accepted; its reply then runs and may end like the others.
      await within(
        ACCEPT_WAIT_MS,
        all.map((conversation) => conversation.whenAccepted()),
      );
      const running = all.map(async (conversation) => {
        await conversation.stopQueue();
        // The visitors need not wait for the replies of others: another node takes their next messages.
        if (hasOthers()) handOver(conversation);
      });
      if (!(await within(graceMs, running))) {
        await within(
          BREAK_OFF_WAIT_MS,
          all.map((conversation) => conversation.stopRunning()),
        );
      }
      await within(BREAK_OFF_WAIT_MS, [...around.owedEnds, releasing]);
      for (const conversation of all) conversation.closePeers(RESTARTING, STOPPING);
      await links.stop(RESTARTING, STOPPING);
      conversations.clear();
    },
  };
}

/** @returns whether all promises have settled within `ms`. */
function within(ms: number, works: readonly Promise<unknown>[]): Promise<boolean> {
  const ended = Promise.allSettled(works).then(() => true);
  return Promise.race([ended, new Promise<false>((resolve) => setTimeout(() => resolve(false), ms))]);
}
