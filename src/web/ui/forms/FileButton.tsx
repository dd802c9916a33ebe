import { Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { BusyButton } from "./Button.tsx";

interface FileButtonProps {
  /** What the browser's dialog offers. */
  accept: string;
  /** Of the button, for assistive technology. */
  label: string;
  children: string;
  /** What the button says while a file is being sent; null: none is. */
  busyText: string | null;
  className?: string;
  buttonClass?: string;
  disabled?: boolean;
  title?: string;
  /** Called with the chosen file. */
  onFile?: (file: File) => void;
  /** Lets a person choose several files, and is called with all of them. */
  onFiles?: (files: readonly File[]) => void;
}

/** A button that lets a person choose a file of their device. It has the focus again after it was busy. */
export function FileButton({
  accept,
  label,
  children,
  busyText,
  className = "",
  buttonClass = "",
  disabled,
  title,
  onFile,
  onFiles,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  // A disabled button loses the focus.
  const isBusy = busyText !== null;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) root.current?.querySelector("button")?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <div ref={root} className={className}>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={onFiles !== undefined}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after a failure.
          event.target.value = "";
          if (files[0]) onFile?.(files[0]);
          if (files.length > 0) onFiles?.(files);
        }}
      />
      <BusyButton
        className={`btn-line w-full min-w-32 whitespace-nowrap ${buttonClass}`}
        busy={isBusy}
        busyText={busyText ?? ""}
        disabled={disabled}
        title={title}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
        {children}
      </BusyButton>
    </div>
  );
}
