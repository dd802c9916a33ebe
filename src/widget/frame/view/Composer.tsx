/** The text box and the send button. Enter sends; Shift+Enter starts a new line. */
import { Component, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { MAX_MESSAGE_LENGTH } from "../../../contract/chat.ts";
import type { FrameText } from "../../../contract/text/widget.ts";
import { Icon } from "./Icon.tsx";

interface ComposerProps {
  inputRef: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  text: FrameText;
  onDraft(draft: string): void;
  onSend(): void;
}

/** The key code while an input method is active. Its Enter chooses a word and must not send. */
const COMPOSING = 229;

export class Composer extends Component<ComposerProps> {
  override componentDidMount() {
    this.fit();
  }

  override componentDidUpdate(before: ComposerProps) {
    if (before.draft !== this.props.draft) this.fit();
  }

  /** Makes the box as high as its text, up to the limit in frame.css. */
  private fit() {
    const box = this.props.inputRef.current;
    if (!box) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }

  private readonly noteKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.keyCode === COMPOSING) return;
    event.preventDefault();
    this.props.onSend();
  };

  private readonly submit = (event: FormEvent) => {
    event.preventDefault();
    this.props.onSend();
    this.props.inputRef.current?.focus();
  };

  override render() {
    const { inputRef, draft, text, onDraft } = this.props;
    return (
      <form className="composer" onSubmit={this.submit}>
        <div className="pill">
          <textarea
            ref={inputRef}
            rows={1}
            dir="auto"
            aria-label={text.message}
            placeholder={text.placeholder}
            maxLength={MAX_MESSAGE_LENGTH}
            value={draft}
            onInput={(event) => onDraft(event.currentTarget.value)}
            onKeyDown={this.noteKey}
          />
          <button type="submit" className="send" aria-label={text.send}>
            <Icon name="send" />
          </button>
        </div>
      </form>
    );
  }
}
