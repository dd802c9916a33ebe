import { useTranslation } from "react-i18next";
import { failureText } from "../../../text/failure.ts";
import { DIALOG_FOOT } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { QuietRetry } from "./ListFrame.tsx";

interface DialogFootProps {
  /** The label of the submit button. */
  submit: string;
  isBusy: boolean;
  /** Why the form was not saved, unless a field already shows it. */
  error?: unknown;
  onRetry?: () => void;
  onClose: () => void;
}

/** The foot of a dialog with a form: the error, Cancel, and the submit button. */
export function DialogFoot({ submit, isBusy, error, onRetry, onClose }: DialogFootProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={`${DIALOG_FOOT} -mx-6 -mb-6`}>
      {error != null && onRetry && (
        <span className="me-auto">
          <QuietRetry error={error} what={failureText(t("admin.notSaved"), error)} onRetry={onRetry} />
        </span>
      )}
      <button type="button" className="btn btn-line" onClick={onClose}>
        {t("cancel")}
      </button>
      <BusyButton type="submit" className="btn-primary" busy={isBusy}>
        {submit}
      </BusyButton>
    </div>
  );
}
