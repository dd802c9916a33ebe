/**
 * A live conversation: its listeners, the running turn and the waiting ones. One turn runs at a time, and all of the
 * visitor's sockets receive the same events. Durable data is in the stores; this state is only in memory, and only this
 * class changes it.
 */

import { type ChatMessage, HISTORY_SENT, type LiveReply, MAX_QUEUED_TURNS } from "../../contract/chat.ts";
import { STORED } from "../../contract/messages/stored.ts";
import type { LiveAgent } from "../agents/book.ts";
import { presentMessages } from "../conversations/present.ts";
import { findByClientId, findOpenConversation, listLatest, type Said } from "../conversations/store.ts";
import { leaseCheck } from "../nodes/node.ts";
import type { Accepted, Incoming } from "./accept.ts";
import { Audience } from "./audience.ts";
import { needsConsent } from "./consent.ts";
import type { Peer } from "./peer.ts";
import type { TurnEnd } from "./record.ts";
import { recordLate } from "./record-patiently.ts";
import { visibleSources } from "./sources.ts";
import { type StoreDeps, storeMessage } from "./store-message.ts";
import { failedEnd, failureEvents, type Job, jobOf, replyEvents, Turn } from "./turn.ts";

export interface Snapshot {
  messages: ChatMessage[];
  live: LiveReply | null;
  pending: string[];
  /** Whether the visitor must agree to something before the next message. Absent from a node of an earlier version. */
  needsConsent?: boolean;
}

export type Received = "taken" | "queue_full" | "shutting_down" | "given_up" | "consent_required";

export type ConversationDeps = StoreDeps;

/** The parts of the process that a conversation needs. */
export interface Surroundings {
  /** Turns that wait or run in this process. */
  liveTurns: Set<string>;
  /** Attempts to store ends of turns that could not be stored at first. */
  owedEnds: Set<Promise<void>>;
  isStopping(): boolean;
  /** Called when there are no listeners, and no turn runs or waits: the conversation can be removed from memory. */
  onIdle(conversation: LiveConversation): void;
}

/** How long a reset waits for an interrupted turn to end. */
const BREAK_OFF_WAIT_MS = 2_000;

/** One promise for all conversations, because most visitors neither read nor write. */
const DONE: Promise<void> = Promise.resolve();

export class LiveConversation {
  private readonly audience = new Audience(this);
  private readonly queue: Job[] = [];
  private running: Turn | null = null;
  /** Resolves when the running turn has ended. */
  private ended: Promise<void> = DONE;
  /** The number of operations that keep the conversation in memory without listeners: joining, accepting, resetting. */
  private holds = 0;
  /** The number of messages whose transaction is running: they count as queued. */
  private accepting = 0;
  /** Increases with every change: a snapshot that was read before is stale. */
  private version = 0;
  /** The last operation that must not overlap with others: accepting a message, resetting. */
  private lastWork: Promise<unknown> = DONE;

  private readonly requireLease: () => void;

  constructor(
    private readonly deps: ConversationDeps,
    private readonly around: Surroundings,
    readonly visitorId: string,
    /** The agent, as the last socket or message found it. */
    public agent: LiveAgent,
  ) {
    this.requireLease = leaseCheck(deps.node);
  }

  /** Interrupts all turns, because no socket has listened for a while. */
  onLeft(): void {
    void this.breakOff(STORED["note.visitorLeft"]);
  }

  /** Whether this visitor has the maximum number of sockets. */
  get isCrowded(): boolean {
    return this.audience.isFull;
  }

  private get isIdle(): boolean {
    return this.audience.isEmpty && !this.running && this.queue.length === 0 && this.holds === 0;
  }

  /** Adds a listener and passes the current conversation to `greet`, without missing an event in between. @throws storage errors. */
  join(agent: LiveAgent, peer: Peer, greet: (snapshot: Snapshot) => void): Promise<void> {
    this.agent = agent;
    this.audience.stopWaiting();
    return this.hold(() =>
      this.withSnapshot((snapshot) => {
        this.requireLease();
        greet(snapshot);
        this.audience.add(peer);
        const [first] = snapshot.pending;
        if (first !== undefined) peer.send({ event: "botTyping", data: true, id: first });
      }),
    );
  }

