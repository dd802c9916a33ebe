/** Which toasts are on screen, as a pure function. */

export interface ToastOptions {
  text: string;
  /** A second line: what to do next. */
  detail?: string;
  tone?: "success" | "error";
  action?: { label: string; run: () => void };
  /** Replaces the toast of the same group that is still on screen. */
  group?: string;
  /** The text for several successes of a group in a row, whose actions then run together. Without it, only the last one counts. */
  textOfMany?: (count: number) => string;
  /** Stays until it is dismissed, because there is something to do. */
  stays?: boolean;
}

export interface ToastItem extends ToastOptions {
  id: number;
  /** How many toasts this one is. */
  count: number;
}

const MOST = 3;

/** Keeps at most three toasts, but never removes one with an action before its time. */
function makeRoom(items: ToastItem[]): ToastItem[] {
  const surplus = items.length - MOST;
  if (surplus <= 0) return items;
  const plain = items.filter(({ action }) => !action).slice(0, surplus);
  return items.filter((item) => !plain.includes(item));
}

export function withToast(items: readonly ToastItem[], toast: ToastOptions, id: number): ToastItem[] {
  const earlier = toast.group === undefined ? undefined : items.find(({ group }) => group === toast.group);
  const others = items.filter((item) => item !== earlier);
  const { textOfMany, tone = "success" } = toast;
  if (!earlier || !textOfMany || tone !== (earlier.tone ?? "success")) return makeRoom([...others, { ...toast, id, count: 1 }]);
  const count = earlier.count + 1;
  const [before, now] = [earlier.action, toast.action];
  const action = now && {
    ...now,
    run: () => {
      // The last change is taken back first.
      now.run();
      before?.run();
    },
  };
  return makeRoom([...others, { ...toast, action, text: textOfMany(count), id, count }]);
}
