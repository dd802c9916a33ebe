import { type RefObject, useLayoutEffect } from "react";

/** Closes a menu on Esc, which returns the focus to its button, and when the user presses or focuses something else. */
export function useCloseOutside(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) {
  // A layout effect: a key that follows at once must not find an open menu without its listeners.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      root.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  });
}
