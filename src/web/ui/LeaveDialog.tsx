import type { ReactNode } from "react";
import type { Blocker } from "react-router-dom";
import { Dialog } from "./Dialog.tsx";
import { BusyButton } from "./forms/Button.tsx";

interface LeaveDialogProps {
  blocker: Blocker & { state: "blocked" };
  title: string;
  children: ReactNode;
  labels: { discard: string; stay: string; save: string };
  isSaving: boolean;
  /** Saves what is unsaved; null: it cannot be saved as it is. */
  onSave: (() => void) | null;
}

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ blocker, title, children, labels, isSaving, onSave }: LeaveDialogProps) {
  return (
    <Dialog title={title} onClose={() => blocker.reset()}>
      <p>{children}</p>
      <div className="mt-6 flex flex-col-reverse gap-2">
        <button type="button" className="btn btn-ghost" onClick={() => blocker.proceed()}>
          {labels.discard}
        </button>
        <button type="button" data-first-focus className="btn btn-line" onClick={() => blocker.reset()}>
          {labels.stay}
        </button>
        {onSave && (
          <BusyButton className="btn-primary" busy={isSaving} onClick={onSave}>
            {labels.save}
          </BusyButton>
        )}
      </div>
    </Dialog>
  );
}
