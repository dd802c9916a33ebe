/** The socket's protocol (docs/protocol.md) without the transport: which frames a client may send, and in which order. */

import { type ClientFrame, checkMessageText, clientFrame } from "../../contract/chat.schema.ts";
import {
  CHAT_ERRORS,
  type ChatErrorCode,
  CLOSE,
  type ErrorData,
  type Identity,
  MAX_MESSAGE_LENGTH,
  MAX_QUEUED_TURNS,
} from "../../contract/chat.ts";
import { stripImageMarkers } from "../../contract/knowledge.ts";
import { DEFAULT_LANGUAGE, type Language, pickLanguage } from "../../contract/language.ts";
import type { AgentBook, LiveAgent } from "../agents/book.ts";
import type { Previews } from "../agents/previews.ts";
import type { Sightings } from "../agents/sightings.ts";
import type { Tickets } from "../agents/tickets.ts";
import type { Clock } from "../platform/clock.ts";
import { DomainError } from "../platform/errors.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";
import type { Turns } from "../platform/http/turns.ts";
import { newId } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import { StorageRefused } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { questionOf } from "./consent.ts";
import { findAgent } from "./find-agent.ts";
import type { Hub } from "./hub.ts";
import { type Peer, TRY_AGAIN } from "./peer.ts";
import { type Credentials, parseJson, recognise } from "./recognise.ts";
import type { Seat } from "./seat.ts";
import { identifiedVisitor, issueSession, mayTalk, type VisitorSession } from "./visitor-session.ts";

export interface ConnectionDeps {
  hub: Hub;
  book: AgentBook;
  previews: Previews;
  tickets: Tickets;
  sightings: Sightings;
  settings: SettingsSource;
  rates: Rates;
  turns: Turns;
  keys: Keys;
  clock: Clock;
  log: Log;
  isSessionAlive(tokenHash: string, accountId: string): Promise<boolean>;
  /** Whether the owner's server has signed a visitor's identity. */
  isVouchedFor(agentId: string, identity: Identity): Promise<boolean>;
  /** The id of the visitor that already has an identity, or null. */
  findIdentified(agentId: string, externalId: string): Promise<string | null>;
}

/** The origin and address of a client. */
export interface Client {
  /** The key under which rate limits count the client's address. */
  addressKey: string;
  /** Whether an origin is this server's own origin, as seen by this client. */
  isOwnOrigin(origin: string): boolean;
}

/** Frames of one socket, counted before they are read. A visitor who writes as fast as allowed sends a sixth of this number. */
const FRAMES: RateRule = { name: "socket.frames", max: 120, perMs: 60_000 };
/** Frames that read or write but are not messages: `hello`, `identify`, `resume`, `reset`. A page sends two or three of them. */
const CONTROLS: RateRule = { name: "socket.controls", max: 60, perMs: 60_000 };
/** Frames that are malformed, exceed a limit or arrive in the wrong order; the tenth closes the socket. */
const MAX_VIOLATIONS = 10;
const HELLO_WITHIN_MS = 10_000;
/** Frames that may wait while an earlier one is handled; a flood closes the socket. */
const MAX_WAITING_FRAMES = 32;
const DONE: Promise<void> = Promise.resolve();

/** A class, so that the sockets of ten thousand idle visitors share these functions. */
export class Connection {
  private visitor: VisitorSession | null = null;
  private seat: Seat | null = null;
  private language: Language = DEFAULT_LANGUAGE;
  private hasGreeted = false;
  private violations = 0;
  private waiting = 0;
  private isClosed = false;
  private isShut = false;
  private work: Promise<void> = DONE;
  private readonly helloTimer: Timer;
  private readonly socketKey = newId();
  /** Rate limit per address. The settings are in memory, so it is known before the first frame; null while the storage is lost. */
  private ofAddress: RateRule | null = null;

  constructor(
    private readonly deps: ConnectionDeps,
    private readonly peer: Peer,
    private readonly client: Client,
  ) {
    this.helloTimer = setTimeout(() => this.refuse("unauthenticated", CLOSE.unauthenticated), HELLO_WITHIN_MS);
    void this.readLimit().catch(() => null);
  }

  /** Handles a frame, as JSON text or already parsed. Frames are handled one after the other. */
  receive(raw: unknown): Promise<void> {
    if (this.isClosed || this.isShut) return this.work;
    if (this.deps.rates.take(FRAMES, this.socketKey) > 0) {
      this.violate("too_many");
      return this.work;
    }
    if (this.ofAddress && this.deps.rates.take(this.ofAddress, this.client.addressKey) > 0) {
      // A refused hello must not leave the visitor waiting for the session: code 4429 asks the client to try again later.
      if (this.hasGreeted) this.violate("too_many");
      else this.refuse("too_many", CLOSE.tooMany);
      return this.work;
    }
    const parsed = clientFrame.safeParse(typeof raw === "string" ? parseJson(raw) : raw);
    if (!parsed.success) {
      this.violate("malformed");
      return this.work;
    }
    if (++this.waiting > MAX_WAITING_FRAMES) {
      this.refuse("too_many", CLOSE.tooMany);
      return this.work;
    }
    this.work = this.work.then(() => this.handleSafely(parsed.data)).finally(() => this.waiting--);
    return this.work;
  }

