/** The address holds what is shown, so that a reload, a bookmark and the Back button show the same. */
import { SEARCH_AFTER, SEARCH_MAX } from "../../../contract/conversation.ts";
import type { ConversationFilter } from "../../queries.ts";

export interface View extends ConversationFilter {
  /** The open conversation; null: only the list is shown. */
  openId: string | null;
}

/** The server accepts no higher page number. */
const LAST_PAGE = 1_000_000;

/** Reads an address, which a person may have typed. Invalid values count as absent. */
export function readView(params: URLSearchParams): View {
  const page = params.get("page") ?? "";
  const search = (params.get("q") ?? "").trim().slice(0, SEARCH_MAX);
  const after = params.get("after") ?? "";
  return {
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    search,
    after: search !== "" && SEARCH_AFTER.test(after) ? after : "",
    unansweredOnly: params.get("unanswered") === "1",
    openId: params.get("id") || null,
  };
}

/** The query of an address, with the question mark. Default values are left out. */
export function writeView({ page, search, after, unansweredOnly, openId }: View): string {
  const params = new URLSearchParams();
  if (unansweredOnly) params.set("unanswered", "1");
  if (search !== "") params.set("q", search);
  if (search !== "" && after !== "") params.set("after", after);
  if (page > 1) params.set("page", String(page));
  if (openId !== null) params.set("id", openId);
  return `?${params}`;
}

/** Reads the router state of an open conversation: the address of the list in the previous history entry. */
export function listBehind(state: unknown): string | null {
  const list = typeof state === "object" && state !== null && "list" in state ? state.list : null;
  return typeof list === "string" ? list : null;
}
