/** Checks whether a key and a model work now. The result is a one-word verdict, never the vendor's own text. */
import type { CheckVerdict, ModelCheck } from "../../../contract/model.ts";
import { isMask } from "../../../contract/settings.ts";
import type { Endpoint } from "../catalogue/listed-model.ts";
import { ModelError, type ModelFailure } from "../model.ts";
import { ENDPOINT, findVendor, VENDORS, type Vendor } from "../vendors/vendors.ts";
import type { ModelSettings } from "./candidates.ts";
import type { Models } from "./models.ts";

export interface CheckRequest {
  /** A vendor, or the name of an endpoint of models.json. */
  provider: string;
  /** If absent or a mask, the stored key is used. */
  apiKey?: string;
  model?: string;
}

const LIST_MS = 10_000;

const VERDICTS: Readonly<Record<ModelFailure, CheckVerdict>> = {
  bad_key: "refused",
  no_credit: "no_credit",
  account_closed: "account_closed",
  not_served_here: "not_served_here",
  rate_limited: "rate_limited",
  overloaded: "unreachable",
  unknown_model: "unknown_model",
  too_long: "failed",
  rejected: "failed",
  unreachable: "unreachable",
  timeout: "unreachable",
  protocol: "failed",
  empty: "failed",
};

/** @returns null if the vendor does not exist. */
export async function checkModel(models: Models, settings: ModelSettings, request: CheckRequest): Promise<ModelCheck | null> {
  const endpoint = models.catalogue.endpoints.find(({ name }) => name === request.provider) ?? null;
  const vendor: Vendor | undefined = endpoint ? "openai" : findVendor(request.provider);
  if (!vendor) return null;
  const key = chooseKey(request, settings, vendor, endpoint);
  if (!endpoint && VENDORS[vendor].needsKey && !key) return { verdict: "no_key", models: [] };
  let offered: string[];
  try {
    offered = await (endpoint ? ENDPOINT : VENDORS[vendor]).listModels(endpoint?.url ?? models.urls[vendor], key, LIST_MS);
  } catch (error) {
    return { verdict: verdictOf(error), models: [] };
  }
  return { verdict: await judgeModel(models, settings, { request, vendor, endpoint, key, offered }), models: offered };
}

function chooseKey({ apiKey }: CheckRequest, { keys }: ModelSettings, vendor: Vendor, endpoint: Endpoint | null): string | null {
  // A typed-in key is sent only to its vendor, never to an address of models.json.
  if (endpoint) return endpoint.apiKey;
  return (apiKey && !isMask(apiKey) ? apiKey : keys[vendor]) ?? null;
}

interface Listed {
  request: CheckRequest;
  vendor: Vendor;
  endpoint: Endpoint | null;
  key: string | null;
  offered: readonly string[];
}

/** The vendor's list shows that the key is valid; only a reply shows that there is credit. */
async function judgeModel(
  models: Models,
  settings: ModelSettings,
  { request, vendor, endpoint, key, offered }: Listed,
): Promise<CheckVerdict> {
  const row = request.model ? models.catalogue.find(request.model, Date.now()) : null;
  if (!row || row.vendor !== vendor || row.endpoint?.name !== endpoint?.name) return "valid";
  if (vendor === "ollama") return offered.some((name) => name === row.model || name === `${row.model}:latest`) ? "valid" : "not_pulled";
  const keys = endpoint || key === null ? settings.keys : { ...settings.keys, [vendor]: key };
  const ask = (id: string) => askForWord(models, id, { ...settings, keys });
  const verdict = await ask(row.listed);
  if (verdict !== "unknown_model" || !row.successor) return verdict;
  // As for a reply: if the vendor has retired the model, its successor is called.
  const after = await ask(`${row.endpoint?.name ?? row.vendor}/${row.successor.model}`);
  return after === "valid" ? "retired" : after;
}

async function askForWord(models: Models, id: string, settings: ModelSettings): Promise<CheckVerdict> {
  try {
    await models.probe(id, settings, new AbortController().signal);
    return "valid";
  } catch (error) {
    return verdictOf(error);
  }
}

function verdictOf(error: unknown): CheckVerdict {
  if (error instanceof ModelError) return VERDICTS[error.failure];
  throw error;
}
