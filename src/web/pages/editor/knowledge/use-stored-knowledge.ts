import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeCalls } from "../../../../contract/calls/knowledge.ts";
import type { KnowledgeOrder, KnowledgePage, KnowledgePlace } from "../../../../contract/knowledge-calls.ts";
import { PAGE_SIZE, pagesOf } from "../../../../contract/page.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { randomId } from "../../../ids.ts";
import { type KnowledgeView, knowledgeKey, knowledgeQuery, type OrderedPage } from "../../../knowledge-queries.ts";
import { userQuery } from "../../../queries.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { ToastOptions } from "../../../ui/toasts.ts";
import { addedToast, deletedToast, restoredToast } from "./entry-toasts.ts";
import { type EntryContent, type Failure, type FailurePlace, type KnowledgeSource, moved, type ShownEntry } from "./knowledge-source.ts";
import { useFailures } from "./use-failures.ts";

interface StoredKnowledge {
  /** Null: the agent was never saved and has no stored entries. */
  chatId: string | null;
  userId: string;
  /** Called after the stored entries have changed. */
  onChanged: () => void;
}

/** A change that was sent to the server. It is shown as done unless the server refuses it. */
interface Job {
  at: FailurePlace;
  send: () => Promise<unknown>;
  /** The toast, or its text; null when the result is visible without one. */
  done: string | ToastOptions | null;
  failed: string;
  change?: (page: OrderedPage) => OrderedPage;
  /** What the job saves. */
  content?: EntryContent;
  onDone?: () => void;
  /** Shown instead of the server's message when another window changed the entry. */
  changedText?: string;
  /** The job concerns no single entry, so a 404 means that the agent was deleted. */
  isOfAgent?: boolean;
}

type View = KnowledgeView;

const KNOWLEDGE_ORDERS_SHOWN: readonly KnowledgeOrder[] = ["newest", "least-used", "place"];

/** A running job, and the page whose entries it changes. */
interface Underway {
  job: Job;
  view: View;
}

/**
 * The entries of a saved agent, a page at a time. Each change is a separate call; the screen shows it at once and
 * reverts it if it fails.
 */
export function useStoredKnowledge({ chatId, userId, onChanged }: StoredKnowledge): KnowledgeSource {
  const { t } = useTranslation("editor");
  const queryClient = useQueryClient();
  const [view, setView] = useState<View>({ page: 1, search: "", order: "newest", isWarned: false });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery(knowledgeQuery(chatId, view));
  // Running changes are applied to the server's data at each render, so that a failure reverts only its own change.
  const [underway, setUnderway] = useState<readonly Underway[]>([]);
  const data = query.data && drawOver(query.data, underway, view);
  const requestKey = useRef(randomId());
  const { failures, setFailure, dismiss } = useFailures();
  const jobs = { chatId, userId, view, onChanged, setFailure, setUnderway };
  const form = useJobs(jobs);
  const list = useJobs(jobs);
  const agent = { chatId: chatId ?? "" };
  const of = (shown: ShownEntry) => ({ ...agent, entryId: shown.id });
  const restore = (shown: ShownEntry) =>
    list.run({
      at: "list",
      send: () => call(knowledgeCalls.restoreEntry, { params: of(shown) }),
      done: restoredToast(t),
      failed: t("knowledge.restoreFailed"),
      isOfAgent: true,
    });

  // After the last entry of the last page was deleted, the view is on a page that no longer exists.
  const lastPage = data && !query.isPlaceholderData ? data.totalPages : null;
  useEffect(() => {
    if (lastPage !== null && view.page > lastPage) setView((now) => ({ ...now, page: lastPage }));
  }, [lastPage, view.page]);

  const first = (view.page - 1) * PAGE_SIZE.knowledge + 1;
  return {
    entries:
      data?.entries.map((entry, at) => ({ ...entry, number: view.search === "" && !view.isWarned ? first + at : entry.number })) ?? null,
    count: data?.count ?? 0,
    typed: data?.typed ?? 0,
    total: data?.total ?? 0,
    page: view.page,
    totalPages: data?.totalPages ?? 1,
    search: view.search,
    order: view.order,
    isWarned: view.isWarned,
    readAt: query.dataUpdatedAt,
    isMovable: data?.order === "place" && view.order === "place" && !view.isWarned,
    orders: KNOWLEDGE_ORDERS_SHOWN,
    fresh,
    show: (wanted) => setView((now) => ({ ...now, ...wanted })),
    isStale: query.isPlaceholderData,
    loadError: query.error,
    reload: () => void query.refetch(),
    noteChange: () => {
      onChanged();
      void queryClient.invalidateQueries({ queryKey: knowledgeKey(chatId) });
    },
    isSaving: form.isPending,
    failures,
    dismiss,
    add: (content, onDone) =>
      form.run({
        at: "form",
        send: async () => {
          const added = await call(knowledgeCalls.addEntries, { params: agent, body: content, requestKey: requestKey.current });
          requestKey.current = randomId();
          // In the owner's own order, a new entry is the last one, so the view goes to the last page.
          const page = view.order === "place" ? pagesOf(added.count, PAGE_SIZE.knowledge) : 1;
          setView((now) => ({ ...now, page, search: "", isWarned: false }));
          setFresh(new Set(added.entries.map(({ id }) => id)));
        },
        done: addedToast(t),
        failed: t("knowledge.saveFailed"),
        content,
        onDone,
        isOfAgent: true,
      }),
    update: (shown, content, onDone) =>
      form.run({
        at: shown.id,
        send: () => call(knowledgeCalls.updateEntry, { params: of(shown), body: content, version: shown.version }),
        done: t("knowledge.updated"),
        failed: t("knowledge.saveFailed"),
        change: (page) => ({ ...page, entries: page.entries.map((one) => (one.id === shown.id ? { ...one, entry: content.entry } : one)) }),
        content,
        onDone,
      }),
    remove: (shown) =>
      list.run({
        at: shown.id,
        send: () => call(knowledgeCalls.removeEntry, { params: of(shown), version: shown.version }).catch(forgiveGone),
        done: deletedToast(t, () => restore(shown)),
        failed: t("knowledge.deleteFailed"),
        change: (page) => ({
          ...page,
          entries: page.entries.filter((one) => one.id !== shown.id),
          count: page.count - 1,
          typed: page.typed - (shown.origin ? 0 : 1),
          total: page.total - 1,
        }),
        changedText: t("knowledge.changedDelete"),
      }),
    removeAll: () =>
      list.run({
        at: "list",
        send: () => call(knowledgeCalls.removeAllEntries, { params: agent }),
        done: t("knowledge.allDeleted"),
        failed: t("knowledge.deleteAllFailed"),
        change: ({ order }) => ({ entries: [], total: 0, totalPages: 1, count: 0, typed: 0, order }),
        isOfAgent: true,
      }),
    move: (shown, place) =>
      list.run({
        at: shown.id,
        send: () => call(knowledgeCalls.moveEntry, { params: of(shown), body: { place } }),
        done: null,
        failed: t("knowledge.moveFailed"),
        change: (page) => ({ ...page, entries: moveInPage(page.entries, shown, place, view) }),
        onDone: () => {
          const number = shown.number + { first: 0, up: -1, down: 1, last: 0 }[place];
          // The entry has moved to another page, and the view follows it, so that it can be moved further.
          if (view.search === "" && number > 0 && place !== "first")
            setView((now) => ({ ...now, page: pagesOf(number, PAGE_SIZE.knowledge) }));
        },
      }),
  };
}

