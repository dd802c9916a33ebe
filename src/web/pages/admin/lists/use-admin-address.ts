import { useSearchParams } from "react-router-dom";

export const ADMIN_TABS = ["users", "messages", "plans", "payments", "settings"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The server knows no page beyond it. */
const LAST_PAGE = 1_000_000;

/** A day as the address may have it; what is none counts as absent. */
export const readDay = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");

/**
 * What the address of /awc says is shown: the tab, its page, and whatever the tab narrows its list by. A tab reads its
 * own names with `read` and writes them with `narrow`; what is as usual stays out of the address.
 */
export function useAdminAddress() {
  const [params, setParams] = useSearchParams();
  const tab = ADMIN_TABS.find((name) => name === params.get("tab")) ?? ADMIN_TABS[0];
  const page = params.get("page") ?? "";
  const change = (patch: Readonly<Record<string, string>>, replace = true) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(patch)) {
          if (value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return {
    tab,
    /** Counted from 1. What makes no sense counts as the first. */
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    read: (name: string) => params.get(name) ?? "",
    /** Another tab begins at its own start; it is a step in the history. */
    openTab: (name: AdminTab) => setParams({ tab: name }, { preventScrollReset: true }),
    /** Shows another part of the tab, from its own start. */
    show: (patch: Readonly<Record<string, string>>) =>
      setParams({ tab, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== "")) }, { preventScrollReset: true }),
    turnTo: (number: number) => change({ page: number > 1 ? String(number) : "" }),
    /** Changes what a list shows, from its first page on; an empty text removes the name. */
    narrow: (patch: Readonly<Record<string, string>>) => change({ page: "", after: "", ...patch }),
    /** Searches on behind the place where the search stopped; it is a step in the history. */
    searchOn: (after: string) => change({ page: "", after }, false),
  };
}
