/** The questions with which an owner tests an agent. */
import type { goldenInput, goldenQuery } from "../golden.schema.ts";
import type { GoldenCounts, GoldenPage, GoldenQuestion, GoldenSuggestion } from "../golden.ts";
import { call, type Done, SAVE } from "./call.ts";

export const goldenCalls = {
  listGolden: call<{ query: typeof goldenQuery; answer: GoldenPage }>()("GET", "/api/chats/:chatId/golden", "signed-in"),
  addGolden: call<{ body: typeof goldenInput; answer: { question: GoldenQuestion } }>()(
    "POST",
    "/api/chats/:chatId/golden",
    "signed-in",
    SAVE,
  ),
  suggestGolden: call<{ answer: { suggestions: GoldenSuggestion[] } }>()("GET", "/api/chats/:chatId/golden/suggestions", "signed-in"),
  /** Asks all of them without a model, and keeps the outcome. Nothing is charged or counted. */
  runGolden: call<{ answer: GoldenCounts }>()("POST", "/api/chats/:chatId/golden/run", "signed-in", { timeoutMs: 30_000 }),
  updateGolden: call<{ body: typeof goldenInput; answer: { question: GoldenQuestion } }>()(
    "PUT",
    "/api/chats/:chatId/golden/:goldenId",
    "signed-in",
    SAVE,
  ),
  removeGolden: call<{ answer: Done }>()("DELETE", "/api/chats/:chatId/golden/:goldenId", "signed-in", SAVE),
};
