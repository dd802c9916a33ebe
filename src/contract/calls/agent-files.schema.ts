import { AGENT_FILE, AGENT_FILE_MS } from "../agent-file.ts";
import { agentFileCalls } from "./agent-files.ts";
import { describe, idempotencyKey } from "./call.schema.ts";

/** What a form adds to its file, in bytes. */
const FORM = 64 * 1_024;

export const agentFileApi = describe(agentFileCalls, {
  importAgent: { requestKey: idempotencyKey, file: true, maxBody: AGENT_FILE.bytes + FORM, maxBodyMs: AGENT_FILE_MS, status: 201 },
});
