/** The knowledge of an agent, saved one entry at a time. */
import type { changedKnowledge, knowledgeListQuery, knowledgeMove, newKnowledge } from "../knowledge.schema.ts";
import type { KnowledgePage, StoredEntry } from "../knowledge-calls.ts";
import type { idempotencyKey } from "./call.schema.ts";
import { call, type Done, SAVE } from "./call.ts";

export const knowledgeCalls = {
  listEntries: call<{ query: typeof knowledgeListQuery; answer: KnowledgePage }>()("GET", "/api/chats/:chatId/knowledge", "viewer"),
  addEntries: call<{
    requestKey: typeof idempotencyKey;
    body: typeof newKnowledge;
    answer: Done & { entries: StoredEntry[]; count: number };
  }>()("POST", "/api/chats/:chatId/knowledge", "editor", SAVE),
  fetchEntry: call<{ answer: { entry: StoredEntry } }>()("GET", "/api/chats/:chatId/knowledge/:entryId", "viewer"),
  /** With `If-Match`, the call answers 409 if the entry was changed in between. */
  updateEntry: call<{ body: typeof changedKnowledge; answer: Done & { entry: StoredEntry } }>()(
    "PUT",
    "/api/chats/:chatId/knowledge/:entryId",
    "editor",
    SAVE,
  ),
  moveEntry: call<{ body: typeof knowledgeMove; answer: Done }>()("POST", "/api/chats/:chatId/knowledge/:entryId/move", "editor", SAVE),
  removeEntry: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId/knowledge/:entryId", "editor", SAVE),
  /** For `ENTRY_RESTORE_MS` after it was deleted. */
  restoreEntry: call<{ answer: Done & { entry: StoredEntry } }>()("POST", "/api/chats/:chatId/knowledge/:entryId/restore", "editor", SAVE),
  removeAllEntries: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId/knowledge", "editor", SAVE),
};
