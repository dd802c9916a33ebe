/** The chat box, and the launcher on pages without a loader (product 5.2, 5.4). */
import { Component, createRef, type ReactNode } from "react";
import type { FrameAgent, ThemeMessage, ToFrame } from "../../../contract/frame.ts";
import type { Surroundings, Written } from "../boot.ts";
import { ParentPage } from "../parent.ts";
import type { Talk } from "../talk.tsx";
import { Composer } from "./Composer.tsx";
import { Header } from "./Header.tsx";
import { Launcher } from "./Launcher.tsx";

interface ChatProps extends Surroundings, Written {
  /** The conversation's code. It is requested before the first paint, so that it loads in parallel. */
  talkModule(): Promise<typeof import("../talk.tsx")>;
}

interface ChatState {
  agent: FrameAgent;
  /** Unsaved colours from the editor; the page's style has the saved ones. */
  look?: Record<string, string>;
  isOpen: boolean;
  draft: string;
  talk: Talk | null;
  /** Text that the visitor sent before the conversation's code had loaded. */
  early: string;
}

const AGAIN_MS = 2_000;

export class Chat extends Component<ChatProps, ChatState> {
  private readonly text = this.props.boot.text;
  // These refs are passed as ordinary props, because a `ref` on a component refers to the component itself.
  private readonly composer = createRef<HTMLTextAreaElement>();
  private readonly launcher = createRef<HTMLButtonElement>();
  /** Actions that wait until the conversation's code has loaded. */
  private owed: ((talk: Talk) => void)[] = [];
  private readonly parent = new ParentPage(this.props.boot.preview, {
    onMessage: (message) => this.hearParent(message),
    onTheme: (change) => this.changeLook(change),
  });

  override state: ChatState = {
    agent: this.props.boot.agent ?? { id: "", chatName: "" },
    // A page without a parent that may not show a chat opens the box, which says why, instead of offering a launcher.
    isOpen: this.props.isOpen || (!this.props.isFramed && this.refusal() !== ""),
    draft: this.props.draft,
    talk: null,
    early: "",
  };

  override componentDidMount() {
    const { mode } = this.props;
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    if (!this.refusal()) this.fetchTalk();
    this.parent.tellAny({ type: "sapa-ready" });
    if (mode === "alone") this.parent.tellSize(this.state.agent, this.state.isOpen);
    if (this.props.isSent) this.send();
    if (mode === "inline" || (mode === "alone" && this.state.isOpen)) this.withTalk((talk) => talk.connect());
  }

  private fetchTalk() {
    const { draft, ...surroundings } = { ...this.props, draft: () => this.state.draft };
    const host = { surroundings, draft, text: this.text, parent: this.parent, onChange: () => this.forceUpdate() };
    this.props.talkModule().then(
      ({ startTalk }) => {
        const begun = startTalk(host, this.state.agent);
        this.setState((now) => ({ talk: begun.talk, draft: now.draft || begun.draft, early: "" }));
        for (const act of this.owed) act(begun.talk);
      },
      () => setTimeout(() => this.fetchTalk(), AGAIN_MS),
    );
  }

  private withTalk(act: (talk: Talk) => void) {
    if (this.state.talk) act(this.state.talk);
    else this.owed.push(act);
  }

  private refusal(): string {
    return this.text.refusal ?? "";
  }

  private hearParent(message: ToFrame) {
    if (message.type === "sapa-hello") {
      const { session, identity } = message;
      this.withTalk((talk) => talk.hearHello(session));
      if (identity) this.withTalk((talk) => talk.identify(identity));
    }
    if (message.type === "sapa-open") this.open();
    if (message.type === "sapa-reset") this.withTalk((talk) => talk.reset());
    if (message.type === "sapa-prefill") this.setState({ draft: `${message.text}` });
    if (message.type === "sapa-ask") this.write(`${message.text}`);
  }

  private readonly open = () => {
    this.withTalk((talk) => talk.connect());
    this.setState({ isOpen: true }, () => {
      // On touch screens, focus would open the on-screen keyboard over the conversation.
      if (!matchMedia("(pointer:coarse)").matches) this.composer.current?.focus();
    });
    if (this.props.mode === "alone") this.parent.tellSize(this.state.agent, true);
  };

  private readonly close = () => {
    // If the launcher is hidden, nothing on the page takes the focus; the next keys must not be typed into the closed box.
    this.composer.current?.blur();
    if (this.props.mode === "loader") this.parent.tellAny({ type: "sapa-close" });
    if (this.props.mode !== "alone" || !this.state.isOpen) return;
    this.setState({ isOpen: false }, () => this.launcher.current?.focus());
    this.parent.tellSize(this.state.agent, false);
  };

  private write(draft: string) {
    const text = draft.trim();
    if (text === "") return;
    if (!this.state.talk) this.setState(({ early }) => ({ early: early ? `${early}\n${text}` : text }));
    this.withTalk((talk) => talk.write(text));
  }

  private readonly send = () => {
    // The visitor must agree to something first (consent.tsx).
    if (this.composer.current?.readOnly) return;
    this.write(this.state.draft);
    this.setState({ draft: "" });
  };

  private readonly reset = () => {
    this.withTalk((talk) => talk.clear());
    this.composer.current?.focus();
  };

  private changeLook(change: ThemeMessage["agent"]) {
    const { defaultMessage } = change;
    const agent = { ...this.state.agent, ...change };
    this.setState({ agent });
    this.parent.tellSize(agent, this.state.isOpen);
    this.withTalk((talk) => this.setState({ look: talk.lookOf(agent) }));
    if (defaultMessage !== undefined) this.withTalk((talk) => talk.greet(defaultMessage));
  }

  /** The greeting, and what the visitor wrote before the conversation's code had loaded, as plain text. */
  private renderEarly(): ReactNode {
    const { early, agent } = this.state;
    return (
      <div className="area">
        <div className="list" role="log" aria-label={this.text.log}>
          {agent.defaultMessage && <div className="message bot early">{agent.defaultMessage}</div>}
          {early && <div className="message user early">{early}</div>}
        </div>
      </div>
    );
  }

  private renderBox() {
    const { agent, talk, draft } = this.state;
    const shown = talk?.render(agent) ?? { refusal: this.refusal(), log: this.renderEarly() };
    return (
      <main className="box">
        <Header
          agent={agent}
          text={this.text}
          onReset={shown.refusal ? undefined : this.reset}
          onClose={this.props.mode === "inline" ? undefined : this.close}
        />
        {shown.refusal ? (
          <p className="refusal" role="alert">
            {shown.refusal}
          </p>
        ) : (
          <>
            {shown.log}
            <Composer
              inputRef={this.composer}
              draft={draft}
              text={this.text}
              onDraft={(changed) => this.setState({ draft: changed })}
              onSend={this.send}
            />
          </>
        )}
      </main>
    );
  }

  override render() {
    const { mode, scheme, isFramed } = this.props;
    const { agent, isOpen, look } = this.state;
    return (
      <div className={`chat ${mode} ${scheme} ${isFramed ? "framed" : ""}`} style={look}>
        {isOpen ? (
          this.renderBox()
        ) : (
          <Launcher buttonRef={this.launcher} address={agent.toggleIcon ?? ""} label={this.text.openChat} onClick={this.open} />
        )}
      </div>
    );
  }
}
