import type { FrameAgent } from "../../../contract/frame.ts";
import type { FrameText } from "../../../contract/text/widget.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";

interface HeaderProps {
  agent: FrameAgent;
  text: FrameText;
  /** Absent where there is nothing to reset or to close. */
  onReset?: () => void;
  onClose?: () => void;
}

export function Header({ agent, text, onReset, onClose }: HeaderProps) {
  // Where there is nothing to reset, there is no chat.
  const line = onReset && (agent.tagline || text.atOnce);
  return (
    <header>
      <Avatar address={agent.profileImage} name={agent.chatName || text.title} />
      <div className="who">
        <h1 dir="auto">{agent.chatName || text.title}</h1>
        {line && <p dir="auto">{line}</p>}
      </div>
      {onReset && (
        <button type="button" className="icon" aria-label={text.reset} title={text.reset} onClick={onReset}>
          <Icon name="reset" />
        </button>
      )}
      {onClose && (
        <button type="button" className="icon" aria-label={text.closeChat} title={text.closeChat} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </header>
  );
}
