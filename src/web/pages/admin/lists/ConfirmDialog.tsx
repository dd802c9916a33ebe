import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, messageOf } from "../../../api.ts";
import { failureText } from "../../../text/failure.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { QuietRetry } from "./ListFrame.tsx";

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  /** Shown when the action failed, unless the server gave a reason. Without this text, such failures are not shown. */
  failure?: string;
  act: () => Promise<unknown>;
  /** Called after the action succeeded. */
  onDone: () => void;
  onClose: () => void;
  /** Nothing is deleted or withheld. */
  isHarmless?: boolean;
}

/** Asks for confirmation. A refusal that the user can act on is shown; other failures go only to the console. */
export function ConfirmDialog({ title, children, confirm, failure, act, onDone, onClose, isHarmless = false }: ConfirmDialogProps) {
  const { t } = useTranslation("admin");
  const action = useMutation({ mutationFn: act, onSuccess: onDone });
  const refusal =
    action.error instanceof ApiError && action.error.status === 409
      ? messageOf(action.error, "")
      : action.error && failure
        ? failure
        : null;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {refusal !== null && (
        <p role="alert" className="mt-4 text-error">
          {refusal}
        </p>
      )}
      {action.error && refusal === null && (
        <p className="mt-4">
          <QuietRetry error={action.error} what={failureText(t("admin.notDone"), action.error)} onRetry={() => action.mutate()} />
        </p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <button type="button" data-first-focus className="btn btn-line" onClick={onClose}>
          {t("cancel")}
        </button>
        <BusyButton className={isHarmless ? "btn-primary" : "btn-error"} busy={action.isPending} onClick={() => action.mutate()}>
          {confirm}
        </BusyButton>
      </div>
    </Dialog>
  );
}
