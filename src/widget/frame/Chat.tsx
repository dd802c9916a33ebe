/** The chat box, and the launcher where no loader draws one. Source: spec.md §2 "Chat widget", §4; design.md §6. */
import { Component, createRef, type KeyboardEvent } from "react";
import { AGENT_DEFAULTS, type PublicAgent } from "../../contract/agent.ts";
import { type ChatErrorCode, CLOSE, MAX_MESSAGE_LENGTH, SOCKET_PATH } from "../../contract/chat.ts";
import type { Scheme, ToFrame } from "../../contract/frame.ts";
import { FRAME_TEXT } from "../../contract/widget-text.ts";
import type { Surroundings } from "./boot.ts";
import { Client } from "./client.ts";
import { Composer } from "./Composer.tsx";
import { type Entry, isAwaiting } from "./conversation.ts";
import { Header } from "./Header.tsx";
import { readSession, writeSession } from "./keep.ts";
import { Launcher } from "./Launcher.tsx";
import { Log } from "./Log.tsx";
import type { RenderRich } from "./Message.tsx";
import { ParentPage } from "./parent.ts";
import { reloadOnce, takeUnsent } from "./recover.ts";
import { themeOf } from "./theme.ts";

interface ChatState {
  agent: PublicAgent | null;
  scheme: Scheme;
  isOpen: boolean;
  draft: string;
  /** Instead of a conversation. */
  refusal: string;
  /** What screen readers are told: each reply once, when it is complete. */
  announced: string;
  rich: RenderRich;
}

/** A page older than this has a ticket that is about to lapse (two minutes, docs/protocol.md). */
const TICKET_FRESH_MS = 100_000;

export class Chat extends Component<Surroundings, ChatState> {
  private readonly text = FRAME_TEXT[this.props.lang];
  private readonly unsent = takeUnsent();
  private readonly composer = createRef<Composer>();
  private readonly launcher = createRef<Launcher>();
  private readonly parent = new ParentPage(this.props.boot.preview, {
    onMessage: (message) => this.hearParent(message),
    onTheme: (change) => this.changeLook(change),
  });
  private client: Client | null = null;
  private isStorageRefused = false;
  private wantsText = false;

  override state: ChatState = {
    agent: this.props.boot.agent,
    scheme: this.props.scheme,
    isOpen: this.props.isOpen,
    draft: this.unsent.draft,
    refusal: this.refusalText(),
    announced: "",
    rich: null,
  };

  override componentDidMount() {
    this.client = this.makeClient();
    this.parent.tellAny({ type: "sapa-ready" });
    if (this.props.mode === "alone") this.parent.tellSize(this.state.isOpen);
    for (const message of this.unsent.messages) this.client?.write(message);
    if (this.props.mode === "inline" || (this.props.mode === "alone" && this.state.isOpen)) this.client?.connect();
    this.forceUpdate();
    // Formatting is not needed before the box can be used; plain text serves until it is here.
    import("./rich.tsx").then(
      ({ renderRich }) => this.setState({ rich: renderRich }),
      () => this.setState({ rich: null }),
    );
  }

  private refusalText(): string {
    const { boot } = this.props;
    if (boot.refused === "domain") return this.text.refused;
    if (boot.refused === "offline") return this.text.paused;
    return boot.refused === "not_found" || !boot.agent ? this.text.notFound : "";
  }

  private makeClient(): Client | null {
    const { boot } = this.props;
    if (!boot.agent || boot.refused) return null;
    const kept = boot.preview ? { kind: "kept" as const, session: null } : readSession(boot.agent.id, boot.origin);
    this.isStorageRefused = kept.kind === "refused";
    const address = location.origin.replace("http", "ws") + SOCKET_PATH;
    return new Client({
      address,
      chatId: boot.agent.id,
      ticket: boot.ticket,
      session: kept.kind === "kept" ? kept.session : null,
      greeting: boot.agent.defaultMessage,
      onChange: () => this.forceUpdate(),
      onSession: (session) => this.keepSession(session),
      onReply: (entry) => this.tellReply(entry),
      onFailure: (code) => this.tellFailure(code),
      onRefused: (code) => this.refuse(code),
    });
  }

  private keepSession(session: string | null) {
    const { agent, origin, preview } = this.props.boot;
    if (preview || !agent) return;
    if (!writeSession(agent.id, origin, session)) this.parent.tellLoader({ type: "sapa-store", session: session ?? "" });
  }

  private tellReply(entry: Entry) {
    this.setState({ announced: entry.text });
    if (entry.kind === "limit") this.parent.tellLoader({ type: "sapa-event", name: "limit" });
    this.tellMessage("agent", entry.text);
  }

  private tellMessage(from: "visitor" | "agent", text: string) {
    this.parent.tellLoader({ type: "sapa-event", name: "message", from, ...(this.wantsText ? { text } : {}) });
  }

  private tellFailure(code: ChatErrorCode) {
    if (code === "domain_refused") this.setState({ refusal: this.text.refused });
    this.parent.tellLoader({ type: "sapa-event", name: "error", code });
  }

