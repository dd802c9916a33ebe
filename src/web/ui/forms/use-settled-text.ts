import { useEffect, useRef, useState } from "react";

/** A search waits until the user has paused typing, because each search may read a lot of data. */
const SETTLE_MS = 350;

/** A text that is passed on when the user has paused typing, and that follows `settled` when that is changed elsewhere. */
export function useSettledText(settled: string, onSettle: (text: string) => void) {
  const [text, setText] = useState(settled);
  const sent = useRef(settled);
  useEffect(() => {
    // The text was changed by Back or a link, and not by typing here.
    if (settled !== sent.current) setText(settled);
    sent.current = settled;
  }, [settled]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSettle(wanted);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, onSettle]);
  return [text, setText] as const;
}
