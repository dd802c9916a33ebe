/** What one client may say, and in which order: the socket's protocol (docs/protocol.md), without the transport. */

import { type ClientFrame, checkMessageText, clientFrame } from "../../contract/chat.schema.ts";
import { CHAT_ERRORS, type ChatErrorCode, CLOSE, type Identity, MAX_MESSAGE_LENGTH, MAX_QUEUED_TURNS } from "../../contract/chat.ts";
import { stripImageMarkers } from "../../contract/knowledge.ts";
import type { AgentBook, LiveAgent } from "../agents/book.ts";
import type { Previews } from "../agents/previews.ts";
import type { Sightings } from "../agents/sightings.ts";
import type { Tickets } from "../agents/tickets.ts";
import type { Clock } from "../platform/clock.ts";
import { StorageRefused } from "../platform/db.ts";
import { DomainError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { RateRule, Rates } from "../platform/rates.ts";
import type { Turns } from "../platform/turns.ts";
import type { SettingsSource } from "../settings/settings.ts";
import type { Hub, Seat } from "./hub.ts";
import { type Peer, TRY_AGAIN } from "./peer.ts";
import { type Language, languageOf } from "./texts.ts";
import { identifiedVisitor, issueSession, mayTalk, newVisitor, readSession, type VisitorSession } from "./visitor-session.ts";

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
  isSessionAlive(tokenHash: string): Promise<boolean>;
  /** Whether the owner's server vouched for a visitor. */
  isVouchedFor(agentId: string, identity: Identity): Promise<boolean>;
  /** The visitor that carries an identity already. */
  findIdentified(agentId: string, externalId: string): Promise<string | null>;
}

/** Where this client comes from. */
export interface Client {
  /** What the address's rate limit counts. */
  addressKey: string;
  /** Whether an origin is this server's own, as this client sees it. */
  isOwnOrigin(origin: string): boolean;
}

export interface Connection {
  /** A frame, parsed from JSON or not. Frames are handled one after the other. */
  receive(frame: unknown): Promise<void>;
  closed(): void;
}

type Credentials = { chatId?: string; ticket?: string; session?: string; lang?: string };

/** Frames of one socket, counted before they are read. A visitor who writes as fast as allowed sends a sixth of that. */
const FRAMES: RateRule = { name: "socket.frames", max: 120, perMs: 60_000 };
/** What reads or writes without being a message: `hello`, `identify`, `resume`, `reset`. A page sends two or three. */
const CONTROLS: RateRule = { name: "socket.controls", max: 60, perMs: 60_000 };
/** Frames that could not be read, were over a limit or came out of order; the tenth closes the socket. */
const MAX_VIOLATIONS = 10;
const HELLO_WITHIN_MS = 10_000;
/** Frames that may wait while an earlier one is handled; a flood closes the socket. */
const MAX_WAITING_FRAMES = 32;

