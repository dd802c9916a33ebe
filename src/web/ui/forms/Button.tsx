import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Spinner } from "../Spinner.tsx";

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  busy: boolean;
  /** The label while busy. Without it, the usual label stays beside the spinner. */
  busyText?: string;
  children: ReactNode;
}

/** A button for a slow action. While busy it keeps its size, shows a spinner and cannot be pressed again. */
export function BusyButton({ busy, busyText, children, className = "", disabled, ...rest }: BusyButtonProps) {
  return (
    <button type="button" {...rest} className={`btn ${className}`} disabled={disabled || busy} aria-busy={busy}>
      {busy && <Spinner small />}
      {busy && busyText ? busyText : children}
    </button>
  );
}
