import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { KnowledgePage, KnowledgePlace } from "../../../contract/knowledge-calls.ts";
import { PAGE_SIZE, pagesOf } from "../../../contract/page.ts";
import { ApiError, messageOf } from "../../api.ts";
import { randomId } from "../../ids.ts";
import { knowledgeApi, knowledgeKey, knowledgeQuery } from "../../knowledge-api.ts";
import { userQuery } from "../../queries.ts";
import { useToast } from "../../ui/Toast.tsx";
import { type Failure, type KnowledgeSource, moved, type ShownEntry } from "./knowledge-source.ts";

interface StoredKnowledge {
  /** Null: the agent was never saved, and has no entries here. */
  chatId: string | null;
  userId: string;
  /** The stored entries are others now. */
  onChanged: () => void;
}

/** Something that is asked of the server, shown as done until the server refuses it. */
interface Job {
  at: Failure["at"];
  send: () => Promise<unknown>;
  /** Empty: its result is seen on the screen. */
  done: string;
  failed: string;
  change?: (page: KnowledgePage) => KnowledgePage;
  onDone?: () => void;
  /** Said in place of the server's text when another window changed the entry. */
  changedText?: string;
  /** It needs no entry: what is gone is the agent. */
  isOfAgent?: boolean;
}

/** The entries of a saved agent, a page at a time: each change is a call of its own, done on the screen at once and undone if it fails. */
export function useStoredKnowledge({ chatId, userId, onChanged }: StoredKnowledge): KnowledgeSource {
  const { t } = useTranslation();
  const [view, setView] = useState({ page: 1, search: "" });
  const query = useQuery(knowledgeQuery(chatId, view));
  const data = query.data;
  const requestKey = useRef(randomId());
  const [failure, setFailure] = useState<Failure | null>(null);
  const jobs = { chatId, userId, view, onChanged, onFailure: setFailure };
  const form = useJobs(jobs);
  const list = useJobs(jobs);
  const id = chatId ?? "";

  // Deleting the last entry of the last page leaves a page behind the end.
  const lastPage = data && !query.isPlaceholderData ? data.totalPages : null;
  useEffect(() => {
    if (lastPage !== null && view.page > lastPage) setView((now) => ({ ...now, page: lastPage }));
  }, [lastPage, view.page]);

  const first = (view.page - 1) * PAGE_SIZE.knowledge + 1;
  return {
    entries: data?.entries.map((entry, at) => ({ ...entry, number: view.search === "" ? first + at : entry.number })) ?? null,
    count: data?.count ?? 0,
    total: data?.total ?? 0,
    page: view.page,
    totalPages: data?.totalPages ?? 1,
    search: view.search,
    show: (wanted) => setView((now) => ({ ...now, ...wanted })),
    isStale: query.isPlaceholderData,
    loadError: query.error,
    reload: () => void query.refetch(),
    isSaving: form.isPending,
    failure,
    dismiss: () => setFailure(null),
    add: (entry, onDone) =>
      form.run({
        at: "form",
        send: async () => {
          const { count } = await knowledgeApi.add(id, entry, requestKey.current);
          requestKey.current = randomId();
          // A new entry is the last one: it is shown to whoever wrote it.
          setView({ page: pagesOf(count, PAGE_SIZE.knowledge), search: "" });
        },
        done: t("knowledge.added"),
        failed: t("knowledge.saveFailed"),
        onDone,
        isOfAgent: true,
      }),
    update: (shown, entry, onDone) =>
      form.run({
        at: "form",
        send: () => knowledgeApi.update(id, shown.id, entry, shown.version),
        done: t("knowledge.updated"),
        failed: t("knowledge.saveFailed"),
        change: (page) => ({ ...page, entries: page.entries.map((one) => (one.id === shown.id ? { ...one, entry } : one)) }),
        onDone,
      }),
    remove: (shown) =>
      list.run({
        at: shown.id,
        send: () => knowledgeApi.remove(id, shown.id, shown.version).catch(forgiveGone),
        done: t("knowledge.deleted"),
        failed: t("knowledge.deleteFailed"),
        change: (page) => ({
          ...page,
          entries: page.entries.filter((one) => one.id !== shown.id),
          count: page.count - 1,
          total: page.total - 1,
        }),
        changedText: t("knowledge.changedDelete"),
      }),
    removeAll: () =>
      list.run({
        at: "list",
        send: () => knowledgeApi.removeAll(id),
        done: t("knowledge.allDeleted"),
        failed: t("knowledge.deleteAllFailed"),
        change: () => ({ entries: [], total: 0, totalPages: 1, count: 0 }),
        isOfAgent: true,
      }),
    move: (shown, place) =>
      list.run({
        at: shown.id,
        send: () => knowledgeApi.move(id, shown.id, place),
        done: "",
        failed: t("knowledge.moveFailed"),
        change: (page) => ({ ...page, entries: moveInPage(page.entries, shown, place, view) }),
        onDone: () => {
          const number = shown.number + { first: 0, up: -1, down: 1, last: 0 }[place];
          // Over the edge of the page: whoever moves it step by step goes with it.
          if (view.search === "" && number > 0 && place !== "first") setView({ page: pagesOf(number, PAGE_SIZE.knowledge), search: "" });
        },
      }),
  };
}

