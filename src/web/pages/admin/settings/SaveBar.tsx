import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";

interface SaveBarProps {
  isDirty: boolean;
  isBusy: boolean;
  /** ISO 8601; null: nothing was saved since the section was opened. */
  savedAt: string | null;
  /** Why the last save failed, in words; null: it did not fail. */
  failure: string | null;
  onDiscard: () => void;
}

/** The bar at the window's lower edge: whether there are unsaved changes, the result of the last save, Discard and Save. */
export function SaveBar({ isDirty, isBusy, savedAt, failure, onDiscard }: SaveBarProps) {
  const { t } = useTranslation("admin");
  const isFailed = failure !== null;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-base-300 bg-base-100 px-4 py-3 sm:mx-0 sm:px-0">
      {isFailed && (
        <Alert className="mb-3">
          <p>{t("settings.failed")}</p>
          <p className="text-sm">{failure}</p>
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="me-auto min-w-0 text-sm max-sm:basis-full max-sm:empty:hidden">
          {!isFailed && isDirty && <span className="font-semibold">{t("settings.unsaved")}</span>}
          {!isFailed && !isDirty && savedAt !== null && (
            <span className="inline-flex items-center gap-2 text-primary">
              <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              <span>
                <span>{t("settings.saved")}</span> <span className="tabular-nums">{formatTime(savedAt)}</span>
              </span>
            </span>
          )}
        </p>
        <button type="button" className="btn btn-line max-sm:flex-1" disabled={!isDirty || isBusy} onClick={onDiscard}>
          {t("settings.discard")}
        </button>
        <BusyButton type="submit" className={`max-sm:flex-1 ${isDirty ? "btn-primary" : "btn-line"}`} busy={isBusy}>
          {t("settings.save")}
        </BusyButton>
      </div>
    </div>
  );
}
