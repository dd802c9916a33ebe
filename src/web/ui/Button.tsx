import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Spinner } from "./Spinner.tsx";

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  busy: boolean;
  /** Shown while busy; without it the ordinary words stay beside the spinner. */
  busyText?: string;
  children: ReactNode;
}

/** A button that starts something slow: it keeps its size, shows a spinner and cannot be pressed twice. */
export function BusyButton({ busy, busyText, children, className = "", disabled, ...rest }: BusyButtonProps) {
  return (
    <button type="button" {...rest} className={`btn ${className}`} disabled={disabled || busy} aria-busy={busy}>
      {busy && <Spinner small />}
      {busy && busyText ? busyText : children}
    </button>
  );
}
