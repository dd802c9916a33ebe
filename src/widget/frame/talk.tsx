/**
 * The conversation in the box: connection, record and messages. It is a separate file that loads after the first paint,
 * because the box can be read and typed into without it.
 */
import type { ReactNode } from "react";
import { AGENT_DEFAULTS } from "../../contract/agent-fields.ts";
import { type ChatErrorCode, CLOSE, type Identity, SOCKET_PATH } from "../../contract/chat.ts";
import type { FrameAgent } from "../../contract/frame.ts";
import { parseEntry } from "../../contract/knowledge.ts";
import { lookOf } from "../../contract/look.ts";
import { TALK_TEXT } from "../../contract/talk-text.ts";
import type { FrameText } from "../../contract/text/widget.ts";
import type { Surroundings } from "./boot.ts";
import { Clearing } from "./clearing.ts";
import { Client } from "./client.ts";
import { applyEvent, type Conversation, type Entry, isAwaiting, placesAhead } from "./conversation.ts";
import { isResetOwed, oweReset, readSession, writeSession } from "./keep.ts";
import type { ParentPage } from "./parent.ts";
import { Part } from "./part.ts";
import { reloadOnce, takeUnsent } from "./recover.ts";
import { dressMessages } from "./talk-style.ts";
import { Announcer } from "./view/Announcer.tsx";
import { Log } from "./view/Log.tsx";

export interface TalkHost {
  surroundings: Surroundings;
  text: FrameText;
  parent: ParentPage;
  onChange(): void;
  draft(): string;
}

