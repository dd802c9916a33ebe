import { useEffect, useRef } from "react";
import type { SourceView } from "../../../../contract/source.ts";
import { isRead } from "../../../source-queries.ts";

interface Options {
  /** A source that appears in the list when its reading has ended already counts as well: a small file is read at once. */
  withNew?: boolean;
}

/** Notices when readings end. */
export function useReadEnds(
  sources: readonly SourceView[] | undefined,
  onEnd: (ended: readonly SourceView[]) => void,
  { withNew = false }: Options = {},
): void {
  const before = useRef(new Set<string>());
  const known = useRef<ReadonlySet<string> | null>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!sources) return;
    const isNew = ({ id }: SourceView) => withNew && known.current !== null && !known.current.has(id);
    const ended = sources.filter((source) => !isRead(source) && (before.current.has(source.id) || isNew(source)));
    known.current = new Set(sources.map(({ id }) => id));
    before.current = new Set(sources.filter(isRead).map(({ id }) => id));
    if (ended.length > 0) latest.current(ended);
  }, [sources, withNew]);
}
