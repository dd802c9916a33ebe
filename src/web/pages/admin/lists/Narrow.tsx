import { CalendarDays, ChevronDown, SlidersHorizontal } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { exampleOfDate, formatDate } from "../../../text/format.ts";
import { SearchField } from "../../../ui/forms/SearchField.tsx";
import { useCloseOutside } from "../../../ui/use-close-outside.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { NARROW } from "./use-cards.ts";

interface NarrowProps {
  search: ReactNode;
  /** How many of the filters narrow the list. */
  active: number;
  /** The filters. On phones they are behind one button. */
  children: ReactNode;
  /** The list's own buttons, at the end of the row. */
  actions?: ReactNode;
}

/** The row of filters above a list. */
export function Narrow({ search, active, children, actions }: NarrowProps) {
  const { t } = useTranslation("admin");
  const isPhone = useMediaQuery(NARROW.phone);
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  if (!isPhone) {
    return (
      <search className="flex flex-wrap items-end gap-2">
        {search}
        {children}
        {actions && <div className="ms-auto flex gap-2">{actions}</div>}
      </search>
    );
  }
  return (
    <search className="space-y-2">
      {search}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-line" aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
          {active > 0 ? t("admin.filtersOn", { count: active }) : t("admin.filters")}
        </button>
        {actions}
      </div>
      <div id={panelId} hidden={!isOpen} className="grid gap-2 rounded-control border border-base-300 p-3 [&_.select]:w-full">
        {children}
      </div>
    </search>
  );
}

/** On a tablet the first one has a line of its own, so that the filters and the buttons share one. */
export function SearchBox(props: ComponentProps<typeof SearchField>) {
  return (
    <div className="w-full md:w-auto md:max-w-64 md:min-w-48 md:flex-1 md:max-lg:first:max-w-none md:max-lg:first:basis-full">
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

/** A calendar day with its year. At noon, because it is a day in the browser's own time zone. */
const dayOf = (day: string) => formatDate(`${day}T12:00:00`);

/** The width of the menu of days, in pixels. */
const MENU_WIDTH = 256;

/** A range of whole days, both included, in a menu. An empty day is no bound. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const [isAtEnd, setAtEnd] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const toggle = () => {
    const left = root.current?.getBoundingClientRect().left ?? 0;
    setAtEnd(left + MENU_WIDTH > document.documentElement.clientWidth);
    setOpen(!isOpen);
  };
  useCloseOutside(root, isOpen, () => setOpen(false));
  const label =
    from !== "" && to !== ""
      ? `${dayOf(from)} – ${dayOf(to)}`
      : from !== ""
        ? t("admin.fromDay", { day: dayOf(from) })
        : to !== ""
          ? t("admin.toDay", { day: dayOf(to) })
          : t("admin.anyTime");
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        className="btn btn-line max-md:w-full max-md:justify-between"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <CalendarDays size={18} strokeWidth={1.75} aria-hidden="true" />
        {label}
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className={`z-20 mt-2 space-y-3 rounded-surface border border-base-300 bg-raised p-4 md:absolute md:top-full md:w-64 md:shadow-float ${isAtEnd ? "md:end-0" : ""}`}
      >
        <DayBox label={t("admin.from")} value={from} onChange={(value) => onChange({ from: value })} />
        <DayBox label={t("admin.to")} value={to} onChange={(value) => onChange({ to: value })} />
        {from === "" && to === "" && <p className="text-sm text-quiet">{exampleOfDate(false)}</p>}
        {(from !== "" || to !== "") && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => onChange({ from: "", to: "" })}>
            {t("admin.anyTime")}
          </button>
        )}
      </div>
    </div>
  );
}

function DayBox({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex items-center justify-between gap-2 text-sm">
      {label}
      <input type="date" className="input w-40" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
