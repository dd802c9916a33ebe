/** One message. Text becomes elements and is never parsed as HTML, whether a visitor, a model or an owner wrote it. */
import { Component, type ReactNode } from "react";
import type { FrameAgent } from "../../../contract/frame.ts";
import { isImageUrl, parseEntry } from "../../../contract/knowledge.ts";
import type { TalkText } from "../../../contract/text/talk.ts";
import type { Entry } from "../conversation.ts";
import type { renderCopy } from "../copy.tsx";
import { renderRich } from "../rich.tsx";
import type { renderSources } from "../sources.tsx";
import { Avatar } from "./Avatar.tsx";

export interface MessageProps {
  entry: Entry;
  text: TalkText;
  agent: FrameAgent;
  /** Whether the message is the first or last of a run by the same sender, which decides about the avatar and the tight corner. */
  isFirst: boolean;
  isLast: boolean;
  /** Whether the message is the last one of the conversation. */
  isNewest: boolean;
  onRetry(id: string): void;
  onCopied(): void;
  /** Draws the button that copies the reply; undefined until the code for it has loaded. */
  renderCopy?: typeof renderCopy;
  /** Draws the sources; undefined until the code for them has loaded. */
  renderSources?: typeof renderSources;
}

const MARKER = "[image]";

/** Whether the text so far may be the beginning of an image marker, which must not be shown letter by letter. */
function isHalfMarker(text: string): boolean {
  return MARKER.startsWith(text.slice(0, MARKER.length)) && !text.includes("[/image]");
}

class Picture extends Component<{ address: string; text: TalkText }, { isBroken: boolean }> {
  override state = { isBroken: false };

  override render() {
    const { address, text } = this.props;
    return (
      <a className="picture" href={address} target="_blank" rel="noopener nofollow">
        {this.state.isBroken ? (
          text.imageFailed
        ) : (
          <img
            src={address}
            alt={text.image}
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => this.setState({ isBroken: true })}
          />
        )}
      </a>
    );
  }
}

function renderBody({ entry, text }: MessageProps): ReactNode {
  if (entry.sender === "user") return renderRich(entry.text);
  if (entry.isStreaming && isHalfMarker(entry.text)) return null;
  const parsed = parseEntry(entry.text);
  const isPicture = parsed.kind === "image" && isImageUrl(parsed.url);
  return (
    <>
      {isPicture && <Picture address={parsed.url} text={text} />}
      {renderRich(isPicture ? parsed.text : entry.text)}
    </>
  );
}

function failureText({ delivery, failure }: Entry, text: TalkText): string {
  if (delivery === "waiting") return failure ? (failure === "too_many" ? text.tooMany : text.busy) : "";
  if (delivery !== "failed") return "";
  if (failure === "too_long") return text.tooLong;
  return failure === "reply_failed" ? text.replyFailed : text.notSent;
}

function Footnote({ entry, text, onRetry }: MessageProps) {
  const failure = failureText(entry, text);
  if (failure === "" && !entry.interrupted) return null;
  return (
    <p className="footnote">
      {failure || text.interrupted}
      {entry.delivery === "failed" && entry.failure !== "too_long" && (
        <button type="button" onClick={() => onRetry(entry.id)}>
          {text.retry}
        </button>
      )}
    </p>
  );
}

/** The time of a message, with the date if it is not today. */
function timeText(at: string): string {
  if (!at) return "";
  const date = new Date(at);
  const day = date.toDateString() === new Date().toDateString() ? {} : ({ day: "numeric", month: "short" } as const);
  return date.toLocaleString(document.documentElement.lang, { ...day, hour: "numeric", minute: "2-digit" });
}

/** The properties that change what is shown. */
const SHOWN = ["entry", "agent", "isFirst", "isLast", "isNewest", "renderCopy", "renderSources"] as const;

export class Message extends Component<MessageProps> {
  override shouldComponentUpdate(next: MessageProps) {
    const now = this.props;
    return SHOWN.some((name) => next[name] !== now[name]);
  }

  override render() {
    const { entry, agent, text, isFirst, isLast, isNewest, renderSources, renderCopy, onCopied } = this.props;
    const kinds = [entry.sender, isFirst && "first", isLast && "last", entry.isStreaming && "streaming", entry.delivery, entry.kind];
    return (
      <div className={`message ${kinds.filter(Boolean).join(" ")}`}>
        {entry.sender === "bot" && isFirst && <Avatar address={agent.profileImage} name={agent.chatName} />}
        <div className="bubble">
          {renderBody(this.props)}
          {entry.sources && renderSources?.(entry.sources, text.from)}
        </div>
        {entry.sender === "bot" && !entry.isInitial && !entry.isStreaming && renderCopy?.({ label: text.copy, isNewest, onCopied })}
        <time dateTime={entry.at}>{timeText(entry.at)}</time>
        <Footnote {...this.props} />
      </div>
    );
  }
}
