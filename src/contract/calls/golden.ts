/** The questions with which an owner tests an agent. */
import type { goldenInput, goldenQuery, nightlyInput } from "../golden.schema.ts";
import type { GoldenCounts, GoldenPage, GoldenQuestion, GoldenSuggestion, ModelTests } from "../golden.ts";
import { call, type Done, SAVE } from "./call.ts";

export const goldenCalls = {
  listGolden: call<{ query: typeof goldenQuery; answer: GoldenPage }>()("GET", "/api/chats/:chatId/golden", "viewer"),
  addGolden: call<{ body: typeof goldenInput; answer: { question: GoldenQuestion } }>()(
    "POST",
    "/api/chats/:chatId/golden",
    "editor",
    SAVE,
  ),
  suggestGolden: call<{ answer: { suggestions: GoldenSuggestion[] } }>()("GET", "/api/chats/:chatId/golden/suggestions", "viewer"),
  /** Asks all of them without a model, and keeps the outcome. Nothing is charged or counted. */
  runGolden: call<{ answer: GoldenCounts }>()("POST", "/api/chats/:chatId/golden/run", "editor", { timeoutMs: 30_000 }),
  /** What a run with a model would cost, the budget for it, and the last run. */
  fetchModelTests: call<{ answer: ModelTests }>()("GET", "/api/chats/:chatId/golden/model", "viewer"),
  /** Asks a model all of them in the background, unless that is under way. */
  startModelTests: call<{ answer: ModelTests }>()("POST", "/api/chats/:chatId/golden/model", "editor", SAVE),
  cancelModelTests: call<{ answer: ModelTests }>()("POST", "/api/chats/:chatId/golden/model/cancel", "editor", SAVE),
  /** Whether a model is asked every night. */
  setNightlyTests: call<{ body: typeof nightlyInput; answer: ModelTests }>()("PUT", "/api/chats/:chatId/golden/model", "editor", SAVE),
  updateGolden: call<{ body: typeof goldenInput; answer: { question: GoldenQuestion } }>()(
    "PUT",
    "/api/chats/:chatId/golden/:goldenId",
    "editor",
    SAVE,
  ),
  removeGolden: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId/golden/:goldenId", "editor", SAVE),
};
