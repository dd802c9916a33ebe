/** What the model sections ask the server; apart from api.ts, so that the first bundle does not carry it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AgentCosts, CostReport, LocalModels, ModelCheck, ModelList } from "../../../../contract/model.ts";
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

/** This month's costs, a page of owners. */
export function costsQuery(page: number) {
  return queryOptions({
    queryKey: ["costs", page],
    queryFn: ({ signal }) => call<CostReport>("GET", `/api/costs?page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** This month's costs of an owner's agents. */
export function agentCostsQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: ["costs", userId, page],
    queryFn: ({ signal }) => call<AgentCosts>("GET", `/api/costs/${encodeURIComponent(userId)}?page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Ollama's models; asked again and again while one is being pulled. */
export function localModelsQuery() {
  return queryOptions({
    queryKey: ["models", "ollama"],
    queryFn: ({ signal }) => call<LocalModels>("GET", "/api/models/ollama", { signal }),
    refetchInterval: ({ state }) => (state.data?.pulls.some((pull) => pull.state === "running") ? PROGRESS_MS : false),
  });
}
