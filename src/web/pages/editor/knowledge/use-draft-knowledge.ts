import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { KNOWLEDGE_MAX, type KnowledgeOrder } from "../../../../contract/knowledge-calls.ts";
import { PAGE_SIZE, pagesOf } from "../../../../contract/page.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { addedToast, deletedToast } from "./entry-toasts.ts";
import { type EntryContent, type FailurePlace, type KnowledgeSource, moved, type ShownEntry } from "./knowledge-source.ts";
import { useFailures } from "./use-failures.ts";

/** The most UTF-16 units of all entries in the first save. In any script they fit into its body of 1 MiB. */
const MAX_LENGTH = 300_000;

interface DraftKnowledge {
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  /** Called after an entry was added, with all entries. */
  onAdded: (entries: string[]) => void;
  /** The first save is running. */
  isSaving: boolean;
}

/** The entries of an agent that was never saved. They are part of the draft until its first save. */
export function useDraftKnowledge({ entries, onChange, onAdded, isSaving }: DraftKnowledge): KnowledgeSource {
  const { t } = useTranslation("editor");
  const showToast = useToast();
  const [view, setView] = useState<{ page: number; search: string; order: KnowledgeOrder }>({ page: 1, search: "", order: "newest" });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { failures, setFailure, dismiss } = useFailures();
  const all = namesOf(entries);
  const atOf = ({ id }: ShownEntry) => all.indexOf(id);
  const found = findIn(entries, all, view);
  const totalPages = pagesOf(found.length, PAGE_SIZE.knowledge);
  const page = Math.min(view.page, totalPages);

  // A deletion is taken back in the list of that moment.
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  }, [entries]);
  const put = (next: string[], done: string) => {
    latest.current = next;
    onChange(next);
    if (done !== "") showToast({ text: done });
  };
  const remove = (shown: ShownEntry) => {
    const at = atOf(shown);
    put(entries.toSpliced(at, 1), "");
    showToast(deletedToast(t, () => put(latest.current.toSpliced(at, 0, shown.entry), "")));
  };
  const isTooMuch = (next: readonly string[]) =>
    next.length > KNOWLEDGE_MAX.list || next.reduce((sum, entry) => sum + entry.length, 0) > MAX_LENGTH;
  const putInForm = (at: FailurePlace, content: EntryContent, next: string[], done: string, onDone: () => void) => {
    if (isTooMuch(next)) return setFailure(at, { text: t("knowledge.saveFirst"), unsaved: content });
    dismiss(at);
    put(next, done);
    onDone();
  };

  return {
    entries: found.slice((page - 1) * PAGE_SIZE.knowledge, page * PAGE_SIZE.knowledge),
    count: entries.length,
    typed: entries.length,
    total: found.length,
    page,
    totalPages,
    search: view.search,
    order: view.order,
    isWarned: false,
    readAt: 0,
    isMovable: view.order === "place",
    orders: ["newest", "place"],
    fresh,
    show: (wanted) => setView((now) => ({ ...now, ...wanted })),
    isStale: false,
    loadError: null,
    reload: () => undefined,
    noteChange: () => undefined,
    isSaving,
    failures,
    dismiss,
    // An entry gets dates only when it is stored.
    add: (content, onDone) =>
      putInForm("form", content, [...entries, content.entry], "", () => {
        showToast(addedToast(t));
        const last = view.order === "place" ? pagesOf(entries.length + 1, PAGE_SIZE.knowledge) : 1;
        setView({ ...view, page: last, search: "" });
        setFresh(new Set(namesOf([...entries, content.entry]).slice(-1)));
        onDone();
        onAdded([...entries, content.entry]);
      }),
    update: (shown, content, onDone) =>
      putInForm(shown.id, content, entries.with(atOf(shown), content.entry), t("knowledge.updated"), onDone),
    remove,
    removeAll: () => put([], t("knowledge.allDeleted")),
    move: (shown, place) => put(moved(entries, atOf(shown), place), ""),
  };
}

/** Entries of a draft have no ids, and two may be equal, so an id is made of the text and the number of equal entries before it. */
function namesOf(entries: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const before = seen.get(entry) ?? 0;
    seen.set(entry, before + 1);
    return `${before}:${entry}`;
  });
}

function findIn(
  entries: readonly string[],
  ids: readonly string[],
  { search, order }: { search: string; order: KnowledgeOrder },
): ShownEntry[] {
  const words = search.toLowerCase().split(/\s+/);
  const shown = entries.map((entry, at) => ({ id: ids[at] ?? "", entry, number: at + 1, version: null, uses: null }));
  if (search !== "") return shown.filter(({ entry }) => words.every((word) => entry.toLowerCase().includes(word)));
  return order === "place" ? shown : shown.reverse().map((entry, at) => ({ ...entry, number: at + 1 }));
}
