import { useTranslation } from "react-i18next";
import type { Location } from "react-router-dom";
import { Dialog } from "../../ui/Dialog.tsx";
import { useLeaveBlocker } from "../../ui/use-leave-blocker.ts";

/** Identifies a page; agents share the editor's path, so the query counts as well. */
const pageOf = (location: Location) => location.pathname + (new URLSearchParams(location.search).get("chatId") ?? "");

/** Asks before unsaved changes are lost: with a dialog inside the application, and with the browser's own on closing the tab. */
export function LeaveGuard({ isDirty, isSaving }: { isDirty: boolean; isSaving: boolean }) {
  const { t } = useTranslation("editor");
  const blocker = useLeaveBlocker(isDirty, isSaving, pageOf);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog title={t("leave.title")} onClose={() => blocker.reset()}>
      <p>{isSaving ? t("leave.saving") : t("leave.text")}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <button type="button" className="btn btn-line" onClick={() => blocker.proceed()}>
          {t("leave.discard")}
        </button>
        <button type="button" data-first-focus className="btn btn-primary" onClick={() => blocker.reset()}>
          {t("leave.stay")}
        </button>
      </div>
    </Dialog>
  );
}
