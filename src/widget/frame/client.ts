/** Connects the socket and the conversation: sends the hello and waiting messages, and requests missing chunks. */
import {
  type ChatErrorCode,
  CLOSE,
  type ConsentQuestion,
  type ErrorData,
  type Identity,
  MAX_QUEUED_TURNS,
  type ServerEvent,
} from "../../contract/chat.ts";
import type { Language } from "../../contract/language.ts";
import { toStorable } from "../../contract/storable.ts";
import { applyEvent, type Conversation, type ConversationEvent, EMPTY, type Entry } from "./conversation.ts";
import { type Link, openLink } from "./socket.ts";

/** Errors after which the client pauses, since a message that is sent again at once would be refused again. */
const PAUSE_AFTER = new Set<ChatErrorCode>(["too_many", "queue_full", "busy", "shutting_down"]);
const PAUSE_S = 3;

/** The state of the connection. `refused`: it cannot be restored without a new page. */
export type Line = "off" | "connecting" | "on" | "lost" | "refused";

export interface ClientOptions {
  address: string;
  chatId: string;
  ticket: string | null;
  session: string | null;
  /** The language of the product's own texts. */
  lang: Language;
  greeting: string;
  onChange(): void;
  /** Called with a new session to store; null: the stored session is no longer valid. */
  onSession(session: string | null): void;
  /** Called when a new reply is complete. */
  onReply(entry: Entry): void;
  onFailure(code: ChatErrorCode): void;
  /** Called when the server refuses the connection: `CLOSE.unauthenticated` (a new page helps) or `CLOSE.gone`. */
  onRefused(code: number): void;
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` does not exist on plain http. */
export function makeMessageId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Client {
  conversation: Conversation = EMPTY;
  line: Line = "off";
  /** While true, the client does not connect, and messages wait. */
  isHeld = false;
  private link: Link | null = null;
  private ticket: string | null;
  session: string | null;
  /** Ids of replies that were reported; null until the first session, because the replies in its history are not new. */
  private told: Set<string> | null = null;
  private isResetOwed = false;
  private identity: Identity | null = null;
  /** The identity was sent and not answered yet. Until then messages wait, since they belong to that person's conversation. */
  private isIdentifying = false;
  private pausedUntil = 0;
  /** What the next message needs, as the server said last. */
  private asked: ConsentQuestion | null = null;
  /** The version to which the visitor has agreed since the page was opened, or before it reloaded itself. */
  agreed: string | undefined;

  constructor(private readonly options: ClientOptions) {
    this.ticket = options.ticket;
    this.session = options.session;
    this.greet(options.greeting);
  }

  /** Connects, unless the client is already connected or held. */
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

  /** Sends a reset before anything else: one that was made on the page before and may not have reached the server. */
  oweReset(): void {
    this.isResetOwed = true;
  }

  /** Takes a session that the loader stored. It only has an effect before the first hello. */
  adoptSession(session: string): void {
    this.session ??= session;
  }

  /** Sends the visitor's identity. The server answers with that person's conversation. */
  identify(identity: Identity): void {
    if (JSON.stringify(identity) === JSON.stringify(this.identity)) return;
    this.identity = identity;
    if (this.line === "on") this.sayIdentity();
  }

  private sayIdentity(): void {
    if (this.identity) this.isIdentifying = this.link?.send({ event: "identify", data: this.identity }) === true;
  }

  /** What the visitor must agree to. Until then, messages wait. */
  get question(): ConsentQuestion | null {
    return this.asked?.version === this.agreed ? null : this.asked;
  }

  agree(): void {
    this.agreed = this.asked?.version;
    this.options.onChange();
    this.handOver();
  }

  greet(text: string): void {
    this.apply({ event: "greeted", data: { text, at: new Date().toISOString() } });
  }

  /** Appends the visitor's message and sends it as soon as there is a connection and the server accepts another turn. */
  write(written: string): void {
    // The server refuses a message with characters that cannot be stored. They are invisible, so the visitor does not miss them.
    const text = toStorable(written);
    if (text.trim() === "") return;
    this.apply({ event: "written", data: { id: makeMessageId(), text, at: new Date().toISOString() } });
    this.connect();
    this.handOver();
  }

  retry(id: string): void {
    this.told?.delete(id);
    this.apply({ event: "retried", data: { id, newId: makeMessageId() } });
    this.handOver();
  }

  /** Clears the conversation except for the greeting. The server is notified now or on the next connection. */
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
    if (event.event === "error") {
      const { consent } = event.data;
      if (consent) {
        this.ask(consent);
        return;
      }
      this.noteError(event.data);
    }
    // The conversation has begun, here or in another tab.
    if (event.event === "ack" || event.event === "visitorMessage") this.asked = null;
    this.apply(event);
    this.handOver();
  }

  private beginSession(event: ServerEvent & { event: "session" }): void {
    const isAnswerToHello = this.line !== "on";
    this.line = "on";
    // The replies in an identified person's history are not new, either.
    if (this.isIdentifying) this.told = null;
    this.isIdentifying = false;
    if (isAnswerToHello) this.sayIdentity();
    this.session = event.data.session;
    this.asked = event.data.consent ?? null;
    this.ticket = null;
    this.link?.settle();
    this.options.onSession(this.session);
    if (this.isResetOwed) {
      this.isResetOwed = !this.link?.send({ event: "reset", data: {} });
      // The conversation was already cleared here, and the session's record is about to be cleared on the server.
      this.told = new Set();
      this.options.onChange();
    } else this.apply(event);
    this.handOver();
  }

  /** The server has refused a message. It waits, like the ones after it, for an answer to the question. */
  private ask(question: ConsentQuestion): void {
    this.asked = question;
    // A version to which the visitor agreed before is out of date, or the server would not ask.
    this.agreed = undefined;
    this.apply({ event: "lost" });
  }

  private noteError(error: ErrorData): void {
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

  /** Sends the waiting messages in order, as many as the server accepts (one turn being answered, some queued). */
  private handOver(): void {
    if (this.line !== "on" || this.isIdentifying || this.question || Date.now() < this.pausedUntil) return;
    for (const { id, text } of this.conversation.entries.filter((entry) => entry.delivery === "waiting")) {
      if (this.conversation.open.length > MAX_QUEUED_TURNS) return;
      if (!this.link?.send({ event: "chatMessage", data: { id, text, consent: this.agreed } })) return;
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
