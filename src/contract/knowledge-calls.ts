/** The calls that save knowledge one entry at a time: their types and the bounds that hold beside every plan. */

/** What the server holds for one agent, whatever its plan says (product 4.6, docs/decisions/2026-11-22-knowledge-entries.md). */
export const KNOWLEDGE_MAX = {
  entries: 10_000,
  /** Of all entries together. */
  words: 500_000,
  /** UTF-16 units of one new or changed entry. */
  entryLength: 200_000,
  /** Entries that one call adds. */
  batch: 100,
  /** Entries of a list that is saved together with its agent. */
  list: 2_000,
} as const;

export const KNOWLEDGE_SEARCH_MAX = 200;

/** An entry as stored. */
export interface StoredEntry {
  id: string;
  /** The wire form, as in the agent's `knowledge` list: a text, or `[image]URL[/image]text`. */
  entry: string;
  words: number;
  /** Sent back as `If-Match`: a change in between is then refused. */
  version: string;
}

/** `number`: its place among all entries of the agent, counted from 1. */
export interface ListedEntry extends StoredEntry {
  number: number;
}

/** `GET /api/chats/:chatId/knowledge`. */
export interface KnowledgePage {
  entries: ListedEntry[];
  /** Entries that the search found; without a search, all. */
  total: number;
  totalPages: number;
  /** All entries of the agent. */
  count: number;
}

/** Where an entry may be moved to, beside in front of another one. */
export const KNOWLEDGE_PLACES = ["first", "up", "down", "last"] as const;
export type KnowledgePlace = (typeof KNOWLEDGE_PLACES)[number];
