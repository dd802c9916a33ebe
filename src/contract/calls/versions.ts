/** The history of an agent. */
import type { draftDecision, draftGate, draftMode, draftPublish, versionListQuery, versionQuery } from "../version.schema.ts";
import type { DraftState, VersionDetails, VersionPage } from "../version.ts";
import { call, type Done, SAVE } from "./call.ts";

/** All test questions are asked before the answer. */
const TESTED = { timeoutMs: 30_000 };

export const versionCalls = {
  listVersions: call<{ query: typeof versionListQuery; answer: VersionPage }>()("GET", "/api/chats/:chatId/versions", "viewer"),
  fetchVersion: call<{ query: typeof versionQuery; answer: VersionDetails }>()("GET", "/api/chats/:chatId/versions/:number", "viewer"),
  /** Makes a new version that is like the given one. `previous` is the one that was the newest before, for taking it back. */
  restoreVersion: call<{ answer: Done & { number: number; previous: number } }>()(
    "POST",
    "/api/chats/:chatId/versions/:number/restore",
    "editor",
    SAVE,
  ),
  fetchDraft: call<{ answer: DraftState }>()("GET", "/api/chats/:chatId/draft", "viewer"),
  /** Whether changes wait until they are published. Switching it off publishes those that wait. */
  setDraftMode: call<{ body: typeof draftMode; answer: DraftState }>()("PUT", "/api/chats/:chatId/draft", "editor", TESTED),
  /** What test questions that fail do to publishing. */
  setGate: call<{ body: typeof draftGate; answer: DraftState }>()("PUT", "/api/chats/:chatId/draft/gate", "editor", SAVE),
  /** Asks the test questions first, unless the gate is off. */
  publishDraft: call<{ body: typeof draftPublish; answer: DraftState }>()("POST", "/api/chats/:chatId/draft/publish", "editor", TESTED),
  /** Restores the published version. `previous` is the newest version before, for taking it back. */
  discardDraft: call<{ body: typeof draftDecision; answer: DraftState & { previous: number } }>()(
    "POST",
    "/api/chats/:chatId/draft/discard",
    "editor",
    SAVE,
  ),
  /** Deletes the history for good, or what is older than the published version. The agent stays as it is. */
  deleteVersions: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId/versions", "owner", SAVE),
};
