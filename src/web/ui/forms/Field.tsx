import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** Shown at the right end of the label's line, such as a counter or "optional". */
  aside?: ReactNode;
  className?: string;
  /** Keeps a line free for an error, so that nothing below moves when there is one. */
  hasRoomForError?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** A label, its control, and below it the error or, without an error, the hint. */
export function Field({ label, hint, error, aside, className = "", hasRoomForError = false, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || hint;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside && <span className="shrink-0 text-sm text-quiet">{aside}</span>}
      </div>
      {children({ id, "aria-describedby": note ? noteId : undefined, "aria-invalid": error ? true : undefined })}
      {(note || hasRoomForError) && (
        <p
          id={noteId}
          role={error ? "alert" : undefined}
          className={`mt-1.5 text-sm ${error ? "text-error" : "text-quiet"} ${hasRoomForError ? "min-h-5" : ""}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  label: string;
  hint?: ReactNode;
  error?: string;
  aside?: ReactNode;
  fieldClass?: string;
  hasRoomForError?: boolean;
  /** Whether the field takes the focus when its dialog opens. */
  "data-first-focus"?: boolean;
}

/** A field for one line of text. */
export function TextField({ label, hint, error, aside, fieldClass, hasRoomForError, className = "", autoFocus, ...input }: TextFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Browsers obey the attribute `autofocus` only once in a document, and a later page is in the same document.
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={fieldClass} hasRoomForError={hasRoomForError}>
      {(control) => <input ref={field} type="text" {...input} {...control} className={`input ${className}`} />}
    </Field>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, aside, fieldClass, hasRoomForError, className = "", ...input }: TextFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={fieldClass} hasRoomForError={hasRoomForError}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} type={isShown ? "text" : "password"} className={`input pe-12 ${className}`} spellCheck={false} />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={t("password.show", { label })}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 z-1 grid w-11 cursor-pointer place-items-center rounded-control text-quiet hover:text-base-content"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
