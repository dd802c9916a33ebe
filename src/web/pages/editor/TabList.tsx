import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

const TABS = ["basic", "appearance", "knowledge"] as const;
export type TabName = (typeof TABS)[number];

/** The tab that was open before the page was drawn anew, or that a link names with `&tab=`. */
export function tabOf(state: unknown, search: string): TabName {
  const kept = typeof state === "object" && state !== null && "tab" in state ? state.tab : null;
  const wanted = kept ?? new URLSearchParams(search).get("tab");
  return TABS.find((name) => name === wanted) ?? "basic";
}

/** A question that a conversation left open, to be answered in the knowledge. */
export function questionOf(state: unknown): string {
  const question = typeof state === "object" && state !== null && "question" in state ? state.question : "";
  return typeof question === "string" ? question : "";
}

/** The three tabs; they stay in sight while the form scrolls. Arrow keys move between them. */
export function TabList({ tab, onChange }: { tab: TabName; onChange: (tab: TabName) => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const names: Record<TabName, string> = { basic: t("tab.basic"), appearance: t("tab.appearance"), knowledge: t("tab.knowledge") };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -TABS.indexOf(tab), End: TABS.length - 1 - TABS.indexOf(tab) }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? tab;
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className="sticky top-16 z-10 border-b border-base-300 bg-base-100 lg:top-0">
      <div
        ref={list}
        role="tablist"
        aria-label={t("editor.title")}
        onKeyDown={onKeyDown}
        className="mx-auto flex max-w-2xl gap-1 overflow-x-auto px-2 sm:px-5"
      >
        {TABS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls="editor-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onChange(name)}
            className="-mb-px h-12 shrink-0 cursor-pointer border-b-2 border-transparent px-3 font-medium text-quiet outline-offset-[-4px] hover:text-base-content aria-selected:border-primary aria-selected:font-semibold aria-selected:text-base-content"
          >
            {names[name]}
          </button>
        ))}
      </div>
    </div>
  );
}
