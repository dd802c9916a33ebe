interface SmallSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/**
 * A small choice beside small text. Phones zoom into a select whose text is smaller than 16 px, so the select itself is
 * invisible, and its choice is written below it at the size of its neighbours.
 */
export function SmallSelect({ label, value, options, onChange }: SmallSelectProps) {
  return (
    <span className="select select-sm relative h-9 w-auto max-w-56 text-sm! focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary">
      <span aria-hidden="true" className="truncate">
        {options.find((option) => option.value === value)?.label}
      </span>
      <select
        aria-label={label}
        className="absolute inset-0 m-0 h-full w-full cursor-pointer opacity-0"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
