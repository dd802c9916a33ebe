import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSettledText } from "../../ui/use-settled-text.ts";

/** What stands above a list and narrows it. */
export function Narrow({ children }: { children: ReactNode }) {
  return <search className="flex flex-wrap items-end gap-2">{children}</search>;
}

interface SearchBoxProps {
  label: string;
  value: string;
  maxLength: number;
  onSearch: (text: string) => void;
}

export function SearchBox({ label, value, maxLength, onSearch }: SearchBoxProps) {
  const [text, setText] = useSettledText(value, onSearch);
  return (
    <div className="relative w-full sm:w-64">
      <Search
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 z-1 my-auto text-quiet"
      />
      <input
        type="search"
        className="input ps-10"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

interface SelectBoxProps {
  label: string;
  value: string;
  /** The first stands for no filter. */
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

export function SelectBox({ label, value, options, onChange }: SelectBoxProps) {
  return (
    <select aria-label={label} className="select w-auto max-w-full" value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface DayRangeProps {
  from: string;
  to: string;
  onChange: (patch: { from?: string; to?: string }) => void;
}

/** Whole days, both included; empty: no bound. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <DayBox label={t("admin.from")} value={from} onChange={(value) => onChange({ from: value })} />
      <DayBox label={t("admin.to")} value={to} onChange={(value) => onChange({ to: value })} />
    </>
  );
}

function DayBox({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex items-center gap-2 text-sm">
      {label}
      <input type="date" className="input w-auto" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
