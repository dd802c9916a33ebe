import { useId } from "react";

interface ChoiceProps<Value extends string> {
  legend: string;
  value: Value;
  /** `short` is shown instead of the label on phones. */
  options: readonly { value: Value; label: string; short?: string }[];
  onChange: (value: Value) => void;
  /** Hides the legend visually, for places where the context already says it. */
  quietLegend?: boolean;
}

/** Radio buttons side by side, drawn as one control. */
export function Choice<Value extends string>({ legend, value, options, onChange, quietLegend = false }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={quietLegend ? "sr-only" : "mb-1.5 font-semibold"}>{legend}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded-control border border-base-300 bg-base-200 p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 grow cursor-pointer items-center justify-center rounded-lg px-3 max-sm:min-h-10 max-sm:px-2.5 text-sm font-medium text-quiet transition-colors duration-150 hover:text-base-content has-checked:bg-chosen has-checked:text-base-content has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.short === undefined ? option.label : <Sized {...option} short={option.short} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Sized({ label, short }: { label: string; short: string }) {
  return (
    <>
      <span className="sm:hidden">{short}</span>
      <span className="max-sm:hidden">{label}</span>
    </>
  );
}
