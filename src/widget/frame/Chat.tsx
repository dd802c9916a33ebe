/** The chat box, and the launcher where no loader draws one (product 5.2, 5.4). */
import { Component, createRef, type ReactNode } from "react";
import type { PublicAgent } from "../../contract/agent.ts";
import type { FrameAgent, ToFrame } from "../../contract/frame.ts";
import type { Surroundings, Written } from "./boot.ts";
import { Composer } from "./Composer.tsx";
import { Header } from "./Header.tsx";
import { Launcher } from "./Launcher.tsx";
import { ParentPage } from "./parent.ts";
import type { Talk } from "./talk.tsx";

interface ChatProps extends Surroundings, Written {
  /** Asked for before the first paint, so that it is on its way meanwhile. */
  talkModule(): Promise<typeof import("./talk.tsx")>;
}

interface ChatState {
  agent: FrameAgent;
  /** Colours that were changed in the editor; the page's style has those that were saved. */
  look?: Record<string, string>;
  isOpen: boolean;
  draft: string;
  talk: Talk | null;
  /** Written before the conversation's code was there. */
  early: string;
}

const AGAIN_MS = 2_000;

export class Chat extends Component<ChatProps, ChatState> {
  private readonly text = this.props.boot.text;
  // Passed as props: Preact's core gives a component's `ref` to the component.
  private readonly composer = createRef<HTMLTextAreaElement>();
  private readonly launcher = createRef<HTMLButtonElement>();
  /** What the loader asked for before the conversation's code was there. */
  private owed: ((talk: Talk) => void)[] = [];
  private readonly parent = new ParentPage(this.props.boot.preview, {
    onMessage: (message) => this.hearParent(message),
    onTheme: (change) => this.changeLook(change),
  });

  override state: ChatState = {
    agent: this.props.boot.agent ?? { id: "", chatName: "" },
    // A page of its own that may not chat says why instead of offering a launcher.
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
    if (mode === "alone") this.parent.tellSize(this.state.isOpen);
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
    if (message.type === "sapa-reset") this.reset();
    if (message.type === "sapa-prefill") this.setState({ draft: `${message.text}` });
    if (message.type === "sapa-ask") this.write(`${message.text}`);
  }

  private readonly open = () => {
    this.withTalk((talk) => talk.connect());
    this.setState({ isOpen: true }, () => {
      // On touch screens focus would throw the keyboard over the conversation.
      if (!matchMedia("(pointer:coarse)").matches) this.composer.current?.focus();
    });
    if (this.props.mode === "alone") this.parent.tellSize(true);
  };

  private readonly close = () => {
    // With a hidden launcher nothing on the page takes the focus: what is typed next must not be written in here.
    this.composer.current?.blur();
    if (this.props.mode === "loader") this.parent.tellAny({ type: "sapa-close" });
    if (this.props.mode !== "alone" || !this.state.isOpen) return;
    this.setState({ isOpen: false }, () => this.launcher.current?.focus());
    this.parent.tellSize(false);
  };

  private write(draft: string) {
    const text = draft.trim();
    if (text === "") return;
    if (!this.state.talk) this.setState(({ early }) => ({ early: early ? `${early}\n${text}` : text }));
    this.withTalk((talk) => talk.write(text));
  }

  private readonly send = () => {
    this.write(this.state.draft);
    this.setState({ draft: "" });
  };

  private readonly reset = () => {
    this.withTalk((talk) => talk.reset());
    this.composer.current?.focus();
  };

  private changeLook(change: Partial<PublicAgent>) {
    const { defaultMessage } = change;
    const agent = { ...this.state.agent, ...change };
    this.setState({ agent });
    this.withTalk((talk) => this.setState({ look: talk.lookOf(agent) }));
    if (defaultMessage !== undefined) this.withTalk((talk) => talk.greet(defaultMessage));
  }

  /** The greeting as text, and what the visitor was quick to write. */
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
      <div className={`sapa ${mode} ${scheme} ${isFramed ? "framed" : ""}`} style={look}>
        {isOpen ? (
          this.renderBox()
        ) : (
          <Launcher buttonRef={this.launcher} address={agent.toggleIcon ?? ""} label={this.text.openChat} onClick={this.open} />
        )}
      </div>
    );
  }
}