export function createConnection(deps: ConnectionDeps, peer: Peer, { addressKey, isOwnOrigin }: Client): Connection {
  let visitor: VisitorSession | null = null;
  let seat: Seat | null = null;
  let language: Language = "en";
  let hasGreeted = false;
  let violations = 0;
  let waiting = 0;
  let isClosed = false;
  let isShut = false;
  let work: Promise<void> = Promise.resolve();
  const helloTimer = setTimeout(() => refuse("unauthenticated", CLOSE.unauthenticated), HELLO_WITHIN_MS);

  const fail = (code: ChatErrorCode, more: { id?: string; retryAfter?: number } = {}) =>
    peer.send({ event: "error", data: { code, message: CHAT_ERRORS[code], ...more }, ...(more.id ? { id: more.id } : {}) });
  /** What still arrives on this socket is not read any more. */
  const shut = (closeCode: number, reason: string) => {
    isShut = true;
    peer.close(closeCode, reason);
  };
  const refuse = (code: ChatErrorCode, closeCode: number) => {
    fail(code);
    shut(closeCode, code);
  };

  /** Refused without any work; whoever goes on is shut out. */
  const violate = (code: ChatErrorCode): void => {
    fail(code);
    if (++violations >= MAX_VIOLATIONS) shut(CLOSE.tooMany, code);
  };
  const socketKey = newId();
  /** Known before the first frame arrives, because the settings are in memory; null while the storage is lost. */
  let ofAddress: RateRule | null = null;
  const readLimit = async () => {
    ofAddress = (await deps.settings.read()).rates.frames;
  };
  void readLimit().catch(() => null);

  /** Whether one more frame that is no message goes beyond a limit, of the visitor or of the address. */
  const isOverControls = async (): Promise<boolean> => {
    const { rates } = await deps.settings.read();
    return (visitor !== null && deps.rates.take(CONTROLS, visitor.visitorId) > 0) || deps.rates.take(rates.controls, addressKey) > 0;
  };

  const findAgent = (chat: string): Promise<LiveAgent | null> | LiveAgent | null =>
    chat.startsWith("preview:") ? deps.previews.find(chat.slice("preview:".length)) : deps.book.find(chat);

  /** Who this is: a session of this agent, else a ticket that makes one. */
  const identify = ({ chatId, ticket, session }: Credentials): { visitor: VisitorSession | null; hasTicket: boolean } => {
    const spent = ticket ? deps.tickets.spend(ticket) : null;
    const isPreview = chatId === "preview";
    // A preview's session is named by its ticket, or by the session itself on a reconnect.
    const chat = isPreview ? (spent?.chat ?? chatOf(session)) : (chatId ?? "");
    const known = session ? readSession(deps, session, chat) : null;
    if (spent?.chat !== chat) return { visitor: known, hasTicket: false };
    return { visitor: known?.origin === spent.origin ? known : newVisitor(chat, spent.origin), hasTicket: true };
  };

  /** Becomes this visitor, and hears the conversation as it is. @throws storage errors; then it is still who it was. */
  const enter = async (found: VisitorSession, agent: LiveAgent): Promise<void> => {
    if (deps.hub.isCrowded(found.visitorId)) return refuse("too_many", CLOSE.tooMany);
    const session = issueSession(deps, found);
    await deps.hub.join(found.visitorId, agent, peer, (given, snapshot) => {
      if (visitor?.visitorId !== found.visitorId) seat?.leave();
      seat = given;
      visitor = found;
      peer.send({ event: "session", data: { session, chatId: agent.id ?? "preview", ...snapshot } });
    });
    if (isClosed) seat?.leave();
  };

  const identifyAs = async (from: VisitorSession, identity: Identity): Promise<void> => {
    const agent = await findAgent(from.chat);
    if (!agent) return refuse("not_found", CLOSE.gone);
    // Data that nobody vouched for selects no history and enters no record.
    if (agent.id === null || agent.preview || !(await deps.isVouchedFor(agent.id, identity))) return fail("identity_refused");
    const { id, name = "", email = "" } = identity;
    const knownAs = await deps.findIdentified(agent.id, id);
    await enter(identifiedVisitor(deps, from, { id, name, email }, knownAs), agent);
  };

  /** @returns whether it may go on; otherwise the socket is being closed. */
  const hello = async (credentials: Credentials): Promise<boolean> => {
    const { visitor: found, hasTicket } = identify(credentials);
    if (!found) {
      refuse("unauthenticated", CLOSE.unauthenticated);
      return false;
    }
    const agent = await findAgent(found.chat);
    const isAlive = agent && (!agent.preview || (await deps.isSessionAlive(agent.preview.tokenHash)));
    if (!isAlive) {
      refuse("not_found", CLOSE.gone);
      return false;
    }
    // A ticket for a restricted agent comes only with a page that passed the check.
    if (hasTicket) found.isFramed = agent.fields.domain !== "";
    if (!mayTalk(found, agent.fields.domain, isOwnOrigin)) {
      refuse("domain_refused", CLOSE.unauthenticated);
      return false;
    }
    clearTimeout(helloTimer);
    language = languageOf(credentials.lang);
    await enter(found, agent);
    if (isShut) return false;
    if (agent.id && !agent.preview) await deps.sightings.note(agent.id, found.origin);
    return true;
  };

  /** Takes a turn for work that is no message, within its limits. @returns whether it may be done. */
  const mayWork = async (): Promise<boolean> => {
    if (await isOverControls()) {
      violate("too_many");
      return false;
    }
    await deps.turns.next(addressKey);
    return !isClosed && !isShut;
  };

  /** One `hello` is all that the protocol needs, and each reads and sends the whole conversation. */
  const greet = async (credentials: Credentials): Promise<boolean> => {
    if (hasGreeted) {
      violate("malformed");
      return false;
    }
    hasGreeted = true;
    if (await mayWork()) return hello(credentials);
    // A visitor who comes back through a crowded address must keep the session: 4429 says "later", the timer's 4401 "never".
    if (!isClosed && !isShut) shut(CLOSE.tooMany, "too_many");
    return false;
  };

  const spendRates = async (who: VisitorSession): Promise<number> => {
    const { rates } = await deps.settings.read();
    // In this order, up to the first refusal: a visitor who is refused must not use up the agent's share of all others.
    return (
      deps.rates.take(rates.conversation, who.visitorId) ||
      deps.rates.take(rates.address, addressKey) ||
      deps.rates.take(rates.agent, who.chat)
    );
  };

  const chatMessage = async (data: Extract<ClientFrame, { event: "chatMessage" }>["data"]): Promise<void> => {
    if (!visitor && !(await greet(data))) return;
    if (!visitor || !seat) return;
    const id = data.id ?? newId();
    const said = data.text ?? data.messages?.findLast((message) => message.sender === "user")?.text ?? "";
    const text = said.length > MAX_MESSAGE_LENGTH ? said : stripImageMarkers(said);
    const verdict = checkMessageText(text);
    if (verdict !== "ok") return fail(verdict === "too_long" ? "too_long" : "malformed", { id });
    const retryAfter = await spendRates(visitor);
    if (retryAfter > 0) return fail("too_many", { id, retryAfter });
    await deps.turns.next(addressKey);
    if (isClosed || isShut) return;
    const agent = await findAgent(visitor.chat);
    if (!agent) return refuse("not_found", CLOSE.gone);
    if (!mayTalk(visitor, agent.fields.domain, isOwnOrigin)) return refuse("domain_refused", CLOSE.unauthenticated);
    const { rates } = await deps.settings.read();
    const accountWait = deps.rates.take(rates.account, agent.accountId);
    if (accountWait > 0) return fail("too_many", { id, retryAfter: accountWait });
    const mayCallModel = () => deps.rates.take(rates.modelCalls, addressKey) === 0;
    const outcome = await seat.conversation.receive({ visitor, agent, clientId: id, text, language, mayCallModel }, peer);
    if (outcome === "given_up") fail("reply_failed", { id });
    else if (outcome !== "taken") fail(outcome, { id, retryAfter: outcome === "queue_full" ? MAX_QUEUED_TURNS : 2 });
  };

  const handle = async (frame: ClientFrame): Promise<void> => {
    if (frame.event === "chatMessage") return chatMessage(frame.data);
    if (frame.event === "hello") return void (await greet(frame.data));
    if (!visitor || !seat) return refuse("unauthenticated", CLOSE.unauthenticated);
    if (!(await mayWork())) return;
    if (frame.event === "identify") return identifyAs(visitor, frame.data);
    if (frame.event === "resume") return seat.conversation.resume(peer, frame.data.id, frame.data.chunkIndex);
    return deps.hub.reset(visitor.visitorId);
  };

  const handleSafely = async (frame: ClientFrame): Promise<void> => {
    if (isClosed || isShut) return;
    try {
      await handle(frame);
    } catch (error) {
      const id = frame.event === "chatMessage" ? frame.data.id : undefined;
      if (error instanceof DomainError && error.code === "not_found") return refuse("not_found", CLOSE.gone);
      // What the storage refuses is counted; the log has a line for each change of its state.
      const isBusy = error instanceof DomainError || error instanceof StorageRefused;
      if (!isBusy) deps.log.error("a frame could not be handled", { event: frame.event, error });
      fail(isBusy ? "busy" : "reply_failed", { id });
      // A socket that hears no conversation would stay silent for ever: it comes back and asks again.
      if (!visitor || frame.event === "identify") shut(TRY_AGAIN, "busy");
    }
  };

  return {
    receive(raw) {
      if (isClosed || isShut) return work;
      if (deps.rates.take(FRAMES, socketKey) > 0) {
        violate("too_many");
        return work;
      }
      if (ofAddress && deps.rates.take(ofAddress, addressKey) > 0) {
        // A hello that is not read must not leave its visitor waiting for the session: 4429 says "later".
        if (hasGreeted) violate("too_many");
        else refuse("too_many", CLOSE.tooMany);
        return work;
      }
      const parsed = clientFrame.safeParse(typeof raw === "string" ? parseJson(raw) : raw);
      if (!parsed.success) {
        violate("malformed");
        return work;
      }
      if (++waiting > MAX_WAITING_FRAMES) {
        refuse("too_many", CLOSE.tooMany);
        return work;
      }
      work = work.then(() => handleSafely(parsed.data)).finally(() => waiting--);
      return work;
    },
    closed() {
      isClosed = true;
      clearTimeout(helloTimer);
      seat?.leave();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Which chat a session token names; whether it is genuine is decided afterwards. */
function chatOf(session: string | undefined): string {
  const body = parseJson(Buffer.from(session?.split(".")[0] ?? "", "base64url").toString("utf8"));
  return typeof body === "object" && body !== null && "c" in body && typeof body.c === "string" ? body.c : "";
}
