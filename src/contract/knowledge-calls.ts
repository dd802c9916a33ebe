/** Types of the calls that save knowledge one entry at a time, and the limits that apply whatever the plan. */
import type { EntryOrigin } from "./source.ts";

/**
 * The most that the server stores for one agent, whatever its plan allows (product 4.6,
 * docs/decisions/2026-11-22-knowledge-entries.md).
 */
export const KNOWLEDGE_MAX = {
  entries: 10_000,
  /** Words of all entries together. */
  words: 500_000,
  /** UTF-16 units of one new or changed entry. */
  entryLength: 200_000,
  /** Entries that one call adds. */
  batch: 100,
  /** Entries in a list that is saved together with its agent. */
  list: 2_000,
} as const;

export const KNOWLEDGE_SEARCH_MAX = 200;

/** The days between which an entry is used, both inclusive, as YYYY-MM-DD in the installation's time zone; null: no limit. */
export interface EntryDates {
  from: string | null;
  until: string | null;
}

export interface ShownDates extends EntryDates {
  /** By the installation's clock: `waiting` before the first day, `ended` after the last one. */
  state: "waiting" | "current" | "ended";
}

/** An entry as it is stored. */
export interface StoredEntry {
  id: string;
  /** The wire form, as in the agent's `knowledge` list: a text, or `[image]URL[/image]text`. */
  entry: string;
  words: number;
  /** A client sends it back as `If-Match`; the call is refused if the entry was changed in between. */
  version: string;
  /** Absent if the entry is always used. */
  dates?: ShownDates;
  /** Absent if a person typed it. */
  origin?: EntryOrigin;
}

export interface ListedEntry extends StoredEntry {
  /** The entry's place in the list as it is ordered, counted from 1; in a search, its place among all entries of the agent. */
  number: number;
  /** How many replies to visitors have rested on the entry. */
  uses: number;
}

/**
 * `place`: the owner's own order, which is also that of the agent's `knowledge` list. `least-used`: entries that no reply has
 * rested on come first. The results of a search are always in the owner's own order.
 */
export const KNOWLEDGE_ORDERS = ["place", "newest", "least-used"] as const;
export type KnowledgeOrder = (typeof KNOWLEDGE_ORDERS)[number];

/** For this long, a deleted entry can be restored (product 4.8). */
export const ENTRY_RESTORE_MS = 60_000;

/** `GET /api/chats/:chatId/knowledge`. */
export interface KnowledgePage {
  entries: ListedEntry[];
  /** The number of entries that the search found; without a search, of all entries. */
  total: number;
  totalPages: number;
  /** The number of all entries of the agent. */
  count: number;
  /** Those of all entries that people typed; the plan limits only these. */
  typed: number;
}

/** Where an entry can be moved to, other than before a given entry. */
export const KNOWLEDGE_PLACES = ["first", "up", "down", "last"] as const;
export type KnowledgePlace = (typeof KNOWLEDGE_PLACES)[number];
