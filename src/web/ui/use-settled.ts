import { useEffect, useState } from "react";

/** The longest time for which a part of a page waits for what would move it. */
const WAIT_MS = 500;

/**
 * Whether something that would move a part of the page is there, or has been waited for long enough since the part could be
 * shown. Once true, it stays true, so that what is on screen does not disappear again.
 */
export function useSettled({ isShowable, isReady }: { isShowable: boolean; isReady: boolean }): boolean {
  const [isSettled, setSettled] = useState(isReady);
  useEffect(() => {
    if (isSettled || !isShowable) return;
    if (isReady) return setSettled(true);
    const timer = setTimeout(() => setSettled(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [isReady, isSettled, isShowable]);
  return isSettled || isReady;
}
