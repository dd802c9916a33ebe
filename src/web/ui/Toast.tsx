import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, type ReactNode, type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { readSession, watchSession } from "../session.ts";
import { type ToastItem, type ToastOptions, withToast } from "./toasts.ts";

/** Toasts hide themselves after this long (product 10.7). */
export const TOAST_MS = 6_000;

const ToastContext = createContext<(toast: ToastOptions) => void>(() => undefined);

/** Returns the function that shows a toast. */
export function useToast(): (toast: ToastOptions) => void {
  return useContext(ToastContext);
}

/** Shows the toasts, above every page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<ToastItem[]>([]);
  const nextId = useRef(1);
  const dismiss = useCallback((id: number) => setItems((all) => all.filter((item) => item.id !== id)), []);
  const show = useCallback((toast: ToastOptions) => {
    const id = nextId.current++;
    setItems((all) => withToast(all, toast, id));
  }, []);
  // The toasts of one user must not stay for the next user or on the login page.
  useEffect(() => {
    let userId = readSession().user?.id;
    return watchSession(() => {
      const now = readSession().user?.id;
      if (now !== userId) setItems([]);
      userId = now;
    });
  }, []);
  const list = useMemo(() => items.map((item) => <ToastRow key={item.id} item={item} onDismiss={dismiss} />), [items, dismiss]);
  return (
    <ToastContext value={show}>
      {children}
      {/* The toasts are above the bars at the lower edge: the editor's buttons on small screens, and the bar of waiting changes. */}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(6rem+var(--lower-bar,0px))] z-50 flex flex-col items-center gap-2 sm:inset-x-6 lg:bottom-[calc(1.5rem+var(--lower-bar,0px))] sm:items-start"
      >
        {list}
      </div>
    </ToastContext>
  );
}

/** A toast. Its time does not run while the pointer is over it or the focus is in it. */
function ToastRow({ item, onDismiss }: { item: ToastItem; onDismiss: (id: number) => void }) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const isHeld = useHeld(row);
  const { id, text, detail, tone = "success", action, stays = false } = item;
  useEffect(() => {
    if (isHeld || stays) return;
    const timer = setTimeout(() => onDismiss(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, stays, id, onDismiss]);
  const Icon = tone === "error" ? CircleAlert : CircleCheck;
  return (
    <div
      ref={row}
      className={`pointer-events-auto flex w-full max-w-md animate-rise items-center gap-3 rounded-control bg-neutral py-2 ps-4 pe-2 text-neutral-content shadow-float sm:w-auto sm:min-w-80 ${tone === "error" ? "border-s-4 border-error" : ""}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium">{text}</p>
        {detail && <p className="text-sm">{detail}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="min-h-9 cursor-pointer rounded-lg px-3 font-bold underline underline-offset-3 focus-visible:outline-neutral-content"
          onClick={() => {
            onDismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t("dismiss")}
        className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-lg focus-visible:outline-neutral-content"
        onClick={() => onDismiss(id)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Whether the pointer is over an element or focus is in it. */
function useHeld(ref: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const element = ref.current;
    const hold = () => setHeld(true);
    const release = () => setHeld(false);
    const pairs = [
      ["pointerenter", hold],
      ["focusin", hold],
      ["pointerleave", release],
      ["focusout", release],
    ] as const;
    for (const [name, listener] of pairs) element?.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of pairs) element?.removeEventListener(name, listener);
    };
  }, [ref]);
  return isHeld;
}
