import { useState } from "react";
import { useTranslation } from "react-i18next";
import { KNOWLEDGE_MAX } from "../../../../contract/knowledge-calls.ts";
import { PAGE_SIZE, pagesOf } from "../../../../contract/page.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { type FailurePlace, type KnowledgeSource, moved, type ShownEntry } from "./knowledge-source.ts";
import { useFailures } from "./use-failures.ts";

/** The most UTF-16 units of all entries in the first save. In any script they fit into its body of 1 MiB. */
const MAX_LENGTH = 300_000;

interface DraftKnowledge {
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  /** The first save is running. */
  isSaving: boolean;
}

/** The entries of an agent that was never saved. They are part of the draft until its first save. */
export function useDraftKnowledge({ entries, onChange, isSaving }: DraftKnowledge): KnowledgeSource {
  const { t } = useTranslation("editor");
  const showToast = useToast();
  const [view, setView] = useState({ page: 1, search: "" });
  const { failures, setFailure, dismiss } = useFailures();
  const found = findIn(entries, view.search);
  const totalPages = pagesOf(found.length, PAGE_SIZE.knowledge);
  const page = Math.min(view.page, totalPages);

  const put = (next: string[], done: string) => {
    onChange(next);
    if (done !== "") showToast({ text: done });
  };
  const isTooMuch = (next: readonly string[]) =>
    next.length > KNOWLEDGE_MAX.list || next.reduce((sum, entry) => sum + entry.length, 0) > MAX_LENGTH;
  const putInForm = (at: FailurePlace, entry: string, next: string[], done: string, onDone: () => void) => {
    if (isTooMuch(next)) return setFailure(at, { text: t("knowledge.saveFirst"), unsaved: entry });
    dismiss(at);
    put(next, done);
    onDone();
  };

  return {
    entries: found.slice((page - 1) * PAGE_SIZE.knowledge, page * PAGE_SIZE.knowledge),
    count: entries.length,
    total: found.length,
    page,
    totalPages,
    search: view.search,
    show: (wanted) => setView((now) => ({ ...now, ...wanted })),
    isStale: false,
    loadError: null,
    reload: () => undefined,
    isSaving,
    failures,
    dismiss,
    add: (entry, onDone) =>
      putInForm("form", entry, [...entries, entry], t("knowledge.added"), () => {
        setView({ page: pagesOf(entries.length + 1, PAGE_SIZE.knowledge), search: "" });
        onDone();
      }),
    update: (shown, entry, onDone) => putInForm(shown.id, entry, entries.with(shown.number - 1, entry), t("knowledge.updated"), onDone),
    remove: (shown) => put(entries.toSpliced(shown.number - 1, 1), t("knowledge.deleted")),
    removeAll: () => put([], t("knowledge.allDeleted")),
    move: (shown, place) => put(moved(entries, shown.number - 1, place), ""),
  };
}

/** Entries of a draft have no ids, and two may be equal, so an id is made of the text and the number of equal entries before it. */
function findIn(entries: readonly string[], search: string): ShownEntry[] {
  const seen = new Map<string, number>();
  const words = search.toLowerCase().split(/\s+/);
  const shown = entries.map((entry, at) => {
    const before = seen.get(entry) ?? 0;
    seen.set(entry, before + 1);
    return { id: `${before}:${entry}`, entry, number: at + 1, version: null };
  });
  return shown.filter(({ entry }) => words.every((word) => entry.toLowerCase().includes(word)));
}
