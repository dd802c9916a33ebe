/** Where an agent's knowledge comes from besides typing: files, web pages and websites. Rules: product 19. */
import type { MessageRef } from "./messages/message.ts";

export const SOURCE_KINDS = ["file", "page", "site"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** How often a page or a website is read again by itself. A file is read again when it is replaced. */
export const SOURCE_SCHEDULES = ["off", "daily", "weekly"] as const;
export type SourceSchedule = (typeof SOURCE_SCHEDULES)[number];

/**
 * What the last reading that ended has left. `waiting`: none has ended. `proposed`: the pages of a website were found, and the
 * owner has not chosen yet which of them count. `ready`: all of it was read. `partly`: something was not read; the pages say
 * what. `failed`: the last reading gave nothing. What was read before still counts, if there is anything.
 */
export const SOURCE_STATES = ["waiting", "proposed", "ready", "partly", "failed"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/**
 * `proposed`: found, and waiting for the owner's choice. `left_out`: the owner does not want it. `taken`: chosen, and about to
 * become knowledge. `read`: its text is knowledge. `same`: it has the text of another page, which counts. `missing`: the site
 * said lately that it is gone, or that it has the text of another page; its own text still counts. `retired`: it was still gone
 * some hours later, so its text was set aside and can be restored. `failed`: it was not read. If it was read before, that text still counts.
 */
export const SOURCE_PAGE_STATES = ["proposed", "left_out", "taken", "read", "same", "missing", "retired", "failed"] as const;
export type SourcePageState = (typeof SOURCE_PAGE_STATES)[number];

/**
 * Why something in a document was not read. `no_text`: a scan, or only pictures; `too_large`: it needs more memory or unpacks to
 * more than allowed; `too_long`: it has more pages or text than allowed, or takes too much work; `empty`: nothing is in it.
 */
export const UNREAD_REASONS = ["no_text", "encrypted", "broken", "too_large", "too_long", "unsupported", "empty"] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

export interface UnreadPart {
  /** The number of the page in the file, from 1; null when the reason concerns all of it. With `too_long`, the first page that was not read. */
  page: number | null;
  why: UnreadReason;
}

/**
 * Why a page was not read; src/server/reading/site/outcome.ts describes those of the web. `word_limit`, `page_limit`: the plan
 * has no room for it. `agent_full`: no agent may hold more. `draft_full`: too many changes wait to be published. `busy`: the
 * server had no time for it again and again. `one_text`: nearly all pages of the website have the same text, as while it is being
 * worked on. `unused`: all that was read of it was deleted or left out. `internal`: the server's own fault, or it was interrupted too often.
 */
export const SOURCE_FAILURES = [
  "bad_address",
  "private_address",
  "no_name",
  "unreachable",
  "bad_certificate",
  "timeout",
  "broken",
  "not_found",
  "refused",
  "too_many",
  "server_error",
  "robots",
  "redirect_loop",
  "other_site",
  "not_a_page",
  "too_large",
  "too_long",
  "no_text",
  "empty",
  "encrypted",
  "unsupported",
  "word_limit",
  "page_limit",
  "agent_full",
  "draft_full",
  "busy",
  "one_text",
  "unused",
  "moved",
  "internal",
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Work that goes on in the background. `GET /api/jobs/:jobId`. */
export interface JobView {
  id: string;
  state: JobState;
  /** Percent, whole; null if it has not said. */
  progress: number | null;
  /** What it is doing, or why it waits or has failed; empty if it has not said. */
  message: string;
  /** The same for clients that show another language. */
  told: MessageRef | null;
}

export interface SourceView {
  id: string;
  kind: SourceKind;
  /** The name of the file; of a page or a website its title, or its address until it was read. */
  name: string;
  /** Null for a file. */
  url: string | null;
  state: SourceState;
  failure: SourceFailure | null;
  /** The reading that is under way or was the last; null when its record was deleted (30 days after its end). */
  job: JobView | null;
  schedule: SourceSchedule;
  /** ISO 8601 UTC; when it is read next by its schedule. */
  nextSyncAt: string | null;
  /** Whether pages that a later reading finds count at once; otherwise they wait as `proposed`. Only for websites. */
  takesNew: boolean;
  /** Whether the website has more pages than the plan lets it read. */
  isCut: boolean;
  /** When something was last read, and when it was last asked for; ISO 8601 UTC. */
  fetchedAt: string | null;
  checkedAt: string | null;
  createdAt: string;
  /** What counts: pages, entries and words. */
  pages: number;
  entries: number;
  words: number;
  /** Pages that wait for a choice, that are retired, and that were not read, or not all of them. */
  proposed: number;
  retired: number;
  unread: number;
  /** Entries that a person has changed, and whose page says something else now. */
  conflicts: number;
}

/** Used, and allowed by the plan; null: the account has no limits. */
export interface SourceRoom {
  sources: RoomLeft;
  pages: RoomLeft;
  words: RoomLeft;
}
export interface RoomLeft {
  used: number;
  limit: number | null;
}

/** `GET /api/chats/:chatId/sources`. The oldest first. */
export interface SourceList {
  sources: SourceView[];
  total: number;
  totalPages: number;
  room: SourceRoom;
}

/** What a website shows of its owner's brand. Proposals for the agent; nothing of it is used by itself. */
export interface SiteLook {
  /** How the site names itself. */
  siteName: string | null;
  /** Like "#1a2b3c", the likeliest first; at most five. */
  colours: string[];
  /** The address of the logo on the site. The server has not fetched it. */
  logo: string | null;
  /** Questions that the site itself answers, at most ten: proposals for starter questions. */
  questions: string[];
}

export interface SourcePage {
  id: string;
  /** Null for a file. */
  url: string | null;
  title: string;
  state: SourcePageState;
  failure: SourceFailure | null;
  /** What of it was not read. */
  unread: UnreadPart[];
  /** For `same`: the address of the page that counts. */
  sameAs: string | null;
  /** What it has; for `proposed`, `left_out` and `retired`, what it would have. */
  entries: number;
  words: number;
  /** The beginning of its text, at most 300 characters. */
  excerpt: string;
  /** ISO 8601 UTC. */
  fetchedAt: string | null;
  checkedAt: string;
  /** When a reading last changed its entries; null if none did since it was first read. */
  changedAt: string | null;
}

/** `GET /api/chats/:chatId/sources/:sourceId`. Of its pages, those that wait for a choice come first. */
export interface SourceDetails {
  source: SourceView;
  /** Null for a file, and until something was read. */
  look: SiteLook | null;
  pages: SourcePage[];
  /** The number of pages in the states that were asked for. */
  total: number;
  totalPages: number;
}

export interface SourceText {
  /** The path of headings ("Menu › Drinks"), may be empty. */
  heading: string;
  /** In a file with pages, from 1. */
  page: number | null;
  text: string;
  /** The entry that it is; null if it is not knowledge. */
  entryId: string | null;
}

/** A text of a page before and after a change. Null: it was not there. */
export interface TextChange {
  before: string | null;
  after: string | null;
}

/** `GET /api/chats/:chatId/sources/:sourceId/pages/:pageId`. */
export interface SourcePageDetails {
  page: SourcePage;
  /** Its text in pieces as they are, were or would be entries; at most `PAGE_TEXTS`. */
  texts: SourceText[];
  /** The last reading that changed it; null if none did. `changes` has at most `PAGE_TEXTS`. */
  change: { at: string; changes: TextChange[] } | null;
}

/** Where an entry was read. */
export interface EntryOrigin {
  sourceId: string;
  kind: SourceKind;
  sourceName: string;
  /** Null for a file, and when the page is no longer known. */
  pageId: string | null;
  url: string | null;
  title: string;
  heading: string;
  page: number | null;
  /** ISO 8601 UTC. */
  fetchedAt: string | null;
  /** A person has changed it, so no reading does. */
  isPinned: boolean;
  /** What its page says instead; an empty text: the page says it no more. Null: there is no conflict. */
  conflict: string | null;
}

/** `mine`: the entry stays as a person has written it. `theirs`: it becomes what its page says, or is deleted if that is nothing. */
export const CONFLICT_CHOICES = ["mine", "theirs"] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** Ids that one choice of pages may name. */
export const MAX_CHOSEN = 2_000;
export const PAGE_TEXTS = 100;
export const EXCERPT_LENGTH = 300;
/** UTF-16 units. */
export const MAX_SOURCE_URL = 1_000;
export const MAX_SOURCE_NAME = 200;

/** How long a deleted source can be restored, in milliseconds. */
export const SOURCE_RESTORE_MS = 60_000;

/** How long a slow connection may take to send a file, in milliseconds: 20 MB at 1.3 Mbit/s. */
export const SOURCE_FILE_MS = 130_000;
