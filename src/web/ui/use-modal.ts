import { type RefObject, useEffect } from "react";

/** Opens the dialog while its component is on the page; the focus then returns to where it was. */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // The browser would focus the close button, which is the first control. A screen reader announces the dialog instead.
    if (dialog) dialog.tabIndex = -1;
    (dialog?.querySelector<HTMLElement>("[data-first-focus]") ?? dialog)?.focus();
    return () => {
      dialog?.close();
      // The dialog has left the page by now, and browsers return the focus only from a dialog that is in it.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [ref]);
}
