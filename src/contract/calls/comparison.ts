/** The comparison of a draft's answers with those of the published version. */
import type { comparisonQuery } from "../comparison.schema.ts";
import type { AnswerComparison } from "../comparison.ts";
import { call, SAVE } from "./call.ts";

export const comparisonCalls = {
  fetchComparison: call<{ query: typeof comparisonQuery; answer: AnswerComparison }>()(
    "GET",
    "/api/chats/:chatId/draft/answers",
    "viewer",
    { timeoutMs: 30_000 },
  ),
  /** Compares them in the background, without a model and without counting anything, unless that was done or is under way. */
  startComparison: call<{ answer: AnswerComparison }>()("POST", "/api/chats/:chatId/draft/answers", "editor", SAVE),
  cancelComparison: call<{ answer: AnswerComparison }>()("POST", "/api/chats/:chatId/draft/answers/cancel", "editor", SAVE),
};
