import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type Location, useBlocker } from "react-router-dom";
import { readSession } from "../../session.ts";
import { Dialog } from "../../ui/Dialog.tsx";

/** Two agents share the editor's path. */
const pageOf = (location: Location) => location.pathname + (new URLSearchParams(location.search).get("chatId") ?? "");

/** Asks before unsaved changes are lost: inside the application with a dialog, on closing the tab with the browser's. */
export function LeaveGuard({ isDirty, isSaving }: { isDirty: boolean; isSaving: boolean }) {
  const { t } = useTranslation("editor");
  // Somebody whose session has ended cannot save any more; asking would only hold them up.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && readSession().user !== null && pageOf(currentLocation) !== pageOf(nextLocation);
  });
  // The save that was under way when somebody wanted to leave is done: nothing is left to ask.
  useEffect(() => {
    if (blocker.state === "blocked" && !isDirty && !isSaving) blocker.proceed();
  }, [blocker, isDirty, isSaving]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
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
