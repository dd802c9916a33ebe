import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import { focusOnce } from "../../../ui/focus-once.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { useRestore } from "./use-restore.ts";

interface RestoreVersionProps {
  userId: string;
  chatId: string;
  number: number;
  isUnsaved: boolean;
  hasDraft: boolean;
  onRestored: () => void;
}

/** Restores a version after a second press. It can be taken back, because restoring makes a new version. */
export function RestoreVersion({ userId, chatId, number, isUnsaved, hasDraft, onRestored }: RestoreVersionProps) {
  const { t } = useTranslation("history");
  const [isAsking, setAsking] = useState(false);
  const restore = useRestore(userId, chatId);
  const { mutate, isPending } = useMutation({ mutationFn: () => restore(number), onSuccess: (done) => done && onRestored() });
  if (isUnsaved) return <p className="me-auto">{t("history.unsaved")}</p>;
  if (!isAsking) {
    return (
      <button type="button" className="btn btn-primary" onClick={() => setAsking(true)}>
        {t("history.restoreButton")}
      </button>
    );
  }
  return (
    <>
      <p className="mb-2 w-full max-w-[60ch]">
        {t(hasDraft ? "history.restoreDraft" : "history.restoreText", { number: formatNumber(number) })}
      </p>
      <button ref={focusOnce} type="button" className="btn btn-line" onClick={() => setAsking(false)}>
        {t("cancel")}
      </button>
      <BusyButton className="btn-primary" busy={isPending} onClick={() => mutate()}>
        {t("history.restoreYes")}
      </BusyButton>
    </>
  );
}
