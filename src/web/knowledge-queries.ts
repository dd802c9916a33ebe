/** Queries for an agent's knowledge entries, one page at a time. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { knowledgeCalls } from "../contract/calls/knowledge.ts";
import type { KnowledgeOrder, KnowledgePage } from "../contract/knowledge-calls.ts";
import { PAGE_SIZE } from "../contract/page.ts";
import { call } from "./api.ts";

/** Which entries are shown. Pages count from 1. */
export interface KnowledgeView {
  page: number;
  search: string;
  order: KnowledgeOrder;
  /** Only entries with warnings. */
  isWarned: boolean;
}

/** A page with its order, because the page on screen may still have the order before. */
export type OrderedPage = KnowledgePage & { order: KnowledgeOrder };

/** The key of all pages of an agent's entries. */
export const knowledgeKey = (chatId: string | null) => ["knowledge", chatId];

/** A page of entries. The page on screen stays while the next one is loading. */
export function knowledgeQuery(chatId: string | null, { page, search, order, isWarned }: KnowledgeView) {
  return queryOptions({
    queryKey: [...knowledgeKey(chatId), page, search, order, isWarned],
    queryFn: async ({ signal }): Promise<OrderedPage> => {
      const query = { page, limit: PAGE_SIZE.knowledge, search, order, ...(isWarned && { only: "warned" as const }) };
      return { ...(await call(knowledgeCalls.listEntries, { params: { chatId: chatId ?? "" }, query, signal })), order };
    },
    enabled: chatId !== null,
    placeholderData: keepPreviousData,
  });
}

/** The cached entries, the oldest first. They are all that is left when the agent was deleted in another window. */
export function keptEntries(queryClient: QueryClient, chatId: string | null): string[] {
  const pages = queryClient.getQueriesData<KnowledgePage>({ queryKey: knowledgeKey(chatId) });
  const byId = new Map(pages.flatMap(([, page]) => page?.entries ?? []).map((entry) => [entry.id, entry.entry]));
  // Ids grow with the time at which they were made.
  return [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}
