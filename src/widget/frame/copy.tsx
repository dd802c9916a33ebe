/** The button that copies a reply. It is a separate file that loads with the first reply. */
import { Component, createRef, type ReactNode } from "react";
import { Icon } from "./view/Icon.tsx";

const STYLE = `
.copy{position:absolute;left:100%;bottom:0;display:grid;place-items:center;width:44px;height:44px;opacity:0}
.copy svg{box-sizing:content-box;width:14px;height:14px;padding:7px;border-radius:50%;background:var(--paper);color:var(--soft)}
.last:last-child .copy,.message:hover .copy,[data-touched] .copy,.copy:focus-visible{opacity:1}
.copy:hover svg{color:var(--ink)}
`;
const SHEETS =
  "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2";
const TICK = "M20 6 9 17l-5-5";
/** How long the button has a tick. */
const DONE_MS = 2_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Browsers refuse the clipboard to frames of other sites and to pages without https, but not the older command. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement("textarea");
    const focused = document.activeElement as HTMLElement | null;
    box.value = text;
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
    focused?.focus();
  }
}

interface CopyProps {
  label: string;
  /** Whether this is the last reply. The keys would pass through the buttons of all replies on their way to the text box. */
  isNewest: boolean;
  onCopied(): void;
}

class Copy extends Component<CopyProps, { isDone: boolean }> {
  override state = { isDone: false };
  private readonly button = createRef<HTMLButtonElement>();

  private readonly copy = async () => {
    const bubble = this.button.current?.parentElement?.querySelector<HTMLElement>(".bubble");
    // biome-ignore lint/performance/useDomNodeTextContent: the text as it is shown, with its lines
    await copyText(bubble?.innerText ?? "");
    this.props.onCopied();
    this.setState({ isDone: true });
    setTimeout(() => this.setState({ isDone: false }), DONE_MS);
  };

  override render() {
    const { label, isNewest } = this.props;
    return (
      <button
        ref={this.button}
        type="button"
        className="copy"
        tabIndex={isNewest ? 0 : -1}
        aria-label={label}
        title={label}
        onClick={this.copy}
      >
        <Icon path={this.state.isDone ? TICK : SHEETS} />
      </button>
    );
  }
}

export function renderCopy(props: CopyProps): ReactNode {
  return <Copy {...props} />;
}
