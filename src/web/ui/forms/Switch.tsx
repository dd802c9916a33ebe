import { useId } from "react";

interface SwitchProps {
  label: string;
  hint: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A switch with a label and, below it, a hint. */
export function Switch({ label, hint, value, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-note`} className="text-sm text-quiet">
          {hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="toggle toggle-primary mt-1"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