function drawOver(page: OrderedPage, underway: readonly Underway[], view: View): OrderedPage {
  const isShown = (of: View) =>
    of.page === view.page && of.search === view.search && of.order === view.order && of.isWarned === view.isWarned;
  const ofView = underway.filter((one) => isShown(one.view));
  return ofView.reduce((now, { job }) => job.change?.(now) ?? now, page);
}

/** Whether the same request may succeed a moment later. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.kind !== "server" || error.status >= 500 || error.status === 429);

/** A deletion that finds nothing to delete counts as done. */
function forgiveGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** The page after the move. An entry that moves to another page disappears; the entry that takes its place is not known yet. */
function moveInPage(entries: KnowledgePage["entries"], shown: ShownEntry, place: KnowledgePlace, view: View) {
  const at = entries.findIndex(({ id }) => id === shown.id);
  if (view.search !== "") return entries;
  if (place === "first" && view.page > 1) return entries.filter(({ id }) => id !== shown.id);
  return moved(entries, at, place);
}

interface JobsDeps {
  chatId: string | null;
  userId: string;
  view: View;
  onChanged: () => void;
  setFailure: (at: FailurePlace, failure: Failure | null) => void;
  setUnderway: (change: (now: readonly Underway[]) => readonly Underway[]) => void;
}

function useJobs({ chatId, userId, view, onChanged, setFailure, setUnderway }: JobsDeps) {
  const { t } = useTranslation("editor");
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
      setFailure(job.at, null);
      setUnderway((now) => [...now, { job, view }]);
      await queryClient.cancelQueries({ queryKey: knowledgeKey(chatId) });
      return { queryKey: knowledgeQuery(chatId, view).queryKey };
    },
    onSuccess: (_, job, { queryKey }) => {
      queryClient.setQueryData(queryKey, (page: OrderedPage | undefined) => page && (job.change?.(page) ?? page));
      setUnderway((now) => now.filter((one) => one.job !== job));
      if (job.done !== null) showToast(typeof job.done === "string" ? { text: job.done } : job.done);
      job.onDone?.();
      onChanged();
      void queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey, refetchType: "none" });
    },
    onError: (error, job) => {
      setUnderway((now) => now.filter((one) => one.job !== job));
      const reason = reasonOf(error, job);
      setFailure(job.at, { ...reason, unsaved: job.content, retry: isPassing(error) ? () => mutation.mutate(job) : undefined });
      const isLimit = error instanceof ApiError && error.code === "plan_limit";
      showToast({ text: isLimit ? reason.text : job.failed, tone: "error" });
    },
    // While another change is running, the server's data is not final.
    onSettled: () => (queryClient.isMutating({ mutationKey }) > 1 ? undefined : queryClient.invalidateQueries({ queryKey: mutationKey })),
  });
  return { run: mutation.mutate, isPending: mutation.isPending };
}
