import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import { call, messageOf } from "../../../api.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { versionsKey } from "./version-queries.ts";

/** Asks for confirmation, because a deleted history cannot be restored. */
export function DeleteHistory({ chatId, hasDraft, onDeleted }: { chatId: string; hasDraft: boolean; onDeleted: () => void }) {
  const { t } = useTranslation("history");
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(versionCalls.deleteVersions, { params: { chatId } }),
    onSuccess: () => {
      toast({ text: t("history.deleted") });
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: versionsKey(chatId) });
    },
    onError: (error) => toast({ text: messageOf(error, t("history.deleteFailed")), tone: "error" }),
    onSettled: () => setOpen(false),
  });
  return (
    <div className="mt-10">
      <button type="button" className="btn btn-ghost -ms-3 px-3 text-quiet" onClick={() => setOpen(true)}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        {t("history.delete")}
      </button>
      {isOpen && (
        <Dialog title={t("history.delete")} onClose={() => setOpen(false)}>
          <p>{t("history.deleteText")}</p>
          {hasDraft && <p className="mt-3">{t("history.deleteDraft")}</p>}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <button type="button" data-first-focus className="btn btn-line" onClick={() => setOpen(false)}>
              {t("cancel")}
            </button>
            <BusyButton className="btn-error" busy={isPending} onClick={() => mutate()}>
              {t("history.deleteYes")}
            </BusyButton>
          </div>
        </Dialog>
      )}
    </div>
  );
}