  /** Counts a ping or pong like other frames. @returns false if there were too many: then the socket must be closed. */
  mayPing(): boolean {
    return !this.isClosed && this.deps.rates.take(FRAMES, this.socketKey) === 0;
  }

  closed(): void {
    this.isClosed = true;
    clearTimeout(this.helloTimer);
    this.seat?.leave();
  }

  private fail(code: ChatErrorCode, more: Omit<ErrorData, "code" | "message"> = {}): void {
    this.peer.send({ event: "error", data: { code, message: CHAT_ERRORS[code], ...more }, ...(more.id ? { id: more.id } : {}) });
  }

  /** Closes the socket; frames that still arrive are no longer read. */
  private shut(closeCode: number, reason: string): void {
    this.isShut = true;
    this.peer.close(closeCode, reason);
  }

  private refuse(code: ChatErrorCode, closeCode: number): void {
    this.fail(code);
    this.shut(closeCode, code);
  }

  /** Refuses a frame without any work, and closes the socket after too many of them. */
  private violate(code: ChatErrorCode): void {
    this.fail(code);
    if (++this.violations >= MAX_VIOLATIONS) this.shut(CLOSE.tooMany, code);
  }

  /** Counts a frame that is not a message. @returns whether it exceeds a limit of the visitor or of the address. */
  private async isOverControls(): Promise<boolean> {
    const { rates } = await this.deps.settings.read();
    return (
      (this.visitor !== null && this.deps.rates.take(CONTROLS, this.visitor.visitorId) > 0) ||
      this.deps.rates.take(rates.controls, this.client.addressKey) > 0
    );
  }

  /** Gives the socket this visitor, and sends the conversation. @throws storage errors; the socket then keeps its previous visitor. */
  private async enter(found: VisitorSession, agent: LiveAgent): Promise<void> {
    const session = issueSession(this.deps, found);
    const isWelcome = await this.deps.hub.join(found, agent, this.peer, (given, { needsConsent, ...snapshot }) => {
      if (this.visitor?.visitorId !== found.visitorId) this.seat?.leave();
      this.seat = given;
      this.visitor = found;
      const consent = needsConsent ? questionOf(agent, this.language) : null;
      this.peer.send({ event: "session", data: { session, chatId: agent.id ?? "preview", ...snapshot, ...(consent && { consent }) } });
    });
    if (!isWelcome) return this.refuse("too_many", CLOSE.tooMany);
    if (this.isClosed) this.seat?.leave();
  }

  private async identifyAs(from: VisitorSession, identity: Identity): Promise<void> {
    const agent = await findAgent(this.deps, from.chat);
    if (!agent) return this.refuse("not_found", CLOSE.gone);
    // An identity without a valid signature gives no access to a history and is not stored.
    if (agent.id === null || agent.preview || !(await this.deps.isVouchedFor(agent.id, identity))) return this.fail("identity_refused");
    const { id, name = "", email = "" } = identity;
    const knownAs = await this.deps.findIdentified(agent.id, id);
    await this.enter(identifiedVisitor(this.deps, from, { id, name, email }, knownAs), agent);
  }

  /** @returns whether the client may continue; otherwise the socket is being closed. */
  private async hello(credentials: Credentials): Promise<boolean> {
    const { visitor: found, hasTicket } = await recognise(this.deps, credentials);
    if (!found) {
      this.refuse("unauthenticated", CLOSE.unauthenticated);
      return false;
    }
    const agent = await findAgent(this.deps, found.chat);
    const isAlive = agent && (!agent.preview || (await this.deps.isSessionAlive(agent.preview.tokenHash, agent.accountId)));
    if (!isAlive) {
      this.refuse("not_found", CLOSE.gone);
      return false;
    }
    // Only a page that has passed the browser's check gets a ticket for a restricted agent.
    if (hasTicket) found.isFramed = agent.fields.domain !== "";
    if (!mayTalk(found, agent.fields.domain, this.client.isOwnOrigin)) {
      this.refuse("domain_refused", CLOSE.unauthenticated);
      return false;
    }
    clearTimeout(this.helloTimer);
    this.language = pickLanguage(credentials.lang);
    await this.enter(found, agent);
    if (this.isShut) return false;
    // A chat page of this server is not a site of the owner's.
    const isElsewhere = !agent.preview && !this.client.isOwnOrigin(found.origin);
    if (agent.id && isElsewhere) await this.deps.sightings.note(agent.id, found.origin);
    return true;
  }