const FRAME_MS = 16;
/** Characters that a screen reader would read out. */
const MARKUP = /[*`#|]/g;
/** The ticket of a page that is older than this is about to expire (after two minutes, docs/protocol.md). */
const TICKET_FRESH_MS = 100_000;
/**
 * How long to wait for the loader's hello, which a busy page may send late. A frame that was embedded without the
 * loader never gets one.
 */
const HELLO_WITHIN_MS = 10_000;

export class Talk {
  private readonly text;
  readonly client: Client;
  private readonly clearing: Clearing;
  private readonly isStorageRefused: boolean;
  /** Whether the loader does not have the session any more, because a reset is owed. */
  private isSessionHidden = false;
  /** Shown instead of the conversation. */
  private refusal = "";
  /** The text for screen readers: each reply once, when it is complete. */
  private announced = "";
  private announcements = 0;
  private wasWaiting = false;
  private readonly parts = {
    copy: new Part(() => import("./copy.tsx")),
    sources: new Part(() => import("./sources.tsx")),
    consent: new Part(() => import("./consent.tsx")),
  };
  private drawing: ReturnType<typeof setTimeout> | undefined;
  /** Actions that wait for the loader's hello; null when they need not wait. */
  private unheard: (() => void)[] | null = null;

  constructor(
    private readonly host: TalkHost,
    agent: FrameAgent,
  ) {
    const { boot, lang } = host.surroundings;
    this.text = TALK_TEXT[lang];
    const kept = boot.preview ? { kind: "kept" as const, session: null } : readSession(agent.id, boot.origin);
    this.isStorageRefused = kept.kind === "refused";
    this.client = new Client({
      address: location.origin.replace("http", "ws") + SOCKET_PATH,
      chatId: agent.id,
      ticket: boot.ticket,
      session: kept.kind === "kept" ? kept.session : null,
      lang,
      greeting: agent.defaultMessage ?? "",
      onChange: () => this.drawSoon(),
      onSession: (session) => this.keepSession(session),
      onReply: (entry) => this.tellReply(entry),
      onFailure: (code) => this.tellFailure(code),
      onRefused: (code) => this.refuse(code),
    });
    this.clearing = new Clearing({
      owe: (isOwed) => this.oweReset(isOwed),
      reset: () => this.client.reset(),
      onChange: () => this.drawSoon(),
    });
    if (!boot.preview && isResetOwed(agent.id, boot.origin)) this.client.oweReset();
    // A busy host page sends its hello late. Connecting earlier would start a new conversation instead of the one whose
    // session the loader stores, and the page's listeners would miss the events.
    const { mode, isFramed } = host.surroundings;
    if (isFramed && mode !== "alone" && !boot.preview) {
      this.unheard = [];
      this.client.isHeld = true;
      setTimeout(() => this.hearHello(), HELLO_WITHIN_MS);
    }
  }

  /** A fast model sends more chunks than a screen can show, so the chunks of one frame are rendered together. */
  private drawSoon(): void {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      this.tellWait();
      this.loadParts();
      this.host.onChange();
    }, FRAME_MS);
  }

  private loadParts(): void {
    const { entries } = this.client.conversation;
    if (entries.some((entry) => entry.sources)) this.parts.sources.load(this.host.onChange);
    if (entries.some((entry) => entry.sender === "bot" && !entry.isInitial)) this.parts.copy.load(this.host.onChange);
  }

  /** Connects only when the visitor opens the box, so that a pointer that passes over the launcher starts no session. */
  connect(): void {
    this.afterHello(() => {
      if (!this.isStale() || !this.reload()) this.client.connect();
    });
  }

  write(text: string): void {
    this.clearing.finish();
    this.oweReset(false);
    this.afterHello(() => this.host.parent.tellMessage("visitor", text));
    if (!this.isStale() || !this.reload(text)) this.client.write(text);
  }

  private isStale(): boolean {
    return this.client.line === "off" && performance.now() > TICKET_FRESH_MS && this.client.session === null;
  }

  reset(): void {
    if (this.clearing.isRunning) this.clearing.finish();
    else this.client.reset();
  }

  /** Clears the conversation for the visitor, who can undo it for some seconds. */
  clear(): void {
    if (this.client.conversation.entries.some((entry) => !entry.isInitial)) this.clearing.begin();
  }

  /** Where the frame has no storage, the next page gets no session, so it begins another conversation. */
  private oweReset(isOwed: boolean) {
    const { agent, origin, preview } = this.host.surroundings.boot;
    if (preview || !agent) return;
    if (!this.isStorageRefused) oweReset(agent.id, origin, isOwed);
    else if (isOwed || this.isSessionHidden) this.keepSession(isOwed ? null : this.client.session);
    this.isSessionHidden = isOwed;
  }

  /** What the visitor sees: while a reset can be undone, a conversation that has not begun. */
  private get shown(): Conversation {
    const { conversation } = this.client;
    return this.clearing.isRunning ? applyEvent(conversation, { event: "cleared" }) : conversation;
  }

  greet(text: string): void {
    this.client.greet(text);
  }

  /** Handles the loader's hello, which has the session that the loader stores if the frame's storage is refused. */
  hearHello(session?: string): void {
    if (session && this.isStorageRefused) this.client.adoptSession(session);
    this.client.isHeld = false;
    const waiting = this.unheard ?? [];
    this.unheard = null;
    for (const act of waiting) act();
    if (this.client.conversation.entries.some((entry) => entry.delivery === "waiting")) this.client.connect();
  }

  private afterHello(act: () => void): void {
    if (this.unheard) this.unheard.push(act);
    else act();
  }

  /** Passes on an identity, which the owner's server vouches for and Sapa's server checks. */
  identify(identity: Identity): void {
    this.client.identify(identity);
  }

  private keepSession(session: string | null) {
    const { agent, origin, preview } = this.host.surroundings.boot;
    if (preview || !agent) return;
    if (!writeSession(agent.id, origin, session)) this.host.parent.tellLoader({ type: "sapa-store", session: session ?? "" });
  }

  /** Announces the wait to screen readers once; only the screen shows how the number decreases. */
  private tellWait() {
    const words = this.waitText();
    if (words && !this.wasWaiting) this.announce(words);
    this.wasWaiting = words !== "";
  }

  private announce(words: string) {
    this.announced = words;
    this.announcements++;
  }

  private tellReply(entry: Entry) {
    if (this.clearing.isRunning) return;
    this.announce(parseEntry(entry.text).text.replace(MARKUP, ""));
    if (entry.kind === "limit") this.host.parent.tellLoader({ type: "sapa-event", name: "limit" });
    this.host.parent.tellMessage("agent", entry.text);
  }

  private tellFailure(code: ChatErrorCode) {
    if (code === "domain_refused") this.refusal = this.text.refused;
    this.host.parent.tellLoader({ type: "sapa-event", name: "error", code });
  }

  private refuse(code: number) {
    if (code === CLOSE.gone) {
      this.refusal = this.text.notFound;
      // The editor then opens a new preview, since a restart of the server has lost this one.
      if (this.host.surroundings.boot.preview) this.host.parent.tellAny({ type: "sapa-event", name: "error", code: "not_found" });
    } else if (!this.refusal && !this.reload()) this.refusal = this.text.reload;
    this.host.onChange();
  }

  /** Reloads the page and keeps the unsent messages. */
  private reload(...more: string[]): boolean {
    const waiting = this.client.conversation.entries.filter((entry) => entry.delivery === "waiting");
    const { agreed } = this.client;
    return reloadOnce({ draft: this.host.draft(), messages: [...waiting.map((entry) => entry.text), ...more], agreed });
  }

  private lineText(): string {
    const { line, conversation } = this.client;
    if (line !== "lost") return "";
    return conversation.entries.some((entry) => entry.delivery === "waiting") ? this.text.offline : this.text.connecting;
  }

  private waitText(): string {
    const ahead = placesAhead(this.shown);
    if (ahead === null) return "";
    const { waitNext, waitOne, waitMany } = this.text;
    return [waitNext, waitOne][ahead] ?? waitMany.replace("N", `${ahead}`);
  }

  /** The style for colours that were changed in the editor and are not saved yet. */
  lookOf(agent: FrameAgent): Record<string, string> {
    return lookOf({ ...AGENT_DEFAULTS, ...agent }, this.host.surroundings.scheme);
  }

  private readonly agree = () => this.client.agree();

  /** Renders the messages and the state of the connection, and gives the text of a refusal, if there is one. */
  render(agent: FrameAgent): { refusal: string; log: ReactNode } {
    const { line, question } = this.client;
    const conversation = this.shown;
    const { typingText = AGENT_DEFAULTS.typingText } = agent;
    const isDefault = typingText === AGENT_DEFAULTS.typingText;
    // Whether the conversation is new is known only once the server's record has loaded.
    const isFresh = line === "on" && !conversation.entries.some((entry) => entry.sender === "user");
    // The preview shows the question until the first message, and the owner may write without an answer to it.
    const asked = question ? question.text : isFresh && agent.consent;
    if (asked) this.parts.consent.load(this.host.onChange);
    // Once the visitor has written again, the last entry is that message, which offers nothing.
    const offers = (!question && (isFresh ? agent.starterQuestions : conversation.entries.at(-1)?.quickReplies)) || [];
    const log = (
      <>
        <Log
          entries={conversation.entries}
          isTyping={isAwaiting(conversation) && line !== "lost"}
          typingText={this.waitText() || (isDefault ? this.text.typing : typingText)}
          agent={agent}
          label={this.host.text.log}
          text={this.text}
          isEmpty={isFresh && conversation.entries.length === 0 && offers.length === 0}
          onRetry={(id) => this.client.retry(id)}
          offers={offers}
          renderCopy={this.parts.copy.loaded?.renderCopy}
          renderSources={this.parts.sources.loaded?.renderSources}
          onAsk={(question) => this.write(question)}
          onCopied={() => {
            this.announce(this.text.copied);
            this.drawSoon();
          }}
        />
        <div className="line">
          <p role="status">{this.lineText() || (this.clearing.isRunning && this.text.cleared)}</p>
          {this.clearing.isRunning && (
            <button type="button" onClick={() => this.clearing.undo()}>
              {this.text.undo}
            </button>
          )}
        </div>
        <Announcer count={this.announcements} words={this.announced} />
        {asked && this.parts.consent.loaded?.renderConsent(asked, agent.id, this.host.surroundings.lang, question && this.agree)}
      </>
    );
    return { refusal: this.refusal, log };
  }
}

/** Starts the conversation, with the unsent text from before a reload. */
export function startTalk(host: TalkHost, agent: FrameAgent): { talk: Talk; draft: string } {
  dressMessages();
  const talk = new Talk(host, agent);
  const { draft, messages, agreed } = takeUnsent();
  talk.client.agreed = agreed;
  for (const message of messages) talk.write(message);
  return { talk, draft };
}
