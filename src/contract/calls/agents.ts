/** Agents and their previews. */
import type { agentCopy, agentInput, agentQuery, newAgent, newPreview, previewUpdate } from "../agent.schema.ts";
import type { LoaderAgent, OwnAgent, PublicAgent, Sighting } from "../agent.ts";
import type { idempotencyKey } from "./call.schema.ts";
import { call, type Done, SAVE } from "./call.ts";

interface SavedAgent extends Done {
  id: string;
  chat: OwnAgent;
}

export const agentCalls = {
  /** Answers the whole agent to its owner and the administrator, and to anyone else only what the widget needs. */
  fetchAgent: call<{ query: typeof agentQuery; answer: OwnAgent | PublicAgent | LoaderAgent }>()("GET", "/api/chats/:chatId", "anyone"),
  createAgent: call<{ requestKey: typeof idempotencyKey; query: typeof agentQuery; body: typeof newAgent; answer: SavedAgent }>()(
    "POST",
    "/api/chats",
    "editor",
    SAVE,
  ),
  /** With `If-Match`, the call answers 409 if the agent was saved elsewhere in between. */
  saveAgent: call<{ query: typeof agentQuery; body: typeof agentInput; answer: SavedAgent }>()("PUT", "/api/chats/:chatId", "editor", SAVE),
  /** Makes another agent with the same fields and knowledge, and without conversations. Both must fit the plan. */
  duplicateAgent: call<{
    requestKey: typeof idempotencyKey;
    query: typeof agentQuery;
    body: typeof agentCopy;
    answer: SavedAgent;
  }>()("POST", "/api/chats/:chatId/duplicate", "editor", SAVE),
  deleteAgent: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId", "editor"),
  restoreAgent: call<{ answer: Done }>()("POST", "/api/chats/:chatId/restore", "editor"),
  /** Lists the sites on which the agent was opened recently. */
  listSightings: call<{ answer: { hosts: Sighting[] } }>()("GET", "/api/chats/:chatId/sightings", "viewer"),
  createIdentifySecret: call<{ answer: { secret: string } }>()("POST", "/api/chats/:chatId/identify-secret", "editor"),
  /** `expiresIn` is in seconds. */
  requestTicket: call<{ answer: { ticket: string; expiresIn: number } }>()("POST", "/api/chats/:chatId/ticket", "anyone"),
  openPreview: call<{ body: typeof newPreview; answer: { previewId: string } }>()("POST", "/api/previews", "editor"),
  /** A ticket with which the owner asks the draft, and gets the entries that an answer rests on. `expiresIn` is in seconds. */
  tryPreview: call<{ answer: { ticket: string; expiresIn: number } }>()("POST", "/api/previews/:previewId/trial", "editor"),
  updatePreview: call<{ body: typeof previewUpdate }>()("PUT", "/api/previews/:previewId", "editor"),
};
