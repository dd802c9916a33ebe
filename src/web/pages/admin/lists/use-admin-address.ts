import { useSearchParams } from "react-router-dom";
import { conversationCalls } from "../../../../contract/calls/conversations.ts";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { planAdminCalls } from "../../../../contract/calls/plans-admin.ts";
import { settingsCalls } from "../../../../contract/calls/settings.ts";
import { userCalls } from "../../../../contract/calls/users.ts";
import { mayOperate, operatorOf } from "../../../operator.ts";
import { useSession } from "../../../use-session.ts";

/** Each tab with a call that it needs: who may make it sees the tab. */
const TABS = {
  overview: operationCalls.fetchOverview,
  users: userCalls.listUsers,
  messages: conversationCalls.searchArchive,
  plans: planAdminCalls.createPlan,
  payments: paymentAdminCalls.listPayments,
  ledger: operationCalls.fetchLedger,
  audit: operationCalls.listAudit,
  settings: settingsCalls.saveSettings,
} as const;
export type AdminTab = keyof typeof TABS;
const ALL_TABS = Object.keys(TABS) as AdminTab[];
/** The administrator finds these in the overview and in the settings. */
const OF_STAFF: readonly AdminTab[] = ["ledger", "audit"];

/** The tabs that someone sees, and those whose address is known. */
function tabsOf(operator: ReturnType<typeof operatorOf>): { shown: AdminTab[]; known: readonly AdminTab[] } {
  const shown = ALL_TABS.filter((tab) => mayOperate(operator, TABS[tab]) && !(operator === "admin" && OF_STAFF.includes(tab)));
  return { shown, known: operator === "admin" ? shown : ALL_TABS };
}

/** The server accepts no higher page number. */
const LAST_PAGE = 1_000_000;

/** Reads a day from the address; an invalid one counts as absent. */
export const readDay = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");

/**
 * The address of /awc decides what is shown: the tab, its page, and the filters of its list. A tab reads its own
 * parameters with `read` and writes them with `narrow`. Default values are left out of the address.
 */
export function useAdminAddress() {
  const [params, setParams] = useSearchParams();
  const { shown, known } = tabsOf(operatorOf(useSession()));
  const tab = known.find((name) => name === params.get("tab")) ?? shown[0] ?? "overview";
  const page = params.get("page") ?? "";
  const change = (patch: Readonly<Record<string, string>>, replace = true) =>
    setParams(
      () => {
        // Not the parameters of the last render: another filter may have been changed since.
        const next = new URLSearchParams(window.location.search);
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
    tabs: shown,
    /** Whether the role allows the tab that the address names. */
    isAllowed: shown.includes(tab),
    /** Counted from 1. An invalid value counts as 1. */
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    read: (name: string) => params.get(name) ?? "",
    /** Opens another tab without page and filters, as a new entry in the history. */
    openTab: (name: AdminTab) => setParams({ tab: name }, { preventScrollReset: true }),
    /** Shows another view of the tab, without page and filters. */
    show: (patch: Readonly<Record<string, string>>) =>
      setParams({ tab, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== "")) }, { preventScrollReset: true }),
    turnTo: (number: number) => change({ page: number > 1 ? String(number) : "" }),
    /** Changes the filters of a list and goes to its first page. An empty text removes a parameter. */
    narrow: (patch: Readonly<Record<string, string>>) => change({ page: "", after: "", ...patch }),
    /** Continues a search where it stopped, as a new entry in the history. */
    searchOn: (after: string) => change({ page: "", after }, false),
  };
}
