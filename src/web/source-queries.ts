/** Queries for the files and websites that an agent's knowledge is read from. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { knowledgeCalls } from "../contract/calls/knowledge.ts";
import { sourceCalls } from "../contract/calls/sources.ts";
import { PAGE_SIZE } from "../contract/page.ts";
import type { JobView, SourcePage, SourcePageState, SourceView } from "../contract/source.ts";
import { call } from "./api.ts";

/** How often the progress of a reading is asked for. */
const PROGRESS_MS = 1_500;

const isGoingOn = (job: JobView | null): boolean => job?.state === "waiting" || job?.state === "running";

/** Whether the source is being read, or waits to be. */
export const isRead = ({ job }: SourceView): boolean => isGoingOn(job);

/** The key of everything about an agent's sources. */
export const sourcesKey = (chatId: string | null) => ["sources", chatId];

/** A page of an agent's sources. While one of them is being read, it is asked for again and again. */
export function sourcesQuery(chatId: string | null, page = 1) {
  return queryOptions({
    queryKey: [...sourcesKey(chatId), "list", page],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE.sources };
      return call(sourceCalls.listSources, { params: { chatId: chatId ?? "" }, query, signal });
    },
    enabled: chatId !== null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.sources.some(isRead) ? PROGRESS_MS : false),
  });
}

/** Which pages of a source are shown. Pages of the list count from 1; `state` null: all. */
export interface SourcePagesView {
  page: number;
  state: SourcePageState | null;
}

/** A source with a page of its pages. */
export function sourceQuery(chatId: string, sourceId: string, { page, state }: SourcePagesView) {
  return queryOptions({
    queryKey: [...sourcesKey(chatId), "one", sourceId, page, state],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE.sourcePages, ...(state !== null && { state }) };
      return call(sourceCalls.fetchSource, { params: { chatId, sourceId }, query, signal });
    },
    placeholderData: (before) => (before?.source.id === sourceId ? before : undefined),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data && isRead(data.source) ? PROGRESS_MS : false),
  });
}

/** What was read from one page. A later reading or a choice gives the page other texts. */
export function sourcePageQuery(of: { chatId: string; sourceId: string; pageId: string }, { state, changedAt, words }: SourcePage) {
  return queryOptions({
    queryKey: [...sourcesKey(of.chatId), "page", of.sourceId, of.pageId, state, changedAt, words],
    queryFn: ({ signal }) => call(sourceCalls.fetchSourcePage, { params: of, signal }),
  });
}

/** A page of the entries of a source that a person has changed and whose source says something else now. */
export function conflictsQuery(chatId: string, sourceId: string, page: number) {
  return queryOptions({
    queryKey: [...sourcesKey(chatId), "conflicts", sourceId, page],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE.knowledge, only: "conflicting" as const, source: sourceId };
      return call(knowledgeCalls.listEntries, { params: { chatId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
}
