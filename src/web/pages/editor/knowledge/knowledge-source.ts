/** The entries that the Knowledge tab shows and changes, whether they are stored or still in the draft. */
import type { EntryDates, KnowledgeOrder, KnowledgePlace, ShownDates } from "../../../../contract/knowledge-calls.ts";
import type { EntryOrigin } from "../../../../contract/source.ts";

export interface ShownEntry {
  id: string;
  /** The wire form: a text, or `[image]URL[/image]text`. */
  entry: string;
  /** The entry's place in the list on screen, counted from 1; in a search, its place among all entries. */
  number: number;
  /** The version that a change replaces; null overwrites any version. */
  version: string | null;
  /** How many replies to visitors have rested on it; null if that is not known. */
  uses: number | null;
  /** Absent: the entry is always used. */
  dates?: ShownDates;
  /** Absent: a person typed it. */
  origin?: EntryOrigin;
}

/** What the form saves. */
export interface EntryContent {
  /** The wire form. */
  entry: string;
  /** Null: the entry is always used. */
  dates: EntryDates | null;
}

/** Where a failure is shown: at the form for a new entry, at the head of the list, or at the entry with this id. */
export type FailurePlace = "form" | "list" | (string & {});

/** Why a change was not made. Each place has at most one. */
export interface Failure {
  text: string;
  /** Whether another window changed or deleted the entry. */
  meanwhile?: "changed" | "gone";
  /** Present when the same request may succeed a moment later. */
  retry?: () => void;
  /** An entry that was not saved. */
  unsaved?: EntryContent;
}

export interface KnowledgeSource {
  /** Null until they are loaded. */
  entries: ShownEntry[] | null;
  /** The number of all entries of the agent. */
  count: number;
  /** Those of them that people typed, which the plan limits. */
  typed: number;
  /** The number of entries that the search found; without a search, of all entries. */
  total: number;
  page: number;
  totalPages: number;
  search: string;
  order: KnowledgeOrder;
  /** Whether only entries with warnings are shown. */
  isWarned: boolean;
  /** Changes whenever the entries may have changed. */
  readAt: number;
  /** Whether the entries on screen are in the owner's own order. */
  isMovable: boolean;
  /** The orders to choose from. */
  orders: readonly KnowledgeOrder[];
  show: (view: { page?: number; search?: string; order?: KnowledgeOrder; isWarned?: boolean }) => void;
  /** The ids of the entries that were added since the page was opened. */
  fresh: ReadonlySet<string>;
  /** Another page is loading. */
  isStale: boolean;
  loadError: Error | null;
  reload: () => void;
  /** Called when something other than this list has changed the entries. */
  noteChange: () => void;

  isSaving: boolean;
  failures: ReadonlyMap<FailurePlace, Failure>;
  dismiss: (at: FailurePlace) => void;
  add: (content: EntryContent, onDone: () => void) => void;
  update: (shown: ShownEntry, content: EntryContent, onDone: () => void) => void;
  remove: (shown: ShownEntry) => void;
  removeAll: () => void;
  move: (shown: ShownEntry, place: KnowledgePlace) => void;
}

/** Returns the list with one entry moved; `at` counts from 0. */
export function moved<T>(list: readonly T[], at: number, place: KnowledgePlace): T[] {
  const to = { first: 0, up: at - 1, down: at + 1, last: list.length - 1 }[place];
  const item = list[at];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(at, 1).toSpliced(to, 0, item);
}
