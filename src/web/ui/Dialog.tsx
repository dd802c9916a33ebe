import { X } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useModal } from "./use-modal.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the lower edge of the dialog, which stay in sight. */
  foot?: ReactNode;
  wide?: boolean;
  /** The content loads in parts. The dialog fills a phone's screen, so that nothing moves while it grows. */
  grows?: boolean;
}

/** The bar with a dialog's buttons, below a line. */
export const DIALOG_FOOT =
  "sticky bottom-0 z-1 flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-base-300 bg-raised px-6 py-4";

/**
 * A modal dialog. It is the browser's own, so the focus stays inside and Esc closes it. The focus then returns to where it was.
 * Wide screens show every dialog at the same place, from the top, so that it only grows downwards.
 */
export function Dialog({ title, onClose, children, foot, wide = false, grows = false }: DialogProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(ref);
  return (
    <dialog
      ref={ref}
      className="modal modal-bottom outline-none sm:modal-middle sm:items-start sm:pt-[12vh]"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div
        className={`modal-box flex flex-col scroll-pt-20 scroll-pb-24 p-0 ${wide ? "sm:max-w-2xl" : "sm:max-w-md"} ${grows ? "max-sm:h-dvh max-sm:max-h-dvh max-sm:rounded-none" : ""} sm:max-h-[80vh]`}
      >
        <div className="sticky top-0 z-2 flex shrink-0 items-center justify-between gap-4 border-b border-base-300 bg-raised py-3 ps-6 pe-3">
          <h2 id={titleId} className="min-w-0 text-xl wrap-anywhere">
            {title}
          </h2>
          <button type="button" className="btn btn-ghost btn-square" onClick={onClose} aria-label={t("close")}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
        <div className="grow p-6">{children}</div>
        {foot && <div className={DIALOG_FOOT}>{foot}</div>}
      </div>
    </dialog>
  );
}
