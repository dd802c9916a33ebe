/** The queries of an agent's history. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { comparisonCalls } from "../../../../contract/calls/comparison.ts";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import type { VersionComparison } from "../../../../contract/version.ts";
import { call } from "../../../api.ts";

/** The key of everything about an agent's history. */
export const versionsKey = (chatId: string) => ["versions", chatId];

/** A page of versions, the newest first. It is asked for again whenever the history is opened. */
export function versionsQuery(chatId: string, page: number) {
  return queryOptions({
    queryKey: [...versionsKey(chatId), "page", page],
    queryFn: ({ signal }) => call(versionCalls.listVersions, { params: { chatId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export interface Comparison {
  number: number;
  compare: VersionComparison;
  page: number;
}

export function versionQuery(chatId: string, { number, compare, page }: Comparison) {
  return queryOptions({
    queryKey: [...versionsKey(chatId), "one", number, compare, page],
    queryFn: ({ signal }) =>
      call(versionCalls.fetchVersion, { params: { chatId, number: String(number) }, query: { compare, page }, signal }),
    staleTime: 0,
  });
}

/** Whether changes wait until they are published, and how many. `stored` changes with everything that the editor has saved. */
export function draftQuery(chatId: string, stored = "") {
  return queryOptions({
    queryKey: [...versionsKey(chatId), "draft", stored],
    queryFn: ({ signal }) => call(versionCalls.fetchDraft, { params: { chatId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Milliseconds between two looks at work that goes on. */
const PROGRESS_MS = 1_000;

/** Begins the comparison of this draft, unless that was done, and shows how far it is. */
export function comparisonQuery(chatId: string, newest: number, page: number) {
  return queryOptions({
    queryKey: [...versionsKey(chatId), "answers", newest, page],
    queryFn: async ({ signal, client, queryKey }) => {
      // A look at its progress begins nothing, so that what was cancelled stays cancelled.
      const isKnown = client.getQueryData(queryKey) !== undefined || page > 1;
      if (!isKnown) await call(comparisonCalls.startComparison, { params: { chatId }, signal });
      return call(comparisonCalls.fetchComparison, { params: { chatId }, query: { page }, signal });
    },
    refetchInterval: ({ state: { data } }) => (data?.state === "waiting" || data?.state === "running" ? PROGRESS_MS : false),
    placeholderData: page > 1 ? keepPreviousData : undefined,
    staleTime: 0,
  });
}
