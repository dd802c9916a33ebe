import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sourceCalls } from "../../../../contract/calls/sources.ts";
import type { ChosenPages } from "../../../../contract/source.schema.ts";
import type { ConflictChoice, SourceSchedule, SourceView } from "../../../../contract/source.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { sourcesKey } from "../../../source-queries.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { ToastOptions } from "../../../ui/toasts.ts";

/** Something that a person does to a source. */
interface Act {
  /** What it is done to: a source, or one of its pages or entries. */
  at: string;
  send: () => Promise<unknown>;
  /** The toast when it is done; absent if the screen shows it. */
  done?: ToastOptions;
  failed?: string;
  /** The screen shows why it failed, so there is no toast. */
  isShown?: boolean;
  /** Whether it changes the agent's entries. */
  changesEntries?: boolean;
  onDone?: () => void;
}

interface Options {
  chatId: string;
  /** Called when the agent's entries have changed. */
  onEntries: () => void;
}

export type SourceActions = ReturnType<typeof useSourceActions>;

/** Changes to sources and their pages. What is done is shown when the server has confirmed it. */
export function useSourceActions({ chatId, onEntries }: Options) {
  const { t } = useTranslation("reading");
  const toast = useToast();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (act: Act) => act.send(),
    onSuccess: (_, act) => {
      if (act.done) toast(act.done);
      act.onDone?.();
      if (act.changesEntries) onEntries();
    },
    onError: (error, act) => {
      if (act.isShown) return;
      const isGone = error instanceof ApiError && error.status === 404;
      toast({ text: isGone ? t("act.gone") : messageOf(error, act.failed ?? t("act.failed")), tone: "error", group: "source" });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) }),
  });
  const of = ({ id }: SourceView) => ({ params: { chatId, sourceId: id } });
  const ofPage = ({ id }: SourceView, pageId: string) => ({ params: { chatId, sourceId: id, pageId } });
  const run = mutation.mutate;
  const putBack = usePutBack({ chatId, onEntries });
  return {
    /** The source, page or entry for which something is being done; null: nothing is. */
    busyAt: mutation.isPending ? mutation.variables.at : null,
    /** Why the choice of pages was not saved. */
    refusal: mutation.error && mutation.variables?.isShown ? mutation.error : null,
    sync: (source: SourceView) => run({ at: source.id, send: () => call(sourceCalls.syncSource, of(source)) }),
    cancel: (source: SourceView) => run({ at: source.id, send: () => call(sourceCalls.cancelSource, of(source)), changesEntries: true }),
    reschedule: (source: SourceView, schedule: SourceSchedule) =>
      run({ at: source.id, send: () => call(sourceCalls.changeSource, { ...of(source), body: { schedule } }) }),
    takeNew: (source: SourceView, takesNew: boolean) =>
      run({ at: source.id, send: () => call(sourceCalls.changeSource, { ...of(source), body: { takesNew } }) }),
    remove: (source: SourceView, onDone: () => void) =>
      run({
        at: source.id,
        send: () => call(sourceCalls.removeSource, of(source)).catch(forgiveGone),
        done: { text: t("act.deleted", { name: source.name }), action: { label: t("undo"), run: () => putBack(source) } },
        changesEntries: true,
        onDone,
      }),
    choose: (source: SourceView, body: ChosenPages, onDone: () => void) =>
      run({
        at: source.id,
        send: () => call(sourceCalls.choosePages, { ...of(source), body }),
        isShown: true,
        changesEntries: true,
        onDone,
      }),
    take: (source: SourceView, pageId: string) => run({ at: pageId, send: () => call(sourceCalls.takePage, ofPage(source, pageId)) }),
    leave: (source: SourceView, pageId: string) =>
      run({ at: pageId, send: () => call(sourceCalls.leavePage, ofPage(source, pageId)), changesEntries: true }),
    restore: (source: SourceView, pageId: string) =>
      run({ at: pageId, send: () => call(sourceCalls.restorePage, ofPage(source, pageId)), changesEntries: true }),
    settle: (entryId: string, keep: ConflictChoice, onDone?: () => void) =>
      run({
        at: entryId,
        send: () => call(sourceCalls.settleConflict, { params: { chatId, entryId }, body: { keep } }),
        done: { text: t("conflict.settled") },
        failed: t("conflict.failed"),
        changesEntries: true,
        onDone,
      }),
  };
}

/** Takes back the deletion of a source, as long as its toast is shown. */
function usePutBack({ chatId, onEntries }: Options): (source: SourceView) => void {
  const { t } = useTranslation("reading");
  const toast = useToast();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id }: SourceView) => call(sourceCalls.restoreSource, { params: { chatId, sourceId: id } }),
    onSuccess: (_, { name }) => {
      toast({ text: t("act.restored", { name }) });
      onEntries();
    },
    onError: (error, source) => {
      const { name } = source;
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) return toast({ text: t("act.restoreLate", { name }), tone: "error" });
      // A later attempt may succeed, for example once the plan has room again.
      const action = { label: t("undo"), run: () => mutation.mutate(source) };
      toast({ text: messageOf(error, t("act.restoreFailed", { name })), tone: "error", action });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) }),
  });
  return mutation.mutate;
}

/** A deletion that finds nothing to delete counts as done. */
function forgiveGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
