import { useTranslation } from "react-i18next";
import type { Location } from "react-router-dom";
import { LeaveDialog } from "../../../ui/LeaveDialog.tsx";
import { useLeaveBlocker } from "../../../ui/use-leave-blocker.ts";

/** The sections share their path, so the query identifies them. */
function pageOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return `${pathname} ${params.get("tab")} ${params.get("view")}`;
}

interface UnsavedGuardProps {
  isDirty: boolean;
  isSaving: boolean;
  /** @returns whether the save has begun: false if there is something to confirm first. */
  onSave: () => boolean;
}

/** Asks before unsaved settings are lost. */
export function UnsavedGuard({ isDirty, isSaving, onSave }: UnsavedGuardProps) {
  const { t } = useTranslation("admin");
  const blocker = useLeaveBlocker(isDirty, isSaving, pageOf);
  if (blocker.state !== "blocked") return null;
  return (
    <LeaveDialog
      blocker={blocker}
      title={t("settings.leave.title")}
      labels={{ discard: t("settings.leave.discard"), stay: t("settings.leave.stay"), save: t("settings.leave.save") }}
      isSaving={isSaving}
      onSave={() => {
        if (!onSave()) blocker.reset();
      }}
    >
      {t("settings.leave.text")}
    </LeaveDialog>
  );
}
