/** Queries of the model sections. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { meaningCalls } from "../../../../../contract/calls/meaning.ts";
import { modelCalls } from "../../../../../contract/calls/models.ts";
import { call } from "../../../../api.ts";

const PROGRESS_MS = 1_000;
const MEANING_MS = 5_000;

/** The models that can be chosen. */
export function modelsQuery() {
  return queryOptions({ queryKey: ["models"], queryFn: ({ signal }) => call(modelCalls.listModels, { signal }) });
}

/** This month's costs, with a page of owners. */
export function costsQuery(page: number) {
  return queryOptions({
    queryKey: ["costs", page],
    queryFn: ({ signal }) => call(modelCalls.listCosts, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** This month's costs of one owner's agents. */
export function agentCostsQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: ["costs", userId, page],
    queryFn: ({ signal }) => call(modelCalls.listAgentCosts, { params: { userId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Search by meaning; polled while it is on, because vectors are made in the background. */
export function meaningQuery(isOn: boolean) {
  return queryOptions({
    queryKey: ["meaning"],
    queryFn: ({ signal }) => call(meaningCalls.readMeaning, { signal }),
    refetchInterval: isOn ? MEANING_MS : false,
  });
}

/** Ollama's models; polled while one is being pulled. */
export function localModelsQuery() {
  return queryOptions({
    queryKey: ["models", "ollama"],
    queryFn: ({ signal }) => call(modelCalls.listLocalModels, { signal }),
    refetchInterval: ({ state }) => (state.data?.pulls.some((pull) => pull.state === "running") ? PROGRESS_MS : false),
  });
}
