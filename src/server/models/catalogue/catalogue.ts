/**
 * Which models can be chosen, and which model answers under each name today. Vendors have retired most listed names, so
 * a listed id is a label for a live model. Combines the built-in table with `models.json`, which takes precedence.
 */
import type { Dialect, Price } from "../model.ts";
import { findVendor, type Vendor } from "../vendors/vendors.ts";
import { CATALOGUE, classic, modern, THINKING_ROOM } from "./catalogue-rows.ts";
import type { Endpoint, ListedModel, LiveModel } from "./listed-model.ts";

/** The entry of `models.json` for one name. Omitted values stay as built in, or are guessed as for a typed-in id. */
export interface ModelOverride {
  listed: string;
  /** A vendor, or the name of one of the file's endpoints. */
  provider?: string;
  model?: string;
  label?: string;
  premium?: boolean;
  note?: string;
  contextTokens?: number;
  maxOutputTokens?: number;
  vision?: boolean;
  price?: Price | null;
  dialect?: Partial<Dialect>;
  /** The vendor's id of the model that replaces this one. */
  successor?: string | null;
  until?: string | null;
}

export interface CatalogueOverrides {
  endpoints: readonly Endpoint[];
  models: readonly ModelOverride[];
}

export interface Catalogue {
  /** The listed names, in order; names that exist only in `models.json` are last. */
  rows: readonly ListedModel[];
  endpoints: readonly Endpoint[];
  /**
   * The model behind a setting: a listed id, or `provider/model-id` (`ollama/NAME`, `endpoint/NAME`) typed in by the
   * operator. From the announced shutdown on, the successor answers for a listed id. Null if the id has neither form.
   * @param now epoch milliseconds
   */
  find(id: string, now: number): ListedModel | null;
}

/** Vendors' ids and Ollama's tags, without characters that could break out of an address or a JSON text. */
const MODEL_ID = /^[A-Za-z0-9][\w.:@/-]{0,127}$/;
/** Maximum context for Ollama unless models.json sets a larger one: every token of the context uses memory. */
const OLLAMA_CONTEXT_TOKENS = 8_192;
const K = 1_000;

const liveId = ({ vendor, model, endpoint }: LiveModel) => `${endpoint?.name ?? vendor}/${model}`;

/** @throws ModelOverrideError if an override is invalid */
export function createCatalogue({ endpoints, models }: CatalogueOverrides = { endpoints: [], models: [] }): Catalogue {
  const byListed = new Map(CATALOGUE.map((row) => [row.listed, row]));
  const byLive = new Map<string, LiveModel>();
  const remember = (row: ListedModel) => {
    for (const model of row.successor ? [row, row.successor] : [row]) byLive.set(liveId(model), model);
  };
  CATALOGUE.forEach(remember);

  const findLive = (place: string, model: string): LiveModel | null => {
    const endpoint = endpoints.find(({ name }) => name === place) ?? null;
    const vendor = endpoint ? "openai" : findVendor(place);
    if (!vendor || !MODEL_ID.test(model) || model.includes("..")) return null;
    return byLive.get(`${place}/${model}`) ?? guessModel(vendor, model, endpoint);
  };

  for (const override of models) {
    const row = applyOverride(override, byListed.get(override.listed), findLive);
    byListed.set(row.listed, row);
    remember(row);
  }

  return {
    rows: [...byListed.values()],
    endpoints,
    find(id, now) {
      const row = byListed.get(id);
      if (row) return row.successor && row.until && now >= Date.parse(row.until) ? succeed(row, row.successor) : row;
      const slash = id.indexOf("/");
      const known = findLive(id.slice(0, slash), id.slice(slash + 1));
      if (!known) return null;
      return { ...pickLive(known), listed: id, label: known.model, premium: false, note: "", successor: null, until: null };
    },
  };
}

/** An override names an invalid vendor or model. The message begins with the listed id. */
export class ModelOverrideError extends Error {
  override name = "ModelOverrideError";
}

function applyOverride(
  override: ModelOverride,
  old: ListedModel | undefined,
  findLive: (place: string, model: string) => LiveModel | null,
): ListedModel {
  const { listed, provider: place, model, dialect, successor, ...given } = override;
  const slash = listed.indexOf("/");
  const from = old ? (old.endpoint?.name ?? old.vendor) : slash > 0 ? listed.slice(0, slash) : undefined;
  const name = model ?? old?.model ?? (slash > 0 ? listed.slice(slash + 1) : undefined);
  const where = place ?? from;
  if (where === undefined || name === undefined) throw new ModelOverrideError(`${listed}: a new name needs "provider" and "model"`);
  const isSame = old !== undefined && old.model === name && where === from;
  const base = isSame ? pickLive(old) : findLive(where, name);
  if (!base) throw new ModelOverrideError(`${listed}: no provider or endpoint "${where}", or no model id "${name}"`);
  const next = successor ? findLive(where, successor) : successor === null || !isSame ? null : (old.successor ?? null);
  if (successor && !next) throw new ModelOverrideError(`${listed}: the successor "${successor}" is not a model id`);
  return {
    ...pickLive(base),
    listed,
    label: old?.label ?? listed,
    premium: old?.premium ?? false,
    note: "",
    until: isSame ? old.until : null,
    ...given,
    dialect: { ...base.dialect, ...dialect },
    successor: next,
  };
}

function succeed(row: ListedModel, successor: LiveModel): ListedModel {
  return { ...row, ...successor, successor: null, until: null };
}

function pickLive({ vendor, model, endpoint, contextTokens, maxOutputTokens, vision, price, dialect }: LiveModel): LiveModel {
  return { vendor, model, endpoint, contextTokens, maxOutputTokens, vision, price, dialect };
}

/** For ids that are in no table: small sizes and the minimal parameters, which every model of the vendor accepts. */
function guessModel(vendor: Vendor, model: string, endpoint: Endpoint | null): LiveModel {
  const guess = (contextTokens: number, maxOutputTokens: number, dialect: Dialect): LiveModel => ({
    vendor,
    model,
    endpoint,
    contextTokens,
    maxOutputTokens,
    dialect,
    vision: false,
    price: null,
  });
  if (endpoint) return guess(8 * K, 2_048, classic(null));
  if (vendor === "openai" && /^(?:gpt-(?:[5-9]|\d{2})|o\d|codex)/.test(model)) {
    return guess(128 * K, 16_384, { ...modern, thinkingRoom: THINKING_ROOM });
  }
  if (vendor === "google") return guess(128 * K, 8_192, { ...classic(null), thinkingRoom: THINKING_ROOM });
  if (vendor === "ollama") return { ...guess(OLLAMA_CONTEXT_TOKENS, OLLAMA_CONTEXT_TOKENS / 2, classic()), price: LOCAL };
  return guess(32 * K, 4_096, classic(null));
}

/** The price of a model that runs on the operator's machine: no vendor bills for it. */
const LOCAL: Price = { inputUsd: 0, outputUsd: 0, asOf: "2026-11-21" };
