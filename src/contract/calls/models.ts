/** Models and their costs. */
import type { costQuery, localModelInput, modelCheckInput } from "../model.schema.ts";
import type { AgentCosts, CostReport, LocalModels, ModelCheck, ModelList } from "../model.ts";
import { ADMINISTRATOR, call } from "./call.ts";

/** Milliseconds. A check makes two calls to the vendor: one for the list of models, one for a reply of one word. */
const CHECK_MS = 40_000;

export const modelCalls = {
  listModels: call<{ answer: ModelList }>()("GET", "/api/models", "admin", ADMINISTRATOR),
  checkModel: call<{ body: typeof modelCheckInput; answer: ModelCheck }>()("POST", "/api/models/check", "admin", {
    ...ADMINISTRATOR,
    timeoutMs: CHECK_MS,
  }),
  listLocalModels: call<{ answer: LocalModels }>()("GET", "/api/models/ollama", "admin", ADMINISTRATOR),
  pullModel: call<{ body: typeof localModelInput; answer: { name: string } }>()("POST", "/api/models/ollama/pull", "admin", ADMINISTRATOR),
  cancelPull: call<{ body: typeof localModelInput }>()("POST", "/api/models/ollama/cancel", "admin", ADMINISTRATOR),
  removeModel: call<{ body: typeof localModelInput }>()("POST", "/api/models/ollama/remove", "admin", ADMINISTRATOR),
  listCosts: call<{ query: typeof costQuery; answer: CostReport }>()("GET", "/api/costs", "admin", ADMINISTRATOR),
  listAgentCosts: call<{ query: typeof costQuery; answer: AgentCosts }>()("GET", "/api/costs/:userId", "admin", ADMINISTRATOR),
};
