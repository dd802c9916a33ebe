import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";

interface DeleteDialogProps {
  isBusy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks for confirmation, because a deleted conversation cannot be restored. */
export function DeleteDialog({ isBusy, onDelete, onClose }: DeleteDialogProps) {
  const { t } = useTranslation("conversations");
  return (
    <Dialog title={t("conversations.deleteTitle")} onClose={onClose}>
      <p>{t("conversations.deleteText")}</p>
      <div className="mt-6 flex justify-end gap-2">
        <button type="button" data-first-focus className="btn btn-line" onClick={onClose}>
          {t("cancel")}
        </button>
        <BusyButton className="btn-error" busy={isBusy} onClick={onDelete}>
          {t("conversations.delete")}
        </BusyButton>
      </div>
    </Dialog>
  );
}
