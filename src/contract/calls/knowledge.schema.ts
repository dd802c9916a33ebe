import { changedKnowledge, knowledgeListQuery, knowledgeMove, newKnowledge } from "../knowledge.schema.ts";
import { describe, idempotencyKey, LARGEST_BODY } from "./call.schema.ts";
import { knowledgeCalls } from "./knowledge.ts";

/** The largest body has room for the longest allowed entry in any script. */
export const knowledgeApi = describe(knowledgeCalls, {
  listEntries: { query: knowledgeListQuery },
  addEntries: { requestKey: idempotencyKey, body: newKnowledge, maxBody: LARGEST_BODY, status: 201 },
  updateEntry: { body: changedKnowledge, maxBody: LARGEST_BODY },
  moveEntry: { body: knowledgeMove },
});
