/** Queries for an agent's knowledge entries, one page at a time. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { knowledgeCalls } from "../contract/calls/knowledge.ts";
import type { KnowledgePage } from "../contract/knowledge-calls.ts";
import { PAGE_SIZE } from "../contract/page.ts";
import { call } from "./api.ts";

/** Which entries are shown. Pages count from 1. */
export interface KnowledgeView {
  page: number;
  search: string;
}

/** The key of all pages of an agent's entries. */
export const knowledgeKey = (chatId: string | null) => ["knowledge", chatId];

/** A page of entries. The page on screen stays while the next one is loading. */
export function knowledgeQuery(chatId: string | null, { page, search }: KnowledgeView) {
  return queryOptions({
    queryKey: [...knowledgeKey(chatId), page, search],
    queryFn: ({ signal }) =>
      call(knowledgeCalls.listEntries, { params: { chatId: chatId ?? "" }, query: { page, limit: PAGE_SIZE.knowledge, search }, signal }),
    enabled: chatId !== null,
    placeholderData: keepPreviousData,
  });
}

/** The cached entries, in their order. They are all that is left when the agent was deleted in another window. */
export function keptEntries(queryClient: QueryClient, chatId: string | null): string[] {
  const pages = queryClient.getQueriesData<KnowledgePage>({ queryKey: knowledgeKey(chatId) });
  const byId = new Map(pages.flatMap(([, page]) => page?.entries ?? []).map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((one, other) => one.number - other.number).map(({ entry }) => entry);
}
