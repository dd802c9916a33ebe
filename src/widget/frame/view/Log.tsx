/** The list of messages. It scrolls to the newest text while the reader is at the end, and otherwise stays where it is. */
import { Component, createRef } from "react";
import type { FrameAgent } from "../../../contract/frame.ts";
import type { TalkText } from "../../../contract/text/talk.ts";
import type { Entry } from "../conversation.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { Message, type MessageProps } from "./Message.tsx";

interface LogProps {
  entries: Entry[];
  isTyping: boolean;
  isEmpty: boolean;
  typingText: string;
  agent: FrameAgent;
  label: string;
  text: TalkText;
  onRetry(id: string): void;
  /** Texts that the visitor can send with a tap: starter questions or quick replies. */
  offers: readonly string[];
  renderCopy?: MessageProps["renderCopy"];
  renderSources?: MessageProps["renderSources"];
  onAsk(question: string): void;
  onCopied(): void;
}

const NEAR_PX = 24;

/** A finger cannot point at a message without touching it, so a touch shows and hides its time and its copy button. */
function showTime(event: MouseEvent): void {
  const touched = event.target as Element;
  if ((event as PointerEvent).pointerType === "mouse" || touched.closest("a,button,summary")) return;
  touched.closest(".message")?.toggleAttribute("data-touched");
}

export class Log extends Component<LogProps, { isAway: boolean }> {
  override state = { isAway: false };
  private readonly list = createRef<HTMLDivElement>();
  private readonly content = createRef<HTMLDivElement>();
  private watcher: ResizeObserver | null = null;

  override componentDidMount() {
    this.list.current?.addEventListener("click", showTime);
    this.watcher = new ResizeObserver(() => this.follow());
    for (const { current } of [this.list, this.content]) if (current) this.watcher.observe(current);
    this.follow();
  }

  override componentDidUpdate(before: LogProps) {
    const last = this.props.entries.at(-1);
    const isOwn = last?.sender === "user" && last.delivery !== "sent" && last.id !== before.entries.at(-1)?.id;
    if (isOwn) this.goToEnd();
    else this.follow();
  }

  override componentWillUnmount() {
    this.watcher?.disconnect();
  }

  private readonly goToEnd = () => {
    this.setState({ isAway: false });
    const list = this.list.current;
    if (list) list.scrollTop = list.scrollHeight;
  };

  private follow() {
    const list = this.list.current;
    if (list && !this.state.isAway) list.scrollTop = list.scrollHeight;
  }

  private readonly noteScroll = () => {
    const list = this.list.current;
    if (!list) return;
    const isAway = list.scrollHeight - list.scrollTop - list.clientHeight > NEAR_PX;
    if (isAway !== this.state.isAway) this.setState({ isAway });
  };

  private ask(question: string) {
    this.props.onAsk(question);
    // The buttons disappear, so the list takes the focus: the answer appears there, and no on-screen keyboard covers it.
    this.list.current?.focus();
  }

  override render() {
    const { entries, isEmpty, isTyping, typingText, agent, label, text, onRetry, offers, renderCopy, renderSources, onCopied } = this.props;
    const shown = entries.filter((entry) => entry.text !== "");
    const isRunBroken = (a: Entry | undefined, b: Entry | undefined) => a?.sender !== b?.sender;
    return (
      <div className="area">
        <div className="list" ref={this.list} onScroll={this.noteScroll} role="log" aria-label={label} aria-live="off" tabIndex={0}>
          <div className="content" ref={this.content}>
            {isEmpty && <p className="empty">{text.empty}</p>}
            {shown.map((entry, i) => (
              <Message
                key={entry.sender + entry.id}
                entry={entry}
                text={text}
                agent={agent}
                isFirst={isRunBroken(shown[i - 1], entry)}
                isLast={isRunBroken(entry, shown[i + 1])}
                isNewest={i === shown.length - 1}
                onRetry={onRetry}
                onCopied={onCopied}
                renderCopy={renderCopy}
                renderSources={renderSources}
              />
            ))}
            {offers.length > 0 && (
              <fieldset aria-label={text.offers}>
                {offers.map((offer) => (
                  <button key={offer} type="button" className="starter" dir="auto" onClick={() => this.ask(offer)}>
                    {offer}
                  </button>
                ))}
              </fieldset>
            )}
            {isTyping && (
              <div className="message bot first last typing">
                <Avatar address={agent.profileImage} name={agent.chatName} />
                <div className="bubble">
                  <i className="dots" aria-hidden="true">
                    <b />
                    <b />
                    <b />
                  </i>
                  {typingText}
                </div>
              </div>
            )}
          </div>
        </div>
        {this.state.isAway && (
          <button type="button" className="latest" aria-label={text.latest} onClick={this.goToEnd}>
            <Icon path="m6 9 6 6 6-6" />
          </button>
        )}
      </div>
    );
  }
}
