import { useState } from "react";

/** What is typed into a form whose fields are all texts. `bind` gives the value of a field and what changes it. */
export function useFormValues<Values extends { [Name in keyof Values]: string }>(first: Values) {
  const [values, setValues] = useState(first);
  return {
    values,
    setValues,
    bind: (name: keyof Values) => ({
      value: values[name],
      onChange: ({ target: { value } }: { target: { value: string } }) => setValues((typed) => ({ ...typed, [name]: value })),
    }),
  };
}
