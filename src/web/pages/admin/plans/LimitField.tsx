import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MAX_LIMIT } from "../../../../contract/plan.ts";
import { TextField } from "../../../ui/forms/Field.tsx";

interface LimitFieldProps {
  label: string;
  hint?: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

const NO_LIMIT = String(MAX_LIMIT);

/** A limit of a plan, and a tick for none. */
export function LimitField({ label, hint, value, error, onChange }: LimitFieldProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  const isNone = value === NO_LIMIT;
  // The number comes back when the tick is taken away again.
  const typed = useRef(isNone ? "" : value);
  const tick = (isOn: boolean) => {
    if (isOn) typed.current = value;
    onChange(isOn ? NO_LIMIT : typed.current);
  };
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      type="number"
      inputMode="numeric"
      min={0}
      max={MAX_LIMIT}
      step={1}
      value={isNone ? "" : value}
      disabled={isNone}
      placeholder={isNone ? t("plan.unlimited") : undefined}
      onChange={(event) => onChange(event.target.value)}
      aside={
        <>
          <label className="flex min-h-6 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              aria-describedby={id}
              checked={isNone}
              onChange={(event) => tick(event.target.checked)}
            />
            {t("plan.unlimited")}
          </label>
          <span id={id} hidden>
            {label}
          </span>
        </>
      }
    />
  );
}
