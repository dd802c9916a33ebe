/** Publishing and discarding an agent's draft. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import { call, messageOf } from "../../../api.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { TabName } from "../TabList.tsx";
import { useLoadAgain, useRestore } from "./use-restore.ts";
import { versionsKey } from "./version-queries.ts";

export interface Decide {
  isPublishing: boolean;
  isDiscarding: boolean;
  isBusy: boolean;
  /** `version` is the newest one that the person has seen; if there is a newer one, the server refuses. */
  publish: (version: number) => void;
  discard: (version: number) => void;
}

export function useDecide(of: { userId: string; chatId: string; tab: TabName; onPublished: () => void }): Decide {
  const { userId, chatId, tab, onPublished } = of;
  const { t } = useTranslation("history");
  const toast = useToast();
  const queryClient = useQueryClient();
  const loadAgain = useLoadAgain(userId, chatId);
  const restore = useRestore(userId, chatId);
  const reload = () => queryClient.invalidateQueries({ queryKey: versionsKey(chatId) });
  const onError = (error: Error) => {
    toast({ text: messageOf(error, t("error.network")), tone: "error", group: "draft" });
    void reload();
  };
  const publishing = useMutation({
    mutationFn: (version: number) => call(versionCalls.publishDraft, { params: { chatId }, body: { version } }),
    onSuccess: () => {
      toast({ text: t("draft.published"), group: "draft" });
      onPublished();
      void reload();
    },
    onError,
  });
  const discarding = useMutation({
    mutationFn: (version: number) => call(versionCalls.discardDraft, { params: { chatId }, body: { version } }),
    onSuccess: async ({ previous }) => {
      toast({ text: t("draft.discarded"), group: "draft", action: { label: t("undo"), run: () => void restore(previous) } });
      await loadAgain(tab);
    },
    onError,
  });
  return {
    isPublishing: publishing.isPending,
    isDiscarding: discarding.isPending,
    isBusy: publishing.isPending || discarding.isPending,
    publish: (version) => publishing.mutate(version),
    discard: (version) => discarding.mutate(version),
  };
}
