import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The id of a tab's element, which labels its panel. */
export const tabId = (name: string) => `tab-${name}`;

/** The width of the fade at an edge beyond which tabs are hidden, in pixels. */
const FADE = 48;

interface Hidden {
  isBefore: boolean;
  isAfter: boolean;
}

/** Whether tabs are hidden beyond the left and the right edge; a fade shows it. Widths are rounded to whole pixels. */
function useHidden(list: RefObject<HTMLDivElement | null>): Hidden {
  const [hidden, setHidden] = useState<Hidden>({ isBefore: false, isAfter: false });
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const measure = () => {
      const isBefore = row.scrollLeft > 1;
      const isAfter = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      setHidden((known) => (known.isBefore === isBefore && known.isAfter === isAfter ? known : { isBefore, isAfter }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    row.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener("scroll", measure);
    };
  }, [list]);
  return hidden;
}

interface TabsProps<Name extends string> {
  label: string;
  /** The id of the element that shows the chosen tab's content. */
  panelId: string;
  tab: Name;
  tabs: readonly { name: Name; label: string }[];
  onChange: (tab: Name) => void;
  className?: string;
}

/** A row of tabs. Arrow keys move between them. */
export function Tabs<Name extends string>({ label, panelId, tab, tabs, onChange, className = "" }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the row scrolls. This brings the chosen tab into view, also when the address chose it, without scrolling the page.
  useLayoutEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>(`#${tabId(tab)}`);
    if (!row || !chosen) return;
    const [outer, inner] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
    row.scrollLeft += Math.min(inner.left - FADE - outer.left, 0) + Math.max(inner.right + FADE - outer.right, 0);
  }, [tab]);
  const { isBefore, isAfter } = useHidden(list);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === tab);
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: tabs.length - 1 - at }[event.key];
    const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.name)}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`flex gap-1 overflow-x-auto ${isBefore ? "mask-l-from-[calc(100%-3rem)]" : ""} ${isAfter ? "mask-r-from-[calc(100%-3rem)]" : ""} ${className}`}
    >
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          id={tabId(name)}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={panelId}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
          className="-mb-px h-12 shrink-0 cursor-pointer border-b-2 border-transparent px-2 font-medium sm:px-3 text-quiet outline-offset-[-4px] hover:text-base-content aria-selected:border-primary aria-selected:font-semibold aria-selected:text-base-content"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
