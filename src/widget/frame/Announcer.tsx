import { Component, createRef } from "react";

interface AnnouncerProps {
  /** Counts announcements: the same words may be said twice. */
  count: number;
  words: string;
}

/** Read by then; afterwards nobody who walks the page by ear should meet the reply a second time. */
const FORGET_MS = 3_000;

/**
 * Tells screen readers a reply once, when it is complete: the log itself would be read piece by piece as it grows. The
 * words stand in a closed shadow, so that finding or copying text in the page meets them only in the log.
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