  private refuse(code: number) {
    if (code === CLOSE.gone) this.setState({ refusal: this.text.notFound });
    else if (!this.state.refusal && !this.reload()) this.setState({ refusal: this.text.reload });
  }

  private reload(): boolean {
    const waiting = this.client?.conversation.entries.filter((entry) => entry.delivery === "waiting") ?? [];
    return reloadOnce({ draft: this.state.draft, messages: waiting.map((entry) => entry.text) });
  }

  private hearParent(message: ToFrame) {
    switch (message.type) {
      case "sapa-hello":
        this.wantsText = message.text === true;
        if (this.isStorageRefused && message.session) this.client?.useSession(message.session);
        break;
      case "sapa-open":
        if (message.scheme) this.setState({ scheme: message.scheme });
        this.open();
        break;
      case "sapa-closed":
        this.setState({ isOpen: this.props.mode !== "alone" });
        break;
      case "sapa-reset":
        this.client?.reset();
        break;
      case "sapa-prefill":
        this.setState({ draft: String(message.text).slice(0, MAX_MESSAGE_LENGTH) });
        break;
      case "sapa-ask":
        this.write(String(message.text).slice(0, MAX_MESSAGE_LENGTH));
    }
  }

  /** Connects late: a pointer that only passed over the launcher starts no visitor session. */
  private connect() {
    const isStale = this.client?.line === "off" && performance.now() > TICKET_FRESH_MS && !this.client.hasSession;
    if (!isStale || !this.reload()) this.client?.connect();
  }

  private readonly open = () => {
    this.connect();
    this.setState({ isOpen: true }, () => {
      // On touch screens focus would throw the keyboard over the conversation.
      if (matchMedia("(pointer: fine)").matches) this.composer.current?.focus();
    });
    if (this.props.mode === "alone") this.parent.tellSize(true);
  };

  private readonly close = () => {
    if (this.props.mode === "loader") this.parent.tellAny({ type: "sapa-close" });
    if (this.props.mode !== "alone") return;
    this.setState({ isOpen: false }, () => this.launcher.current?.focus());
    this.parent.tellSize(false);
  };

  private write(text: string) {
    if (text.trim() === "") return;
    this.connect();
    this.client?.write(text.trim());
    this.tellMessage("visitor", text.trim());
  }

  private readonly send = () => {
    this.write(this.state.draft);
    this.setState({ draft: "" });
  };

  private readonly reset = () => {
    this.client?.reset();
    this.setState({ announced: "" });
    this.composer.current?.focus();
  };

  private readonly retry = (id: string) => this.client?.retry(id);

  private readonly noteKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") this.close();
  };

  private changeLook(change: Partial<PublicAgent>) {
    if (!this.state.agent) return;
    this.setState({ agent: { ...this.state.agent, ...change } });
    if (change.defaultMessage !== undefined) this.client?.greet(change.defaultMessage);
  }

  private typingText(agent: PublicAgent): string {
    return agent.typingText === AGENT_DEFAULTS.typingText ? this.text.typing : agent.typingText;
  }

  private renderTalk(agent: PublicAgent) {
    const { client, text } = this;
    if (this.state.refusal || !client) {
      return (
        <p className="refusal" role="alert">
          {this.state.refusal}
        </p>
      );
    }
    const { conversation, line } = client;
    const isWaitingForLine = line === "lost" && conversation.entries.some((entry) => entry.delivery === "waiting");
    return (
      <>
        <Log
          entries={conversation.entries}
          isTyping={isAwaiting(conversation) && line !== "lost"}
          typingText={this.typingText(agent)}
          agent={agent}
          text={text}
          rich={this.state.rich}
          onRetry={this.retry}
        />
        <p className="line" role="status">
          {line === "lost" && (isWaitingForLine ? text.offline : text.connecting)}
        </p>
        <Composer ref={this.composer} draft={this.state.draft} text={text} onDraft={(draft) => this.setState({ draft })} onSend={this.send} />
      </>
    );
  }

  override render() {
    const { mode, boot } = this.props;
    const { agent, isOpen, scheme } = this.state;
    const look = agent ?? { ...AGENT_DEFAULTS, id: "", chatName: "" };
    return (
      <div className={`sapa ${mode} ${scheme}${this.props.isFramed ? " framed" : ""}`} style={themeOf(look, scheme)} onKeyDown={this.noteKey}>
        {isOpen ? (
          <main className="box">
            <Header
              agent={look}
              text={this.text}
              onReset={boot.refused ? undefined : this.reset}
              onClose={mode === "inline" ? undefined : this.close}
            />
            {this.renderTalk(look)}
            <div className="heard" role="status">
              {this.state.announced}
            </div>
          </main>
        ) : (
          <Launcher ref={this.launcher} address={look.toggleIcon} label={this.text.openChat} onClick={this.open} />
        )}
      </div>
    );
  }
}
