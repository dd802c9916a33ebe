/** Publishing and discarding an agent's draft. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import { ApiError, call } from "../../../api.ts";
import { goldenKey } from "../../../golden-queries.ts";
import { failureText } from "../../../text/failure.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { TabName } from "../TabList.tsx";
import { useLoadAgain, useRestore } from "./use-restore.ts";
import { versionsKey } from "./version-queries.ts";

export interface Decide {
  isPublishing: boolean;
  isDiscarding: boolean;
  isBusy: boolean;
  /** The version of which test questions have failed; null: none was refused. */
  refused: number | null;
  /**
   * `version` is the newest one that the person has seen; if there is a newer one, the server refuses. `override`: how many
   * failed test questions the person has seen.
   */
  publish: (version: number, override?: number) => void;
  giveUp: () => void;
  discard: (version: number) => void;
}

/** Whether the server refused to publish because test questions failed. */
export const areTestsFailed = (error: unknown): boolean => error instanceof ApiError && error.code === "tests_failed";

export function useDecide(of: { userId: string; chatId: string; tab: TabName; onPublished: () => void }): Decide {
  const { userId, chatId, tab, onPublished } = of;
  const { t } = useTranslation("history");
  const toast = useToast();
  const queryClient = useQueryClient();
  const loadAgain = useLoadAgain(userId, chatId);
  const restore = useRestore(userId, chatId);
  const reload = () => queryClient.invalidateQueries({ queryKey: versionsKey(chatId) });
  const [refused, setRefused] = useState<number | null>(null);
  const fail = (what: string, error: Error) => {
    setRefused(null);
    toast({ text: failureText(what, error), tone: "error", group: "draft" });
    void reload();
  };
  const publishing = useMutation({
    mutationFn: (body: { version: number; override?: number }) => call(versionCalls.publishDraft, { params: { chatId }, body }),
    onSuccess: () => {
      setRefused(null);
      toast({ text: t("draft.published"), group: "draft" });
      onPublished();
      void reload();
    },
    onError: (error, { version }) => {
      if (!areTestsFailed(error)) return fail(t("draft.notPublished"), error);
      setRefused(version);
      void queryClient.invalidateQueries({ queryKey: goldenKey(chatId) });
    },
  });
  const discarding = useMutation({
    mutationFn: (version: number) => call(versionCalls.discardDraft, { params: { chatId }, body: { version } }),
    onSuccess: async ({ previous }) => {
      toast({ text: t("draft.discarded"), group: "draft", action: { label: t("undo"), run: () => void restore(previous) } });
      await loadAgain(tab);
    },
    onError: (error) => fail(t("draft.notDiscarded"), error),
  });
  return {
    isPublishing: publishing.isPending,
    isDiscarding: discarding.isPending,
    isBusy: publishing.isPending || discarding.isPending,
    refused,
    publish: (version, override) => publishing.mutate({ version, override }),
    giveUp: () => setRefused(null),
    discard: (version) => discarding.mutate(version),
  };
}
