import { useEffect, useRef, useState } from "react";

/** A search waits until the typing rests: each one may read a great deal. */
const SETTLE_MS = 350;

/** A text that is handed on when the typing rests, and that follows `settled` when something else changes it. */
export function useSettledText(settled: string, onSettle: (text: string) => void) {
  const [text, setText] = useState(settled);
  const sent = useRef(settled);
  useEffect(() => {
    // Back, or a link: not what was typed here.
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
