/** Models and their costs. */
import type { costQuery, localModelInput, modelCheckInput } from "../model.schema.ts";
import type { AgentCosts, CostReport, LocalModels, ModelCheck, ModelList } from "../model.ts";
import { call } from "./call.ts";

/** Milliseconds. A check makes two calls to the vendor: one for the list of models, one for a reply of one word. */
const CHECK_MS = 40_000;

export const modelCalls = {
  listModels: call<{ answer: ModelList }>()("GET", "/api/models", "admin"),
  checkModel: call<{ body: typeof modelCheckInput; answer: ModelCheck }>()("POST", "/api/models/check", "admin", {
    timeoutMs: CHECK_MS,
  }),
  listLocalModels: call<{ answer: LocalModels }>()("GET", "/api/models/ollama", "admin"),
  pullModel: call<{ body: typeof localModelInput; answer: { name: string } }>()("POST", "/api/models/ollama/pull", "admin"),
  cancelPull: call<{ body: typeof localModelInput }>()("POST", "/api/models/ollama/cancel", "admin"),
  removeModel: call<{ body: typeof localModelInput }>()("POST", "/api/models/ollama/remove", "admin"),
  listCosts: call<{ query: typeof costQuery; answer: CostReport }>()("GET", "/api/costs", "admin"),
  listAgentCosts: call<{ query: typeof costQuery; answer: AgentCosts }>()("GET", "/api/costs/:userId", "admin"),
};