  /** Checks the limits for a frame that is not a message, and waits for a turn. @returns whether the work may be done. */
  private async mayWork(): Promise<boolean> {
    if (await this.isOverControls()) {
      this.violate("too_many");
      return false;
    }
    await this.deps.turns.next(this.client.addressKey);
    return !this.isClosed && !this.isShut;
  }

  /** Allows only one `hello`, because each reads and sends the whole conversation. */
  private async greet(credentials: Credentials): Promise<boolean> {
    if (this.hasGreeted) {
      this.violate("malformed");
      return false;
    }
    this.hasGreeted = true;
    if (await this.mayWork()) return this.hello(credentials);
    // A visitor who reconnects from a busy address must keep the session: 4429 means "try again later", the timer's 4401 means "never".
    if (!this.isClosed && !this.isShut) this.shut(CLOSE.tooMany, "too_many");
    return false;
  }

  private async spendRates(who: VisitorSession): Promise<number> {
    const { rates } = await this.deps.settings.read();
    // Stop at the first refusal, in this order: a refused visitor must not use up the agent's rate for other visitors.
    return (
      this.deps.rates.take(rates.conversation, who.visitorId) ||
      this.deps.rates.take(rates.address, this.client.addressKey) ||
      this.deps.rates.take(rates.agent, who.chat)
    );
  }

  private async chatMessage(data: Extract<ClientFrame, { event: "chatMessage" }>["data"]): Promise<void> {
    if (!this.visitor && !(await this.greet(data))) return;
    const { visitor, seat } = this;
    if (!visitor || !seat) return;
    const id = data.id ?? newId();
    const said = data.text ?? data.messages?.findLast((message) => message.sender === "user")?.text ?? "";
    const text = said.length > MAX_MESSAGE_LENGTH ? said : stripImageMarkers(said);
    const verdict = checkMessageText(text);
    if (verdict !== "ok") return this.fail(verdict === "too_long" ? "too_long" : "malformed", { id });
    const retryAfter = await this.spendRates(visitor);
    if (retryAfter > 0) return this.fail("too_many", { id, retryAfter });
    await this.deps.turns.next(this.client.addressKey);
    if (this.isClosed || this.isShut) return;
    const agent = await findAgent(this.deps, visitor.chat);
    if (!agent) return this.refuse("not_found", CLOSE.gone);
    if (!mayTalk(visitor, agent.fields.domain, this.client.isOwnOrigin)) return this.refuse("domain_refused", CLOSE.unauthenticated);
    const { rates } = await this.deps.settings.read();
    const accountWait = this.deps.rates.take(rates.account, agent.accountId);
    if (accountWait > 0) return this.fail("too_many", { id, retryAfter: accountWait });
    const { addressKey } = this.client;
    const { language } = this;
    const outcome = await seat.receive({ visitor, agent, clientId: id, text, language, addressKey, consent: data.consent });
    if (outcome === "given_up") this.fail("reply_failed", { id });
    else if (outcome === "consent_required") this.fail(outcome, { id, consent: questionOf(agent, language) ?? undefined });
    else if (outcome !== "taken") this.fail(outcome, { id, retryAfter: outcome === "queue_full" ? MAX_QUEUED_TURNS : 2 });
  }

  private async handle(frame: ClientFrame): Promise<void> {
    if (frame.event === "chatMessage") return this.chatMessage(frame.data);
    if (frame.event === "hello") return void (await this.greet(frame.data));
    const { visitor, seat } = this;
    if (!visitor || !seat) return this.refuse("unauthenticated", CLOSE.unauthenticated);
    if (!(await this.mayWork())) return;
    if (frame.event === "identify") return this.identifyAs(visitor, frame.data);
    if (frame.event === "resume") return seat.resume(frame.data.id, frame.data.chunkIndex);
    return seat.reset();
  }

  private async handleSafely(frame: ClientFrame): Promise<void> {
    if (this.isClosed || this.isShut) return;
    try {
      await this.handle(frame);
    } catch (error) {
      const id = frame.event === "chatMessage" ? frame.data.id : undefined;
      if (error instanceof DomainError && error.code === "not_found") return this.refuse("not_found", CLOSE.gone);
      // Refusals of the storage are not logged here: the storage watch counts them and logs each change of its state.
      const isBusy = error instanceof DomainError || error instanceof StorageRefused;
      if (!isBusy) this.deps.log.error("a frame could not be handled", { event: frame.event, error });
      this.fail(isBusy ? "busy" : "reply_failed", { id });
      // A socket without a conversation would stay silent forever, so the client must connect again.
      if (!this.visitor || frame.event === "identify") this.shut(TRY_AGAIN, "busy");
    }
  }

  private async readLimit(): Promise<void> {
    this.ofAddress = (await this.deps.settings.read()).rates.frames;
  }
}
