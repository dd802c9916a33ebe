/** Between the socket and the conversation: says hello, hands over what waits, asks for what is missing. */
import { type ChatErrorCode, CLOSE, type Identity, MAX_QUEUED_TURNS, type ServerEvent } from "../../contract/chat.ts";
import type { Language } from "../../contract/language.ts";
import { applyEvent, type Conversation, type ConversationEvent, EMPTY, type Entry } from "./conversation.ts";
import { type Link, openLink } from "./socket.ts";

/** Not taken now; sending at once again would only be refused again. */
const PAUSE_AFTER = new Set<ChatErrorCode>(["too_many", "queue_full", "busy", "shutting_down"]);
const PAUSE_S = 3;

/** How the line stands. `refused`: it will not come back without a new page. */
export type Line = "off" | "connecting" | "on" | "lost" | "refused";

export interface ClientOptions {
  address: string;
  chatId: string;
  ticket: string | null;
  session: string | null;
  /** Of the product's own texts. */
  lang: Language;
  greeting: string;
  onChange(): void;
  /** A new token to keep; null: the kept one is dead. */
  onSession(session: string | null): void;
  /** A reply is complete, and was not here before. */
  onReply(entry: Entry): void;
  onFailure(code: ChatErrorCode): void;
  /** The line is refused: `CLOSE.unauthenticated` (a new page helps) or `CLOSE.gone`. */
  onRefused(code: number): void;
}

/** 128 random bits. `crypto.randomUUID` is absent on plain http. */
export function makeMessageId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Client {
  conversation: Conversation = EMPTY;
  line: Line = "off";
  /** Not to be connected yet; what is written waits. */
  isHeld = false;
  private link: Link | null = null;
  private ticket: string | null;
  private session: string | null;
  /** Replies that were told of; null until the first session, whose history is not news. */
  private told: Set<string> | null = null;
  private isResetOwed = false;
  private identity: Identity | null = null;
  /** The identity was sent and not answered: what is written meanwhile waits for its conversation. */
  private isIdentifying = false;
  private pausedUntil = 0;

  constructor(private readonly options: ClientOptions) {
    this.ticket = options.ticket;
    this.session = options.session;
    this.greet(options.greeting);
  }

  /** Connects, once. */
  connect(): void {
    if (this.link || this.isHeld) return;
    this.line = "connecting";
    this.link = openLink(this.options.address, {
      onOpen: () => this.sayHello(),
      onEvent: (event) => this.hear(event),
      onLost: () => this.lose(),
      onRefused: (code) => this.refuse(code),
      isOwed: () => this.conversation.open.length > 0,
    });
    this.options.onChange();
  }

  get hasSession(): boolean {
    return this.session !== null;
  }

  /** A session that the loader kept; of use only before the first hello. */
  adoptSession(session: string): void {
    this.session ??= session;
  }

  /** Says who the visitor is; the answer is that person's conversation. */
  identify(identity: Identity): void {
    if (JSON.stringify(identity) === JSON.stringify(this.identity)) return;
    this.identity = identity;
    if (this.line === "on") this.sayIdentity();
  }

  private sayIdentity(): void {
    if (this.identity) this.isIdentifying = this.link?.send({ event: "identify", data: this.identity }) === true;
  }

  greet(text: string): void {
    this.apply({ event: "greeted", data: { text, at: new Date().toISOString() } });
  }

  /** Appends the visitor's message and sends it as soon as there is a line and a place. */
  write(text: string): void {
    this.apply({ event: "written", data: { id: makeMessageId(), text, at: new Date().toISOString() } });
    this.connect();
    this.handOver();
  }

  retry(id: string): void {
    this.told?.delete(id);
    this.apply({ event: "retried", data: { id, newId: makeMessageId() } });
    this.handOver();
  }

  /** Back to just the greeting; the server hears of it now or with the next connection. */
  reset(): void {
    this.apply({ event: "cleared" });
    this.isResetOwed = !(this.line === "on" && this.link?.send({ event: "reset", data: {} }));
  }

  stop(): void {
    this.link?.stop();
  }

  private sayHello(): void {
    const { chatId, lang } = this.options;
    const data = { chatId, ticket: this.ticket ?? undefined, session: this.session ?? undefined, lang };
    this.link?.send({ event: "hello", data });
  }

  private hear(event: ServerEvent): void {
    if (event.event === "session") {
      this.beginSession(event);
      return;
    }
    if (event.event === "error") this.noteError(event.data);
    this.apply(event);
    this.handOver();
  }

  private beginSession(event: ServerEvent & { event: "session" }): void {
    const isAnswerToHello = this.line !== "on";
    this.line = "on";
    // Another person's history is not news either.
    if (this.isIdentifying) this.told = null;
    this.isIdentifying = false;
    if (isAnswerToHello) this.sayIdentity();
    this.session = event.data.session;
    this.ticket = null;
    this.link?.settle();
    this.options.onSession(this.session);
    if (this.isResetOwed) {
      this.isResetOwed = !this.link?.send({ event: "reset", data: {} });
      // Cleared on this side already; the record it speaks of is about to end.
      this.told = new Set();
      this.options.onChange();
    } else this.apply(event);
    this.handOver();
  }

  private noteError(error: { code: ChatErrorCode; id?: string; retryAfter?: number }): void {
    this.options.onFailure(error.code);
    if (error.code === "identity_refused" || error.code === "malformed") this.isIdentifying = false;
    if (!PAUSE_AFTER.has(error.code)) return;
    const wait = (error.retryAfter ?? PAUSE_S) * 1000;
    this.pausedUntil = Date.now() + wait;
    setTimeout(() => this.handOver(), wait + 10);
  }

  private lose(): void {
    this.line = "lost";
    this.isIdentifying = false;
    this.apply({ event: "lost" });
  }

  private refuse(code: number): void {
    this.line = "refused";
    if (code === CLOSE.unauthenticated) this.options.onSession(null);
    this.apply({ event: "lost" });
    this.options.onRefused(code);
  }

  /** Gives the socket what waits, in order, as far as the server takes it (one turn answered, some queued). */
  private handOver(): void {
    if (this.line !== "on" || this.isIdentifying || Date.now() < this.pausedUntil) return;
    for (const { id, text } of this.conversation.entries.filter((entry) => entry.delivery === "waiting")) {
      if (this.conversation.open.length > MAX_QUEUED_TURNS) return;
      if (!this.link?.send({ event: "chatMessage", data: { id, text } })) return;
      this.apply({ event: "handed", data: { id } });
    }
  }

  private apply(event: ConversationEvent): void {
    const before = this.conversation;
    this.conversation = applyEvent(before, { ...event, at: new Date().toISOString() });
    const { gap } = this.conversation;
    if (gap && gap !== before.gap && gap.id !== before.gap?.id) this.link?.send({ event: "resume", data: gap });
    this.tell(event.event === "session");
    this.options.onChange();
  }

  private tell(isRecord: boolean): void {
    const told = this.told ?? new Set();
    const isHistory = isRecord && this.told === null;
    if (isRecord) this.told = told;
    for (const entry of this.conversation.entries) {
      if (entry.sender === "user" || entry.isInitial || entry.isStreaming || told.has(entry.id)) continue;
      told.add(entry.id);
      if (!isHistory) this.options.onReply(entry);
    }
  }
}
