import { Ellipsis } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Spinner } from "./Spinner.tsx";
import { useCloseOutside } from "./use-close-outside.ts";

interface MoreMenuProps {
  label: string;
  /** The id of the element that says what the menu is about. */
  describedBy?: string;
  isBusy?: boolean;
  isSmall?: boolean;
  /** The actions, as `MenuButton`s. `choose` closes the menu and returns the focus to its button before it acts. */
  children: (choose: (act: () => void) => () => void) => ReactNode;
}

/** What can be done with something, and is done rarely: a menu behind a button with three dots. */
export function MoreMenu({ label, describedBy, isBusy = false, isSmall = false, children }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useCloseOutside(root, isOpen, () => setOpen(false));
  const choose = (act: () => void) => () => {
    root.current?.querySelector("button")?.focus();
    setOpen(false);
    act();
  };
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        className={`btn btn-ghost btn-square ${isSmall ? "btn-sm max-sm:size-11" : ""}`}
        aria-label={label}
        aria-describedby={describedBy}
        title={label}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-busy={isBusy}
        onClick={() => setOpen(!isOpen)}
      >
        {isBusy ? <Spinner small /> : <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute end-0 top-full z-20 mt-1 w-56 animate-rise rounded-surface border border-base-300 bg-raised p-2 shadow-float"
      >
        {children(choose)}
      </div>
    </div>
  );
}
