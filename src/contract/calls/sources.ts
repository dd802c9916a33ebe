/** Files, web pages and websites that an agent's knowledge is read from (product 19). */

import type { StoredEntry } from "../knowledge-calls.ts";
import type { changedSource, chosenPages, settledConflict, sourceListQuery, sourceQuery } from "../source.schema.ts";
import { type JobView, SOURCE_FILE_MS, type SourceDetails, type SourceList, type SourcePageDetails, type SourceView } from "../source.ts";
import type { idempotencyKey } from "./call.schema.ts";
import { call, type Done, SAVE } from "./call.ts";

const UPLOAD = { timeoutMs: SOURCE_FILE_MS + 15_000 };

export const sourceCalls = {
  /** The body is JSON, `NewSource` (source.schema.ts), or a form whose part `file` is the file with its name. */
  addSource: call<{ requestKey: typeof idempotencyKey; file: true; answer: { source: SourceView } }>()(
    "POST",
    "/api/chats/:chatId/sources",
    "editor",
    UPLOAD,
  ),
  listSources: call<{ query: typeof sourceListQuery; answer: SourceList }>()("GET", "/api/chats/:chatId/sources", "viewer"),
  fetchSource: call<{ query: typeof sourceQuery; answer: SourceDetails }>()("GET", "/api/chats/:chatId/sources/:sourceId", "viewer"),
  changeSource: call<{ body: typeof changedSource; answer: { source: SourceView } }>()(
    "PUT",
    "/api/chats/:chatId/sources/:sourceId",
    "editor",
    SAVE,
  ),
  /** Deletes the source with all that was read from it. It can be restored for `SOURCE_RESTORE_MS`. */
  removeSource: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId/sources/:sourceId", "editor", SAVE),
  /** Takes back a deletion, with everything that was read. */
  restoreSource: call<{ answer: { source: SourceView } }>()("POST", "/api/chats/:chatId/sources/:sourceId/restore", "editor", SAVE),
  /** Reads it again; while it is being read, nothing begins anew. */
  syncSource: call<{ answer: { source: SourceView } }>()("POST", "/api/chats/:chatId/sources/:sourceId/sync", "editor", SAVE),
  /** Ends the reading that is under way. What it has made into knowledge already stays. */
  cancelSource: call<{ answer: { source: SourceView } }>()("POST", "/api/chats/:chatId/sources/:sourceId/cancel", "editor", SAVE),
  /** The next version of a file, as a form with the part `file`. Texts that are in both keep their entries. */
  replaceFile: call<{ file: true; answer: { source: SourceView } }>()(
    "POST",
    "/api/chats/:chatId/sources/:sourceId/file",
    "editor",
    UPLOAD,
  ),
  /** Which of the pages that wait for a choice count. */
  choosePages: call<{ body: typeof chosenPages; answer: { source: SourceView } }>()(
    "POST",
    "/api/chats/:chatId/sources/:sourceId/choose",
    "editor",
    SAVE,
  ),
  fetchSourcePage: call<{ answer: SourcePageDetails }>()("GET", "/api/chats/:chatId/sources/:sourceId/pages/:pageId", "viewer"),
  /** A page that was left out counts from now on. */
  takePage: call<{ answer: { source: SourceView } }>()("POST", "/api/chats/:chatId/sources/:sourceId/pages/:pageId/take", "editor", SAVE),
  /** A page counts no longer; what was read of it is deleted, and later readings leave it out. */
  leavePage: call<{ answer: { source: SourceView } }>()("POST", "/api/chats/:chatId/sources/:sourceId/pages/:pageId/leave", "editor", SAVE),
  /** Brings back what was set aside when the page was gone twice. */
  restorePage: call<{ answer: { source: SourceView } }>()(
    "POST",
    "/api/chats/:chatId/sources/:sourceId/pages/:pageId/restore",
    "editor",
    SAVE,
  ),
  /** Of an entry that a person has changed and whose page says something else. `entry` is null if it was deleted. */
  settleConflict: call<{ body: typeof settledConflict; answer: Done & { entry: StoredEntry | null } }>()(
    "POST",
    "/api/chats/:chatId/knowledge/:entryId/conflict",
    "editor",
    SAVE,
  ),
  fetchJob: call<{ answer: { job: JobView } }>()("GET", "/api/jobs/:jobId", "viewer"),
};
