import { CalendarRange } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { EntryDates } from "../../../../contract/knowledge-calls.ts";
import { exampleOfDate, formatDate } from "../../../text/format.ts";
import { Field } from "../../../ui/forms/Field.tsx";

/** Whether the last day is not before the first one. Days as YYYY-MM-DD sort by time. */
export const isInOrder = (dates: EntryDates | null): boolean => !dates?.from || !dates.until || dates.from <= dates.until;

/** The dates as they are saved: without any day, the entry is always used. */
export const savedDates = (dates: EntryDates | null): EntryDates | null => (dates?.from || dates?.until ? dates : null);

interface EntryDatesFieldProps {
  /** Null: the entry is always used. */
  value: EntryDates | null;
  onChange: (dates: EntryDates | null) => void;
}

/** The first and the last day of an entry, behind a button, because most entries have none. */
export function EntryDatesField({ value, onChange }: EntryDatesFieldProps) {
  const { t } = useTranslation("editor");
  if (value === null) {
    return (
      <button type="button" className="btn btn-ghost btn-sm -ms-3" onClick={() => onChange({ from: null, until: null })}>
        <CalendarRange size={16} strokeWidth={1.75} aria-hidden="true" />
        {t("knowledge.dates")}
      </button>
    );
  }
  const day = (name: keyof EntryDates, label: string, error = "") => (
    <Field
      label={label}
      error={error}
      hint={value[name] ? formatDate(`${value[name]}T00:00`) : exampleOfDate(false)}
      className="min-w-0 basis-40"
    >
      {(control) => (
        <input
          type="date"
          {...control}
          className="input w-full"
          min="2000-01-01"
          max="2199-12-31"
          value={value[name] ?? ""}
          onChange={(event) => onChange({ ...value, [name]: event.target.value || null })}
        />
      )}
    </Field>
  );
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{t("knowledge.dates")}</legend>
      <div className="flex flex-wrap items-start gap-3">
        {day("from", t("knowledge.datesFrom"))}
        {day("until", t("knowledge.datesUntil"), isInOrder(value) ? "" : t("knowledge.datesOrder"))}
      </div>
      <button type="button" className="link-plain min-h-6 cursor-pointer text-sm max-sm:min-h-11" onClick={() => onChange(null)}>
        {t("knowledge.datesNone")}
      </button>
      <p className="max-w-[60ch] text-sm text-quiet">{t("knowledge.datesHint")}</p>
    </fieldset>
  );
}
