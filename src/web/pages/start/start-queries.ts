/** What the guided start reads besides the account and the agent. */
import { queryOptions } from "@tanstack/react-query";
import { knowledgeCalls } from "../../../contract/calls/knowledge.ts";
import type { KnowledgePage } from "../../../contract/knowledge-calls.ts";
import { LANGUAGES } from "../../../contract/language.ts";
import { PAGE_SIZE } from "../../../contract/page.ts";
import { call } from "../../api.ts";
import type { start as english } from "../../text/en/start.ts";
import { FOLDERS } from "../../text/folders.ts";
import type { TextsOf } from "../../text/sections.ts";
import type { Headings } from "./answers.ts";

/** The first page of an agent's entries. */
export function fetchEntries(chatId: string, signal?: AbortSignal): Promise<KnowledgePage> {
  return call(knowledgeCalls.listEntries, { params: { chatId }, query: { page: 1, limit: PAGE_SIZE.knowledge }, signal });
}

export const headingsIn = (texts: TextsOf<typeof english>): Headings => ({
  hours: texts["ask.hours"],
  place: texts["ask.place"],
  prices: texts["ask.prices"],
  order: texts["ask.order"],
});

/** The four questions in every language: the answers may have been written in another one. */
export function everyHeadings() {
  return queryOptions({
    queryKey: ["start-headings"],
    queryFn: () => Promise.all(LANGUAGES.map(async (language) => headingsIn(await FOLDERS[language].start()))),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The agent's first entries; those of the guided start are among them, because it was used first. */
export function startEntriesQuery(chatId: string | null) {
  return queryOptions({
    queryKey: ["start-entries", chatId],
    queryFn: ({ signal }) => fetchEntries(chatId ?? "", signal),
    enabled: chatId !== null,
    staleTime: 0,
    gcTime: 0,
  });
}
