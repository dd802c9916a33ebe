/** One turn: a stored visitor message and its reply, until every listener has received its end. */
import { CHAT_ERRORS, type Ending, type LiveReply, type ServerEvent } from "../../contract/chat.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Said, StoredMessage } from "../conversations/store.ts";
import { StorageRefused } from "../platform/storage/db.ts";
import type { Accepted, BuiltInOnly, Incoming } from "./accept.ts";
import { answer } from "./answer.ts";
import type { ReplyFigures } from "./figures.ts";
import { readHistory } from "./history.ts";
import type { Answering } from "./model-reply.ts";
import type { TurnEnd } from "./record.ts";
import { type RecordDeps, recordPatiently } from "./record-patiently.ts";
import { visibleSources } from "./sources.ts";
import type { StoredTurn } from "./store.ts";

export type TurnDeps = Answering & RecordDeps & { figures: ReplyFigures };

/** An accepted message that is to be answered. */
export interface Job {
  incoming: Incoming;
  turn: StoredTurn;
  text: string;
  builtInOnly: BuiltInOnly;
}

export function jobOf({ turn, text, builtInOnly }: Accepted & { kind: "turn" }, incoming: Incoming): Job {
  return { incoming, turn, text, builtInOnly };
}

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

/** The events of a reply that is sent as a whole. `id`: the client's id of the message. */
export function replyEvents(
  id: string,
  reply: Pick<StoredMessage, "text" | "kind" | "quickReplies" | "sources">,
  agent: LiveAgent,
): ServerEvent[] {
  const { text, kind, quickReplies } = reply;
  return [
    { event: "botMessage", id, data: { id, text, kind, quickReplies, sources: visibleSources(agent, reply.sources) } },
    { event: "botTyping", data: false, id },
  ];
}

/** The events for listeners when a turn has no reply. `id`: the client's id of the message. */
export function failureEvents(id: string): ServerEvent[] {
  return [
    { event: "error", id, data: { code: "reply_failed", message: CHAT_ERRORS.reply_failed, id } },
    { event: "botTyping", data: false, id },
  ];
}

export class Turn {
  private readonly chunks: string[] = [];
  private readonly aborting = new AbortController();
  private readonly published = Promise.withResolvers<void>();
  /** When the message was stored, in milliseconds of `clock.elapsed`. */
  private publishedAt = 0;
  private readonly made: Promise<{ end: TurnEnd } | { fault: unknown }>;

  /**
   * Requests the reply at once, but sends nothing before `publish`.
   *
   * @param say sends an event to all listeners.
   * @param history the earlier messages, if they have already been read.
   */
  constructor(
    private readonly deps: TurnDeps,
    readonly job: Job,
    private readonly say: (event: ServerEvent) => void,
    history?: readonly Said[],
  ) {
    this.made = this.make(history).then(
      (end) => ({ end }),
      (fault: unknown) => ({ fault }),
    );
  }

  /** The client's id of the message that is answered. */
  get id(): string {
    return this.job.incoming.clientId;
  }

  /** Call it when the message is stored: from then on, listeners receive the reply. */
  publish(): void {
    this.publishedAt = this.deps.clock.elapsed();
    this.say({ event: "botTyping", data: true, id: this.id });
    this.published.resolve();
  }

  /** Call it if the message could not be stored: then the turn does not exist. */
  discard(): void {
    this.aborting.abort();
    this.published.resolve();
  }

  /** Interrupts the reply. */
  breakOff(): void {
    this.aborting.abort();
  }

  /** The reply so far, for a new listener. */
  soFar(): LiveReply {
    return { id: this.id, chunks: [...this.chunks] };
  }

  /** The chunks after `chunkIndex`, for a listener that has the earlier ones. */
  chunksAfter(chunkIndex: number): ServerEvent[] {
    return this.chunks.slice(chunkIndex + 1).map((chunk, i) => {
      const data = { id: this.id, chunk, isLast: false, chunkIndex: chunkIndex + 1 + i };
      return { event: "botMessageChunk", id: this.id, data };
    });
  }

  /**
   * Waits for the reply and stores its end, before listeners receive it: a reply that a visitor sees as complete survives
   * a crash.
   *
   * @param isStopping whether the server is interrupting turns because it stops, which makes them free.
   * @returns the end, and whether it is stored. Never throws.
   */
  async settle(isStopping: () => boolean): Promise<{ end: TurnEnd; isStored: boolean }> {
    const { deps, job } = this;
    const made = await this.made;
    if ("fault" in made) {
      deps.log.error("a reply could not be created", { turn: job.turn.id, error: made.fault });
      return { end: failedEnd("the reply could not be created"), isStored: false };
    }
    const isFree = isStopping() && made.end.state !== "answered";
    const end = isFree ? { ...made.end, isCharged: false } : made.end;
    try {
      const isEnded = await recordPatiently(deps, { ...job, end });
      // Another node has ended the turn as failed, after this one had lost its lease.
      return { end: isEnded ? end : failedEnd("the turn had ended before"), isStored: true };
    } catch (error) {
      if (!(error instanceof StorageRefused)) deps.log.error("the end of a turn could not be stored", { turn: job.turn.id, error });
      // The visitor is told that the reply failed, so it is free. The reply and its cost are stored as soon as possible.
      return { end: { ...end, isCharged: false }, isStored: false };
    }
  }

  /** Sends the end to all listeners. */
  sayEnd(end: TurnEnd): void {
    if (end.text === "") {
      for (const event of failureEvents(this.id)) this.say(event);
      return;
    }
    this.sayLast(end);
    this.say({ event: "botTyping", data: false, id: this.id });
  }

  private async make(history?: readonly Said[]): Promise<TurnEnd> {
    const { deps, job } = this;
    const question = {
      ...job.incoming,
      history: history ?? (await readHistory(deps.db, job.turn.conversationId, job.turn.messageId)),
      text: job.text,
      builtInOnly: job.builtInOnly,
      signal: this.aborting.signal,
      mayBeHeard: this.published.promise,
      onWait: (ahead: number) => void this.sayWait(ahead),
    };
    return answer(deps, question, (chunk) => this.sayChunk({ chunk, isLast: false }));
  }

  private async sayWait(ahead: number): Promise<void> {
    await this.published.promise;
    if (!this.aborting.signal.aborted) this.say({ event: "botWaiting", id: this.id, data: { id: this.id, ahead } });
  }

  private sayLast({ state, quickReplies, sources }: TurnEnd): void {
    const ending = { quickReplies, sources: visibleSources(this.job.incoming.agent, sources) };
    this.sayChunk({ chunk: "", isLast: true, ...(state === "answered" ? ending : { interrupted: true }) });
  }

  private sayChunk(said: { chunk: string; isLast: boolean; interrupted?: boolean } & Ending): void {
    const { id } = this;
    const chunkIndex = this.chunks.push(said.chunk) - 1;
    if (chunkIndex === 0) this.deps.figures.firstText(this.deps.clock.elapsed() - this.publishedAt);
    this.say({ event: "botMessageChunk", id, data: { id, chunkIndex, ...said } });
  }
}
