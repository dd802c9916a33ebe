/** An agent as one file (product 16). */

import type { OwnAgent } from "../agent.ts";
import { AGENT_FILE_MS } from "../agent-file.ts";
import type { idempotencyKey } from "./call.schema.ts";
import { call, type Done, type RawAnswer } from "./call.ts";

export const agentFileCalls = {
  exportAgent: call<{ answer: RawAnswer }>()("GET", "/api/chats/:chatId/export", "editor", { timeoutMs: AGENT_FILE_MS }),
  /** Makes a new agent of the viewer. The file is the part `file` of a form, or the whole body. */
  importAgent: call<{ requestKey: typeof idempotencyKey; file: true; answer: Done & { id: string; chat: OwnAgent } }>()(
    "POST",
    "/api/chats/import",
    "editor",
    { timeoutMs: AGENT_FILE_MS + 30_000 },
  ),
};
