import type { InputHTMLAttributes } from "react";
import { TextField } from "./Field.tsx";

interface CodeFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  label: string;
  error?: string;
  /** Whether a recovery code is typed instead of a code of the app. */
  isRecovery?: boolean;
  "data-first-focus"?: boolean;
}

/** A field for a code of an authenticator app, which browsers can fill in, or for a recovery code. */
export function CodeField({ isRecovery = false, ...field }: CodeFieldProps) {
  const kind = isRecovery
    ? ({ autoComplete: "off", maxLength: 60 } as const)
    : ({ autoComplete: "one-time-code", inputMode: "numeric", maxLength: 10 } as const);
  return <TextField {...kind} {...field} autoCapitalize="none" spellCheck={false} required className="font-mono tracking-widest" />;
}
