import { useTranslation } from "react-i18next";
import type { Location } from "react-router-dom";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useLeaveBlocker } from "../../../ui/use-leave-blocker.ts";

/** The sections share their path, so the query identifies them. */
function pageOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return `${pathname} ${params.get("tab")} ${params.get("view")}`;
}

/** Asks before unsaved settings are lost. */
export function UnsavedGuard({ isDirty, isSaving }: { isDirty: boolean; isSaving: boolean }) {
  const { t } = useTranslation("admin");
  const blocker = useLeaveBlocker(isDirty, isSaving, pageOf);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog title={t("settings.leave.title")} onClose={() => blocker.reset()}>
      <p>{t("settings.leave.text")}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <button type="button" className="btn btn-line" onClick={() => blocker.proceed()}>
          {t("settings.leave.discard")}
        </button>
        <button type="button" data-first-focus className="btn btn-primary" onClick={() => blocker.reset()}>
          {t("settings.leave.stay")}
        </button>
      </div>
    </Dialog>
  );
}
