import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

export const KNOWLEDGE_VIEWS = ["entries", "sources"] as const;
export type KnowledgeView = (typeof KNOWLEDGE_VIEWS)[number];

/** Which half of the Knowledge tab is shown. It is in the address, so that a reload shows the same, and Back works. */
export function useKnowledgeView() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: object | null };
  const sourceId = search.get("source");
  const view: KnowledgeView = sourceId !== null || search.get("view") === "sources" ? "sources" : "entries";
  const show = useCallback(
    (wanted: KnowledgeView, openedId: string | null = null) => {
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const name of ["view", "source", "entry"]) next.delete(name);
          next.set("tab", "knowledge");
          if (wanted === "sources") next.set("view", "sources");
          if (openedId !== null) next.set("source", openedId);
          return next;
        },
        { preventScrollReset: true, state: { ...state, tab: "knowledge" } },
      );
    },
    [setSearch, state],
  );
  return { view, sourceId, show };
}
