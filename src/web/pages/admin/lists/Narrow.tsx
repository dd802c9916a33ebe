import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../../ui/forms/SearchField.tsx";

/** The row of filters above a list. */
export function Narrow({ children }: { children: ReactNode }) {
  return <search className="flex flex-wrap items-end gap-2">{children}</search>;
}

export function SearchBox(props: ComponentProps<typeof SearchField>) {
  return (
    <div className="w-full sm:w-64">
      <SearchField {...props} />
    </div>
  );
}

interface SelectBoxProps {
  label: string;
  value: string;
  /** The first option means no filter. */
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

/** A range of whole days, both included. An empty day is no bound. */
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
