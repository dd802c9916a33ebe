import { type FormHTMLAttributes, useEffect, useRef } from "react";

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> {
  onSubmit: () => void;
  /** Why the last attempt was refused. Each attempt has a new object; null when the last attempt was not refused. */
  refusal: object | null;
}

/** A form that the server checks. After a refusal, the focus moves to the first field that must be corrected. */
export function Form({ onSubmit, refusal, ...form }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal === null) return;
    const field = ref.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    // A field in a closed `details` cannot take the focus, so it is opened.
    const folded = field?.closest("details");
    if (folded) folded.open = true;
    field?.focus();
  }, [refusal]);
  return (
    <form
      {...form}
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
