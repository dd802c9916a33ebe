/** The calls that save knowledge one entry at a time. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { SAVE_TIMEOUT_MS } from "../contract/agent.ts";
import type { KnowledgePage, KnowledgePlace, StoredEntry } from "../contract/knowledge-calls.ts";
import { PAGE_SIZE } from "../contract/page.ts";
import { call } from "./api.ts";

const pathOf = (chatId: string, rest = "") => `/api/chats/${encodeURIComponent(chatId)}/knowledge${rest}`;
const entryPath = (chatId: string, id: string, rest = "") => pathOf(chatId, `/${encodeURIComponent(id)}${rest}`);
/** Without a version, whatever is stored is written over. */
const claim = (version: string | null) => (version === null ? undefined : { "If-Match": `"${version}"` });
const timeoutMs = SAVE_TIMEOUT_MS;

/** Each throws `ApiError`. */
export const knowledgeApi = {
  find: (chatId: string, id: string) => call<{ entry: StoredEntry }>("GET", entryPath(chatId, id)),
  /** The same key again, after an answer that never came, makes no second entry. */
  add: (chatId: string, entry: string, key: string) =>
    call<{ entries: StoredEntry[]; count: number }>("POST", pathOf(chatId), {
      body: { entry },
      headers: { "Idempotency-Key": key },
      timeoutMs,
    }),
  update: (chatId: string, id: string, entry: string, version: string | null) =>
    call<{ entry: StoredEntry }>("PUT", entryPath(chatId, id), { body: { entry }, headers: claim(version), timeoutMs }),
  remove: (chatId: string, id: string, version: string | null) =>
    call<unknown>("DELETE", entryPath(chatId, id), { headers: claim(version), timeoutMs }),
  removeAll: (chatId: string) => call<unknown>("DELETE", pathOf(chatId), { timeoutMs }),
  move: (chatId: string, id: string, place: KnowledgePlace) =>
    call<unknown>("POST", entryPath(chatId, id, "/move"), { body: { place }, timeoutMs }),
};

/** What part of the entries is shown. Pages count from 1. */
export interface KnowledgeView {
  page: number;
  search: string;
}

/** Every page of an agent's entries. */
export const knowledgeKey = (chatId: string | null) => ["knowledge", chatId];

/** A page of entries. The one on screen stays while the next one is on its way. */
export function knowledgeQuery(chatId: string | null, { page, search }: KnowledgeView) {
  return queryOptions({
    queryKey: [...knowledgeKey(chatId), page, search],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), limit: String(PAGE_SIZE.knowledge), search });
      return call<KnowledgePage>("GET", pathOf(chatId ?? "", `?${query}`), { signal });
    },
    enabled: chatId !== null,
    placeholderData: keepPreviousData,
  });
}

/** The entries that were on the screen lately, in their order: all that is left when the agent was deleted elsewhere. */
export function keptEntries(queryClient: QueryClient, chatId: string | null): string[] {
  const pages = queryClient.getQueriesData<KnowledgePage>({ queryKey: knowledgeKey(chatId) });
  const byId = new Map(pages.flatMap(([, page]) => page?.entries ?? []).map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((one, other) => one.number - other.number).map(({ entry }) => entry);
}
