import { Component, createRef } from "react";

interface AnnouncerProps {
  /** The number of announcements so far. It changes even if the same text is announced twice. */
  count: number;
  words: string;
}

/** A screen reader has read the text by then. It is then removed, so that a user who reads through the page does not hear it again. */
const FORGET_MS = 3_000;

/**
 * Announces a reply to screen readers once, when it is complete; a live log would be read piece by piece as it grows.
 * The text is in a closed shadow root, so that searching or copying text in the page finds it only in the log.
 */
export class Announcer extends Component<AnnouncerProps> {
  private readonly region = createRef<HTMLDivElement>();
  private shadow: ShadowRoot | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override componentDidMount() {
    this.shadow = this.region.current?.attachShadow({ mode: "closed" });
  }

  override shouldComponentUpdate(next: AnnouncerProps) {
    return next.count !== this.props.count;
  }

  override componentDidUpdate() {
    this.say(this.props.words);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(""), FORGET_MS);
  }

  override componentWillUnmount() {
    clearTimeout(this.timer);
  }

  private say(words: string) {
    if (this.shadow) this.shadow.textContent = words;
  }

  override render() {
    return <div ref={this.region} className="heard" role="status" />;
  }
}
