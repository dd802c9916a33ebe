import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { BUSINESS_SEARCH_MAX, BUSINESS_SORTS, type BusinessSort } from "../../../contract/business.ts";
import { memberCalls } from "../../../contract/calls/members.ts";
import { PAGE_SIZE } from "../../../contract/page.ts";
import { call } from "../../api.ts";

interface View {
  page: number;
  search: string;
  sort: BusinessSort;
}

/** The key of all pages of the list. */
export const BUSINESSES_KEY = ["businesses-overview"];

/** The list, and what of it is shown: the address holds that, so that a reload and the Back button show the same. */
export function useBusinesses() {
  const [params, setParams] = useSearchParams();
  const page = params.get("page") ?? "";
  const view: View = {
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    search: (params.get("q") ?? "").trim().slice(0, BUSINESS_SEARCH_MAX),
    sort: BUSINESS_SORTS.find((one) => one === params.get("sort")) ?? "name",
  };
  const show = (next: View) => {
    const shown = new URLSearchParams();
    if (next.search !== "") shown.set("q", next.search);
    if (next.sort !== "name") shown.set("sort", next.sort);
    if (next.page > 1) shown.set("page", String(next.page));
    setParams(shown, { replace: true, preventScrollReset: true });
  };
  const query = useQuery({
    queryKey: [...BUSINESSES_KEY, view],
    queryFn: ({ signal }) => {
      const { page: number, search, sort } = view;
      return call(memberCalls.searchBusinesses, { query: { page: number, limit: PAGE_SIZE.businesses, q: search, sort }, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return {
    view,
    query,
    narrow: (change: Partial<Pick<View, "search" | "sort">>) => show({ ...view, ...change, page: 1 }),
    turnTo: (to: number) => show({ ...view, page: to }),
  };
}
