import { useEffect, useRef } from "react";
import type { SourceView } from "../../../../contract/source.ts";
import { isRead } from "../../../source-queries.ts";

/** Notices when readings end. */
export function useReadEnds(sources: readonly SourceView[] | undefined, onEnd: (ended: readonly SourceView[]) => void): void {
  const before = useRef(new Set<string>());
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!sources) return;
    const ended = sources.filter((source) => before.current.has(source.id) && !isRead(source));
    before.current = new Set(sources.filter(isRead).map(({ id }) => id));
    if (ended.length > 0) latest.current(ended);
  }, [sources]);
}
