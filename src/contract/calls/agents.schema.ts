import { agentCopy, agentInput, agentQuery, newAgent, newPreview, previewUpdate } from "../agent.schema.ts";
import { agentCalls } from "./agents.ts";
import { describe, idempotencyKey, LARGEST_BODY } from "./call.schema.ts";

export const agentApi = describe(agentCalls, {
  fetchAgent: { query: agentQuery },
  createAgent: { requestKey: idempotencyKey, query: agentQuery, body: newAgent, maxBody: LARGEST_BODY, status: 201 },
  saveAgent: { query: agentQuery, body: agentInput, maxBody: LARGEST_BODY },
  duplicateAgent: { requestKey: idempotencyKey, query: agentQuery, body: agentCopy, status: 201 },
  createIdentifySecret: { status: 201 },
  openPreview: { body: newPreview, maxBody: LARGEST_BODY, status: 201 },
  updatePreview: { body: previewUpdate, maxBody: LARGEST_BODY },
});
