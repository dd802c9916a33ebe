import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import type { DraftState } from "../../../../contract/version.ts";
import { call, messageOf } from "../../../api.ts";
import { formatNumber } from "../../../text/format.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import type { TabName } from "../TabList.tsx";
import { DraftDialog } from "./DraftDialog.tsx";
import { useLoadAgain, useRestore } from "./use-restore.ts";
import { draftQuery, versionsKey } from "./version-queries.ts";

export const DRAFT_BAR = "flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-base-300 bg-base-200 px-3 py-1.5 sm:px-6";

interface DraftBarProps {
  userId: string;
  chatId: string;
  /** Changes with everything that the editor has saved. */
  stored: string;
  tab: TabName;
  /** The form has changes that are not saved. */
  isUnsaved: boolean;
}

/** Which changes of an agent wait until they are published, and what can be done with them. */
export function DraftBar({ userId, chatId, stored, tab, isUnsaved }: DraftBarProps) {
  const { t } = useTranslation("history");
  const { data } = useQuery(draftQuery(chatId, stored));
  const [isShown, setShown] = useState(false);
  const changes = data?.changes ?? 0;
  const words =
    changes > 0
      ? t("draft.changes", { count: changes, number: formatNumber(changes) })
      : isUnsaved
        ? t("draft.saveFirst")
        : t("draft.none");
  return (
    <section aria-label={t("draft.title")} className={DRAFT_BAR}>
      <p role="status" className="min-w-0 flex-1 basis-48 text-sm font-medium">
        {data && changes > 0 && <span aria-hidden="true" className="me-2 inline-block size-2 rounded-full bg-accent" />}
        {data && words}
      </p>
      {data && changes > 0 && (
        <div className="flex flex-wrap gap-1 max-sm:-ms-3">
          <button type="button" className="btn btn-ghost btn-sm max-sm:min-h-11" onClick={() => setShown(true)}>
            {t("draft.see")}
          </button>
          <Decide {...{ userId, chatId, tab, isUnsaved }} draft={data} />
        </div>
      )}
      {isShown && data?.published && <DraftDialog chatId={chatId} published={data.published} onClose={() => setShown(false)} />}
    </section>
  );
}

/** The buttons act on the version that the person has seen. */
function Decide({ userId, chatId, tab, isUnsaved, draft }: Omit<DraftBarProps, "stored"> & { draft: DraftState }) {
  const { t } = useTranslation("history");
  const toast = useToast();
  const queryClient = useQueryClient();
  const loadAgain = useLoadAgain(userId, chatId);
  const restore = useRestore(userId, chatId);
  const sent = { params: { chatId }, body: { version: draft.newest } };
  const reload = () => queryClient.invalidateQueries({ queryKey: versionsKey(chatId) });
  const onError = (error: Error) => {
    toast({ text: messageOf(error, t("error.network")), tone: "error", group: "draft" });
    void reload();
  };
  const publishing = useMutation({
    mutationFn: () => call(versionCalls.publishDraft, sent),
    onSuccess: () => {
      toast({ text: t("draft.published"), group: "draft" });
      void reload();
    },
    onError,
  });
  const discarding = useMutation({
    mutationFn: () => call(versionCalls.discardDraft, sent),
    onSuccess: async ({ previous }) => {
      toast({ text: t("draft.discarded"), group: "draft", action: { label: t("undo"), run: () => void restore(previous) } });
      await loadAgain(tab);
    },
    onError,
  });
  const isBusy = publishing.isPending || discarding.isPending;
  const unsaved = isUnsaved ? t("draft.saveFirst") : undefined;
  return (
    <>
      <BusyButton
        className="btn-ghost btn-sm max-sm:min-h-11"
        busy={discarding.isPending}
        disabled={isBusy || isUnsaved}
        title={unsaved}
        onClick={() => discarding.mutate()}
      >
        {t("draft.discard")}
      </BusyButton>
      <BusyButton
        className="btn-line btn-sm max-sm:min-h-11"
        busy={publishing.isPending}
        disabled={isBusy || isUnsaved}
        title={unsaved}
        onClick={() => publishing.mutate()}
      >
        {t("draft.publish")}
      </BusyButton>
    </>
  );
}
