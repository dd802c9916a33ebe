import { type FormHTMLAttributes, useEffect, useRef } from "react";

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> {
  onSubmit: () => void;
  /** Why the last attempt was refused; another object for each attempt, null when there was none. */
  refusal: object | null;
}

/** A form that the server checks: after a refusal the focus moves to the first field that has to be corrected. */
export function Form({ onSubmit, refusal, ...form }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal === null) return;
    const field = ref.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    // What is folded away cannot have the focus.
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