/** Whether the same request may succeed a moment later. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.kind !== "server" || error.status >= 500 || error.status === 429);

/** What is asked to be deleted, and is not there any more, is deleted. */
function forgiveGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** The page as it will look. An entry that leaves it is gone from it; what comes in its place is not known yet. */
function moveInPage(entries: KnowledgePage["entries"], shown: ShownEntry, place: KnowledgePlace, view: { page: number; search: string }) {
  const at = entries.findIndex(({ id }) => id === shown.id);
  if (view.search !== "") return entries;
  if (place === "first" && view.page > 1) return entries.filter(({ id }) => id !== shown.id);
  return moved(entries, at, place);
}

interface JobsDeps {
  chatId: string | null;
  userId: string;
  view: { page: number; search: string };
  onChanged: () => void;
  onFailure: (failure: Failure | null) => void;
}

function useJobs({ chatId, userId, view, onChanged, onFailure }: JobsDeps) {
  const { t } = useTranslation();
  const showToast = useToast();
  const queryClient = useQueryClient();
  const mutationKey = knowledgeKey(chatId);

  const reasonOf = (error: unknown, { changedText, isOfAgent }: Job): Pick<Failure, "text" | "meanwhile"> => {
    if (!(error instanceof ApiError)) return { text: t("error.generic") };
    if (error.kind !== "server") return { text: t("knowledge.notReached") };
    if (error.status === 404) return isOfAgent ? { text: t("knowledge.agentGone") } : { text: t("knowledge.entryGone"), meanwhile: "gone" };
    const text = messageOf(error, t("error.generic"));
    return error.code === "changed_meanwhile" ? { text: changedText ?? text, meanwhile: "changed" } : { text };
  };

  const mutation = useMutation({
    mutationKey,
    mutationFn: (job: Job) => job.send(),
    onMutate: async (job) => {
      onFailure(null);
      const { queryKey } = knowledgeQuery(chatId, view);
      await queryClient.cancelQueries({ queryKey: knowledgeKey(chatId) });
      const before = queryClient.getQueryData(queryKey);
      if (before && job.change) queryClient.setQueryData(queryKey, job.change(before));
      return { queryKey, before };
    },
    onSuccess: (_, job) => {
      if (job.done !== "") showToast({ text: job.done });
      job.onDone?.();
      onChanged();
      void queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey, refetchType: "none" });
    },
    onError: (error, job, shown) => {
      if (shown?.before) queryClient.setQueryData(shown.queryKey, shown.before);
      const reason = reasonOf(error, job);
      onFailure({ at: job.at, ...reason, retry: isPassing(error) ? () => mutation.mutate(job) : undefined });
      const isLimit = error instanceof ApiError && error.code === "plan_limit";
      showToast({ text: isLimit ? reason.text : job.failed, tone: "error" });
    },
    // While another change is on its way, what the server holds is not yet what was asked for.
    onSettled: () => (queryClient.isMutating({ mutationKey }) > 1 ? undefined : queryClient.invalidateQueries({ queryKey: mutationKey })),
  });
  return { run: mutation.mutate, isPending: mutation.isPending };
}
