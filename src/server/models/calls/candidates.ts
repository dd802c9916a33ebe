/** Which models can be called now, in the operator's order, and why the others cannot. */
import { STORED } from "../../../contract/messages/stored.ts";
import type { ReplyTimeouts } from "../../../contract/model.ts";
import { BUILTIN_MODEL } from "../../../contract/settings.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ListedModel, LiveModel } from "../catalogue/listed-model.ts";
import type { Dialect, Price } from "../model.ts";
import type { VendorUrls } from "../vendors/addresses.ts";
import { VENDORS, type Vendor } from "../vendors/vendors.ts";

export interface ModelSettings {
  /** A listed id of the catalogue, or `vendor/model-id`, or `ollama/NAME`. */
  aiModel: string;
  /** Models to try after `aiModel`, in this order; same forms. */
  failover: string[];
  keys: Partial<Record<Vendor, string>>;
  timeouts: Omit<ReplyTimeouts, "ollamaFirstTokenMs"> & { ollamaFirstTokenMs?: number };
}

/** A model that can be called now, with all its parameters. Contains a key: never log or send the whole object. */
export interface Candidate {
  /** The id as chosen in the settings. */
  listed: string;
  label: string;
  vendor: Vendor;
  /** The name of an endpoint of models.json, or the vendor. */
  place: string;
  /** The display name of the place. */
  placeName: string;
  /** The vendor's current id of the model. */
  model: string;
  baseUrl: string;
  apiKey: string | null;
  dialect: Dialect;
  contextTokens: number;
  /** The model's maximum; a request asks for at most this. */
  maxOutputTokens: number;
  price: Price | null;
  /** Called instead if the vendor no longer knows `model`. */
  successor: Candidate | null;
}

/** The chosen models that can be called, and the reasons why the others cannot (for the owner). */
export interface Choice {
  candidates: Candidate[];
  missing: string[];
}

export interface Surroundings {
  catalogue: Catalogue;
  urls: VendorUrls;
  ollamaModels: readonly string[];
  /** Epoch milliseconds. */
  now: number;
}

export function chooseCandidates(settings: ModelSettings, around: Surroundings): Choice {
  if (settings.aiModel === BUILTIN_MODEL) return { candidates: [], missing: [] };
  const choice: Choice = { candidates: [], missing: [] };
  for (const id of new Set([settings.aiModel, ...settings.failover])) {
    const found = findCandidate(id, settings, around);
    if (typeof found === "string") choice.missing.push(found);
    else choice.candidates.push(found);
  }
  const [local] = around.ollamaModels;
  if (choice.candidates.length > 0 || local === undefined) return choice;
  // A new installation has no key: a model on its own machine is better than retrieval alone.
  const own = findCandidate(`ollama/${local}`, settings, around);
  return typeof own === "string" ? choice : { ...choice, candidates: [own] };
}

/** A candidate, or the reason why the model cannot be called. */
export function findCandidate(
  id: string,
  { keys }: ModelSettings,
  { catalogue, urls, ollamaModels, now }: Surroundings,
): Candidate | string {
  const row = catalogue.find(id, now);
  if (!row) return `${id}: ${STORED["note.noSuchModel"]}`;
  if (row.endpoint) return place(row, row, row.endpoint.apiKey, urls);
  if (row.vendor === "ollama") {
    const name = ollamaModels.find((known) => known === row.model || known === `${row.model}:latest`);
    return name ? place({ ...row, model: name }, row, null, urls) : `${id} (Ollama): the model is not pulled`;
  }
  const key = keys[row.vendor];
  return key ? place(row, row, key, urls) : `${row.label} (${VENDORS[row.vendor].label}): ${STORED["note.noKey"]}`;
}

/** The place and the vendor's id of the called model, e.g. `google/gemini-3.5-flash-lite`. */
export function servedBy({ place: where, model }: Candidate): string {
  return `${where}/${model}`;
}

function place(live: LiveModel, row: ListedModel, apiKey: string | null, urls: VendorUrls): Candidate {
  const { vendor, endpoint } = live;
  return {
    listed: row.listed,
    label: row.label,
    vendor,
    place: endpoint?.name ?? vendor,
    placeName: endpoint?.label ?? VENDORS[vendor].label,
    model: live.model,
    baseUrl: (endpoint?.url ?? urls[vendor]).replace(/(?<!\/)\/+$/, ""),
    apiKey,
    dialect: live.dialect,
    contextTokens: live.contextTokens,
    maxOutputTokens: live.maxOutputTokens,
    price: live.price,
    // A successor at another vendor or endpoint would need another key, so it is ignored.
    successor:
      row.successor && row.successor.vendor === vendor && row.successor.endpoint?.name === endpoint?.name
        ? place(row.successor, { ...row, successor: null }, apiKey, urls)
        : null,
  };
}