  leave(peer: Peer): void {
    if (!this.audience.remove(peer)) return;
    if (this.running) this.audience.awaitReturn();
    else this.tidy();
  }

  /** Stores and charges a message, and begins or queues its turn. @throws DomainError not_found, storage errors. */
  async receive(incoming: Incoming, from: Peer): Promise<Received> {
    if (this.around.isStopping()) return "shutting_down";
    this.requireLease();
    this.agent = incoming.agent;
    const ahead = this.queue.length + this.accepting + (this.running ? 1 : 0);
    if (ahead > MAX_QUEUED_TURNS) return "queue_full";
    this.accepting++;
    const work = () => this.accept(incoming, from).finally(() => this.accepting--);
    return this.hold(() => this.inTurn(work));
  }

  /** Sends the part of a reply that the peer has missed: the chunks after `chunkIndex`, or the whole reply once it is stored. */
  async resume(peer: Peer, clientId: string, chunkIndex: number): Promise<void> {
    if (this.running?.id === clientId) {
      for (const event of this.running.chunksAfter(chunkIndex)) peer.send(event);
      return;
    }
    if (this.queue.some((job) => job.incoming.clientId === clientId)) return;
    const open = await findOpenConversation(this.deps.db, this.visitorId);
    const reply = open && (await findByClientId(this.deps.db, open.id, clientId, "agent"));
    for (const event of reply ? replyEvents(clientId, reply, this.agent) : failureEvents(clientId)) peer.send(event);
  }

  /** Interrupts all turns, and ends the stored conversation with `end`. @throws the errors of `end`. */
  reset(end: () => Promise<void>): Promise<void> {
    return this.hold(() =>
      this.inTurn(async () => {
        await this.breakOff("the visitor reset the conversation");
        await end();
        this.version++;
        this.audience.say({ event: "reset", data: {} });
      }),
    );
  }

  /** For an agent that no longer exists: closes every socket with this code, and refunds waiting turns. */
  async dismiss(closeCode: number, reason: string): Promise<void> {
    this.closePeers(closeCode, reason);
    await this.breakOff(reason);
  }

  /** For a server that stops. Resolves when all messages that are being stored have been stored. */
  whenAccepted(): Promise<unknown> {
    return this.lastWork;
  }

  /** For a server that stops: refunds waiting turns. Resolves when the running turn has ended. */
  stopQueue(): Promise<void> {
    for (const job of this.queue.splice(0)) void this.giveUp(job, failedEnd("the server stopped"));
    return this.ended;
  }

  /** For a server that stops: interrupts the running turn. Resolves when it has ended. */
  stopRunning(): Promise<void> {
    this.running?.breakOff();
    return this.ended;
  }

  closePeers(code: number, reason: string): void {
    this.audience.stopWaiting();
    this.audience.close(code, reason);
  }

  /** Keeps the conversation in memory until `work` has ended. */
  private async hold<T>(work: () => Promise<T>): Promise<T> {
    this.holds++;
    try {
      return await work();
    } finally {
      this.holds--;
      this.tidy();
    }
  }

  private tidy(): void {
    if (this.isIdle) this.around.onIdle(this);
  }

