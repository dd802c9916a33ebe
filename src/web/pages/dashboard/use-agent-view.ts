import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { AGENT_SEARCH_MAX, AGENT_SORTS } from "../../../contract/agent.ts";
import type { AgentView } from "../../queries.ts";

export interface AgentListAddress {
  view: AgentView;
  /** Searches or sorts, and shows the first page of it. */
  narrow: (change: Partial<Pick<AgentView, "search" | "sort">>) => void;
  turnTo: (page: number) => void;
}

/** The address holds what is shown, so that a reload and the Back button show the same. */
export function useAgentView(): AgentListAddress {
  const [params, setParams] = useSearchParams();
  const page = params.get("page") ?? "";
  const search = (params.get("q") ?? "").trim().slice(0, AGENT_SEARCH_MAX);
  const sort = AGENT_SORTS.find((one) => one === params.get("sort")) ?? "created";
  const number = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
  const view = useMemo((): AgentView => ({ page: number, search, sort }), [number, search, sort]);
  const show = useCallback(
    (next: AgentView) => {
      const shown = new URLSearchParams();
      if (next.search !== "") shown.set("q", next.search);
      if (next.sort !== "created") shown.set("sort", next.sort);
      if (next.page > 1) shown.set("page", String(next.page));
      setParams(shown, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return {
    view,
    narrow: useCallback((change) => show({ ...view, ...change, page: 1 }), [show, view]),
    turnTo: useCallback((to) => show({ ...view, page: to }), [show, view]),
  };
}
