import { useState } from "react";
import { Field } from "../../../ui/forms/Field.tsx";

interface NumberFieldProps {
  label: string;
  hint?: string;
  unit: string;
  /** Null: empty. */
  value: number | null;
  min: number;
  max: number;
  error?: string;
  placeholder?: string;
  onChange: (value: number | null) => void;
}

/** A number with its unit. The text stays as it was typed, since "4." may become "4.5". */
export function NumberField({ label, hint, unit, value, min, max, error, placeholder, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(value === null ? "" : String(value));
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            {...control}
            type="number"
            inputMode="decimal"
            step="any"
            min={min}
            max={max}
            className="input w-36 text-end tabular-nums"
            placeholder={placeholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              const number = event.target.valueAsNumber;
              onChange(Number.isFinite(number) ? number : null);
            }}
          />
          <span className="text-quiet">{unit}</span>
        </div>
      )}
    </Field>
  );
}