  /** Runs operations one after the other, so that accepting a message and resetting never overlap. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.lastWork.then(work);
    this.lastWork = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  private async accept(incoming: Incoming, from: Peer): Promise<Received> {
    this.requireLease();
    const isFree = !this.running && this.queue.length === 0;
    const begin = isFree ? (job: Job, history: readonly Said[]) => this.begin(job, history) : null;
    const { accepted, turn } = await storeMessage(this.deps, incoming, (turnId) => this.around.liveTurns.has(turnId), begin);
    if (accepted.kind === "consent_required") return accepted.kind;
    this.onAccepted(incoming, from, accepted, turn);
    return accepted.kind === "given_up" ? "given_up" : "taken";
  }

  private onAccepted(incoming: Incoming, from: Peer, accepted: Exclude<Accepted, { kind: "consent_required" }>, begun: Turn | null): void {
    const { clientId: id } = incoming;
    from.send({ event: "ack", data: { id } });
    if (accepted.kind === "underway" || accepted.kind === "given_up") return;
    this.version++;
    if (accepted.isNew) {
      const at = new Date(this.deps.clock.now()).toISOString();
      this.audience.say({ event: "visitorMessage", data: { id, sender: "user", text: accepted.text, at } }, from);
    }
    if (accepted.kind === "told") {
      for (const event of replyEvents(id, accepted.reply, this.agent)) accepted.isNew ? this.audience.say(event) : from.send(event);
      return;
    }
    this.around.liveTurns.add(accepted.turn.id);
    if (begun) this.run(begun);
    else {
      this.queue.push(jobOf(accepted, incoming));
      this.runNext();
    }
  }

  private begin(job: Job, history?: readonly Said[]): Turn {
    return new Turn(this.deps, job, (event) => this.audience.say(event), history);
  }

  private runNext(): void {
    if (this.running) return;
    const job = this.queue.shift();
    if (job) this.run(this.begin(job));
    else this.tidy();
  }

  private run(turn: Turn): void {
    this.running = turn;
    turn.publish();
    // The visitor may have left while the message was being stored.
    this.audience.awaitReturn();
    this.ended = this.finish(turn);
  }

  private async finish(turn: Turn): Promise<void> {
    const { end, isStored } = await turn.settle(this.around.isStopping);
    this.deps.figures.ended(end);
    if (isStored) {
      this.version++;
      turn.sayEnd(end);
    } else void this.giveUp(turn.job, end);
    this.around.liveTurns.delete(turn.job.turn.id);
    this.running = null;
    this.runNext();
  }

  /**
   * Ends a turn as failed. Listeners receive the end only after the turn is no longer live, so that the same message, if
   * it is sent again at once, begins another attempt instead of counting as still running.
   */
  private giveUp(job: Job, end: TurnEnd): Promise<void> {
    const { liveTurns, owedEnds } = this.around;
    liveTurns.delete(job.turn.id);
    this.version++;
    for (const event of failureEvents(job.incoming.clientId)) this.audience.say(event);
    const recorded = recordLate(this.deps, { ...job, end }).finally(() => owedEnds.delete(recorded));
    owedEnds.add(recorded);
    return recorded;
  }

  /** Interrupts the running turn and refunds the waiting ones. */
  private async breakOff(note: string): Promise<void> {
    const waiting = this.queue.splice(0);
    this.version++;
    const ended = [...waiting.map((job) => this.giveUp(job, failedEnd(note))), this.stopRunning()];
    // Listeners receive these ends before any later event.
    await Promise.race([Promise.all(ended), this.deps.clock.sleep(BREAK_OFF_WAIT_MS)]);
  }

  /** Calls `use` in the same step in which the snapshot is complete, so that no event can happen in between. */
  private async withSnapshot(use: (snapshot: Snapshot) => void): Promise<void> {
    for (;;) {
      const { version } = this;
      const open = await findOpenConversation(this.deps.db, this.visitorId);
      const stored = open ? await listLatest(this.deps.db, open.id, HISTORY_SENT) : [];
      const isAsked = await needsConsent(this.deps.db, this.agent, this.visitorId, open?.id ?? null);
      // A turn that ended while we read would be neither in the list nor live.
      if (version !== this.version) continue;
      const waiting = this.queue.map((job) => job.incoming.clientId);
      const pending = this.running ? [this.running.id, ...waiting] : waiting;
      return use({
        messages: presentMessages(stored, ({ sources }) => visibleSources(this.agent, sources)),
        live: this.running?.soFar() ?? null,
        pending,
        needsConsent: isAsked,
      });
    }
  }
}
