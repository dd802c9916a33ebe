/** What the model sections ask the server; apart from api.ts, so that the first bundle does not carry it. */
import { queryOptions } from "@tanstack/react-query";
import type { CostReport, LocalModels, ModelCheck, ModelList } from "../../../../contract/model.ts";
import { call } from "../../../api.ts";

/** A check lists, and asks one word: two vendor calls. */
const CHECK_MS = 40_000;
const PROGRESS_MS = 1_000;

export const modelCalls = {
  check: (body: { provider: string; apiKey?: string; model?: string }) =>
    call<ModelCheck>("POST", "/api/models/check", { body, timeoutMs: CHECK_MS }),
  pull: (name: string) => call<unknown>("POST", "/api/models/ollama/pull", { body: { name } }),
  cancel: (name: string) => call<void>("POST", "/api/models/ollama/cancel", { body: { name } }),
  remove: (name: string) => call<void>("POST", "/api/models/ollama/remove", { body: { name } }),
};

/** The names that can be chosen, and what serves them. */
export function modelsQuery() {
  return queryOptions({ queryKey: ["models"], queryFn: ({ signal }) => call<ModelList>("GET", "/api/models", { signal }) });
}

/** This month's costs. */
export function costsQuery() {
  return queryOptions({ queryKey: ["costs"], queryFn: ({ signal }) => call<CostReport>("GET", "/api/costs", { signal }) });
}

/** Ollama's models; asked again and again while one is being pulled. */
export function localModelsQuery() {
  return queryOptions({
    queryKey: ["models", "ollama"],
    queryFn: ({ signal }) => call<LocalModels>("GET", "/api/models/ollama", { signal }),
    refetchInterval: ({ state }) => (state.data?.pulls.some((pull) => pull.state === "running") ? PROGRESS_MS : false),
  });
}
