import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { toSixDigits } from "../../../colour.ts";
import { Field } from "../../../ui/forms/Field.tsx";

interface ColourInputProps {
  label: string;
  value: string;
  /** The field's default. */
  initial: string;
  /** The colour that is really used until one is chosen; absent: the field's own. */
  automatic?: string;
  hint?: string;
  error?: string;
  onChange: (value: string) => void;
}

/** A field for a colour, which can be picked or typed. */
export function ColourInput({ label, value, initial, automatic, hint, error, onChange }: ColourInputProps) {
  const { t } = useTranslation("editor");
  const isAutomatic = automatic !== undefined && value.toLowerCase() === initial.toLowerCase();
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={t("look.pick", { label })}
            value={toSixDigits(isAutomatic ? automatic : value) ?? "#000000"}
            onChange={(event) => onChange(event.target.value)}
            className="h-10 w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-raised p-1"
          />
          <input
            {...control}
            type="text"
            className={`input ${isAutomatic ? "" : "font-mono uppercase"}`}
            value={isAutomatic ? "" : value}
            placeholder={isAutomatic ? t("look.automatic") : undefined}
            maxLength={9}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value.trim())}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square disabled:invisible"
            disabled={value.toLowerCase() === initial.toLowerCase()}
            aria-label={t("look.reset", { label })}
            title={t("look.reset", { label })}
            onClick={() => onChange(initial)}
          >
            <RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
