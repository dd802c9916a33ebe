/** Running one turn: history, reply, record, and an end that every listener hears. */
import { listSaid, type Said } from "../conversations/store.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import { type Db, type Reader, StorageRefused } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { type Answering, answer } from "./answer.ts";
import { broadcast, broadcastFailure, type Job, type LiveConversation, type LiveTurn, sayChunk } from "./live.ts";
import { recordEnd, type TurnEnd } from "./record.ts";
import type { StoredTurn } from "./store.ts";

export interface TurnDeps extends Answering {
  db: Db;
  clock: Clock;
  log: Log;
  config: { tz: string };
  disk: { isLow(): boolean };
}

/** Earlier messages that a prompt may use. */
const HISTORY_READ = 40;
/** Waits between tries to store an end: a store that is locked or full may be well again in a moment. */
const RECORD_AGAIN_MS = [100, 500, 2_000];
/** And of an end that nobody waits for any more: half a minute in all. */
const RECORD_LATE_MS = [100, 500, 2_000, 4_000, 8_000, 16_000];

export const failedEnd = (note: string): TurnEnd => ({
  state: "failed",
  text: "",
  model: null,
  usage: null,
  price: null,
  note,
  isCharged: false,
  unanswered: true,
});

/**
 * What was said before the question: each earlier question with its own reply, also when the reply came after the
 * question was asked. The product's own texts about limits are left out.
 */
export async function readHistory(db: Reader, turn: StoredTurn): Promise<Said[]> {
  const messages = await listSaid(db, turn.conversationId, HISTORY_READ);
  const asked = messages.findIndex((message) => message.id === turn.messageId);
  const replies = new Map(messages.filter((message) => message.sender === "bot").map((message) => [message.clientId, message]));
  return messages
    .slice(0, Math.max(asked, 0))
    .filter((message) => message.sender === "user")
    .flatMap((question) => {
      const reply = replies.get(question.clientId);
      return reply?.kind === "reply" ? [question, reply] : [question];
    });
}

/** Stores the end of a turn, with patience. @throws what the store said last. */
async function recordWithPatience(deps: TurnDeps, job: Job, end: TurnEnd, pauses = RECORD_AGAIN_MS): Promise<void> {
  const { agent, clientId } = job.incoming;
  const store = async () => {
    const { rmPerUsd } = await deps.settings.read();
    await deps.db.transaction((tx) => {
      const now = deps.clock.now();
      const books = {
        accountId: agent.accountId,
        agentId: agent.id,
        month: job.turn.charged?.month ?? monthOf(now, deps.config.tz),
        rmPerUsd,
      };
      return recordEnd(tx, job.turn, clientId, end, books, now);
    });
  };
  for (const pause of pauses) {
    try {
      await store();
      return;
    } catch (error) {
      if (!(error instanceof StorageRefused)) deps.log.warn("the end of a turn could not be stored yet", { turn: job.turn.id, error });
      await deps.clock.sleep(pause);
    }
  }
  await store();
}

/** Stores the end of a turn that its visitor was told of already. Never throws: what stays open is refunded by the sweep. */
export async function recordLate(deps: TurnDeps, job: Job, end: TurnEnd): Promise<void> {
  try {
    await recordWithPatience(deps, job, end, RECORD_LATE_MS);
  } catch (error) {
    deps.log.error("the end of a turn could not be stored; what its model cost is not in the books", { turn: job.turn.id, error });
  }
}

/** A reply that is being made. Nobody hears of it before it is published. */
export interface BegunTurn {
  live: LiveTurn;
  made: Promise<{ end: TurnEnd } | { fault: unknown }>;
  /** Its message is stored: from now on it is heard. */
  publish(): void;
  /** Its message could not be stored: there is no such turn. */
  discard(): void;
}

/** Asks for the reply at once. `history`: what was said before, where it has been read already. */
export function beginTurn(deps: TurnDeps, conversation: LiveConversation, job: Job, history?: readonly Said[]): BegunTurn {
  const live: LiveTurn = { job, chunks: [], abort: new AbortController(), done: Promise.resolve() };
  const decided = Promise.withResolvers<void>();
  const id = job.incoming.clientId;
  const tellWait = async (ahead: number): Promise<void> => {
    await decided.promise;
    if (!live.abort.signal.aborted) broadcast(conversation, { event: "botWaiting", id, data: { id, ahead } });
  };
  const make = async (): Promise<TurnEnd> => {
    const question = {
      ...job.incoming,
      history: history ?? (await readHistory(deps.db, job.turn)),
      text: job.text,
      builtInOnly: job.builtInOnly,
      signal: live.abort.signal,
      mayBeHeard: decided.promise,
      onWait: (ahead: number) => void tellWait(ahead),
    };
    return answer(deps, question, (piece) => sayChunk(conversation, live, piece, false));
  };
  return {
    live,
    made: make().then(
      (end) => ({ end }),
      (fault: unknown) => ({ fault }),
    ),
    publish() {
      broadcast(conversation, { event: "botTyping", data: true, id });
      decided.resolve();
    },
    discard() {
      live.abort.abort();
      decided.resolve();
    },
  };
}

export interface Finishing {
  /** Whether the server broke the turn off: then it is free. */
  isStopping(): boolean;
  /** Tells the visitors that the turn has failed, and stores that when it can be stored. */
  giveUp(conversation: LiveConversation, job: Job, end: TurnEnd): Promise<void>;
}

/** Sees a begun turn to its end. Never throws: whatever happens, the listeners hear an end. */
export async function finishTurn(
  deps: TurnDeps,
  conversation: LiveConversation,
  { live, made }: BegunTurn,
  { isStopping, giveUp }: Finishing,
): Promise<void> {
  const { job } = live;
  const id = job.incoming.clientId;
  const result = await made;
  if ("fault" in result) {
    deps.log.error("a reply could not be made", { turn: job.turn.id, error: result.fault });
    void giveUp(conversation, job, failedEnd("the reply could not be made"));
    return;
  }
  const { end } = result;
  const isBroken = end.state !== "answered";
  try {
    // Stored first: what a visitor sees as complete survives a crash.
    await recordWithPatience(deps, job, isStopping() && isBroken ? { ...end, isCharged: false } : end);
  } catch (error) {
    if (!(error instanceof StorageRefused)) deps.log.error("the end of a turn could not be stored", { turn: job.turn.id, error });
    // Its visitor is told that it failed, so it is free. The reply and what it cost are stored as soon as that is possible.
    void giveUp(conversation, job, { ...end, isCharged: false });
    return;
  }
  conversation.version++;
  if (end.text === "") return broadcastFailure(conversation, id);
  sayChunk(conversation, live, "", true, isBroken);
  broadcast(conversation, { event: "botTyping", data: false, id });
}
