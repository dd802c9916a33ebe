import { useTranslation } from "react-i18next";
import type { Location } from "react-router-dom";
import { LeaveDialog } from "../../ui/LeaveDialog.tsx";
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
  if (blocker.state !== "blocked") return null;
  const text = hasChanges ? (pending === "none" ? t("leave.text") : t("leave.both")) : t("leave.entry");
  const keep = () => {
    if (pending === "ready") onAdd();
    // A second save would not have the text yet.
    if (pending === "ready" && addingSaves) return;
    if (hasChanges && !onSave()) blocker.reset();
  };
  return (
    <LeaveDialog
      blocker={blocker}
      title={t("leave.title")}
      labels={{ discard: t("leave.discard"), stay: t("leave.stay"), save: hasChanges ? t("leave.save") : t("leave.add") }}
      isSaving={isSaving}
      onSave={pending === "unfinished" ? null : keep}
    >
      {isSaving ? t("leave.saving") : text}
    </LeaveDialog>
  );
}
