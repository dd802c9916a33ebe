import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Location } from "react-router-dom";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { useLeaveBlocker } from "../../ui/use-leave-blocker.ts";

/** Identifies a page; agents share the editor's path, so the query counts as well. */
const pageOf = (location: Location) => location.pathname + (new URLSearchParams(location.search).get("chatId") ?? "");

interface LeaveGuardProps {
  /** Whether fields of the agent are not saved. */
  hasChanges: boolean;
  /** Whether the knowledge form has a text that was not added; `ready`: it can be added as it is. */
  pending: "none" | "ready" | "unfinished";
  isSaving: boolean;
  /** Saves the agent. @returns whether the save has begun: false if a field must be changed first. */
  onSave: () => boolean;
  /** Adds the text of the knowledge form. */
  onAdd: () => void;
  /** The agent was never saved and has a name, so adding the text saves it as well. */
  addingSaves: boolean;
}

/** Asks before unsaved changes are lost: with a dialog inside the application, and with the browser's own on closing the tab. */
export function LeaveGuard({ hasChanges, pending, isSaving, onSave, onAdd, addingSaves }: LeaveGuardProps) {
  const { t } = useTranslation("editor");
  const isDirty = hasChanges || pending !== "none";
  const blocker = useLeaveBlocker(isDirty, isSaving, pageOf);
  // A save that was begun in the dialog has failed; the page says why.
  const wasSaving = useRef(false);
  useEffect(() => {
    const hasEnded = wasSaving.current && !isSaving;
    wasSaving.current = isSaving;
    if (hasEnded && isDirty && blocker.state === "blocked") blocker.reset();
  }, [blocker, isDirty, isSaving]);
  if (blocker.state !== "blocked") return null;
  const text = hasChanges ? (pending === "none" ? t("leave.text") : t("leave.both")) : t("leave.entry");
  const keep = () => {
    if (pending === "ready") onAdd();
    // A second save would not have the text yet.
    if (pending === "ready" && addingSaves) return;
    if (hasChanges && !onSave()) blocker.reset();
  };
  return (
    <Dialog title={t("leave.title")} onClose={() => blocker.reset()}>
      <p>{isSaving ? t("leave.saving") : text}</p>
      <div className="mt-6 flex flex-col-reverse gap-2">
        <button type="button" className="btn btn-ghost" onClick={() => blocker.proceed()}>
          {t("leave.discard")}
        </button>
        <button type="button" data-first-focus className="btn btn-line" onClick={() => blocker.reset()}>
          {t("leave.stay")}
        </button>
        {pending !== "unfinished" && (
          <BusyButton className="btn-primary" busy={isSaving} onClick={keep}>
            {hasChanges ? t("leave.save") : t("leave.add")}
          </BusyButton>
        )}
      </div>
    </Dialog>
  );
}
