/** The settings of models: how they are stored, read and shown. */
import { told } from "../../contract/messages/message.ts";
import type { ModelSettings as ModelSettingsView, ReplyTimeouts } from "../../contract/model.ts";
import { DEFAULT_RM_PER_USD, DEFAULT_TIMEOUTS } from "../../contract/model.ts";
import type { SettingsInput } from "../../contract/settings.schema.ts";
import { BUILTIN_MODEL, isMask, maskSecret } from "../../contract/settings.ts";
import type { Catalogue } from "../models/catalogue/catalogue.ts";
import { findVendor, KEYED_VENDORS, VENDORS, type Vendor } from "../models/vendors/vendors.ts";
import { invalid } from "../platform/errors.ts";

export interface StoredModelSettings {
  failover: string[];
  keys: Partial<Record<Vendor, string>>;
  timeouts: ReplyTimeouts;
  /** Ringgit for one US dollar. */
  rmPerUsd: number;
  /** An integer in sen for a month, or null for no budget. */
  budgets: ModelSettingsView["budgets"];
}

const TIMEOUT_KEYS: Readonly<Record<keyof ReplyTimeouts, string>> = {
  firstTokenMs: "timeout.first_token_ms",
  betweenTokensMs: "timeout.between_tokens_ms",
  totalMs: "timeout.total_ms",
  ollamaFirstTokenMs: "timeout.ollama_first_token_ms",
};
const BUDGET_KEYS = { boxSen: "budget.box_sen", ownerSen: "budget.owner_sen" } as const;

export function readModelSettings(values: ReadonlyMap<string, string>): StoredModelSettings {
  const keys: StoredModelSettings["keys"] = {};
  for (const vendor of KEYED_VENDORS) {
    const key = values.get(`key.${vendor}`);
    if (key) keys[vendor] = key;
  }
  const rate = Number(values.get("rm_per_usd"));
  const timeout = (name: keyof ReplyTimeouts): number => {
    const value = Number(values.get(TIMEOUT_KEYS[name]));
    return Number.isSafeInteger(value) && value > 0 ? value : DEFAULT_TIMEOUTS[name];
  };
  const budget = (key: string): number | null => {
    const value = values.get(key);
    return value === undefined || !/^\d+$/.test(value) ? null : Number(value);
  };
  return {
    failover: (values.get("failover") ?? "").split(",").filter(Boolean),
    keys,
    timeouts: {
      firstTokenMs: timeout("firstTokenMs"),
      betweenTokensMs: timeout("betweenTokensMs"),
      totalMs: timeout("totalMs"),
      ollamaFirstTokenMs: timeout("ollamaFirstTokenMs"),
    },
    rmPerUsd: Number.isFinite(rate) && rate > 0 ? rate : DEFAULT_RM_PER_USD,
    budgets: { boxSen: budget(BUDGET_KEYS.boxSen), ownerSen: budget(BUDGET_KEYS.ownerSen) },
  };
}

/** The new value of each key of the settings: null removes it, undefined leaves it unchanged. */
export interface SettingWrites {
  plain: Record<string, string | null | undefined>;
  secrets: Record<string, string | undefined>;
}

/** @throws DomainError invalid, for an unknown model or vendor. */
export function writesOf(input: SettingsInput, aiModel: string, catalogue: Catalogue): SettingWrites {
  const owner = keyOwnerOf(aiModel, catalogue);
  if (owner === undefined) throw invalid({ aiModel: told("models.unknown") });
  refuseUnknownVendors(input.modelKeys ?? {});
  const secrets: SettingWrites["secrets"] = {};
  // A key is sent only to its own vendor (product 7.2): the single field `apiKey` belongs to the chosen model's vendor.
  if (owner !== null) secrets[`key.${owner}`] = input.apiKey;
  for (const vendor of KEYED_VENDORS) {
    const key = input.modelKeys?.[vendor];
    if (key !== undefined) secrets[`key.${vendor}`] = key;
  }
  const plain: SettingWrites["plain"] = {
    ai_model: input.aiModel,
    failover: input.failover && checkFailover(input.failover, catalogue).join(","),
    rm_per_usd: input.rmPerUsd?.toString(),
  };
  for (const name of Object.keys(TIMEOUT_KEYS) as (keyof ReplyTimeouts)[]) plain[TIMEOUT_KEYS[name]] = input.timeouts?.[name]?.toString();
  for (const name of ["boxSen", "ownerSen"] as const) {
    const sen = input.budgets?.[name];
    plain[BUDGET_KEYS[name]] = sen === null ? null : sen?.toString();
  }
  return { plain, secrets };
}

function refuseUnknownVendors(keys: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(keys).filter((name) => !findVendor(name));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((name) => [`modelKeys.${name}`, told("models.unknownVendor")])));
}

function checkFailover(ids: readonly string[], catalogue: Catalogue): string[] {
  const unknown = ids.find((id) => id === BUILTIN_MODEL || catalogue.find(id, 0) === null);
  if (unknown !== undefined) throw invalid({ failover: told("models.unknownNamed", { model: unknown }) });
  return [...new Set(ids)];
}

/** The vendor whose stored key a model needs, null if it needs none, or undefined if the model is unknown. */
export function keyOwnerOf(model: string, catalogue: Catalogue): Vendor | null | undefined {
  if (model === BUILTIN_MODEL) return null;
  const row = catalogue.find(model, 0);
  if (!row) return undefined;
  return row.endpoint || !VENDORS[row.vendor].needsKey ? null : row.vendor;
}

/** The settings of models for the administrator, with keys as masks. */
export function presentModelSettings(stored: StoredModelSettings): ModelSettingsView {
  const modelKeys: ModelSettingsView["modelKeys"] = {};
  for (const vendor of KEYED_VENDORS) {
    const key = stored.keys[vendor];
    if (key) modelKeys[vendor] = maskSecret(key);
  }
  const { failover, timeouts, rmPerUsd, budgets } = stored;
  return { modelKeys, failover, timeouts, rmPerUsd, budgets };
}

/** The mask of the chosen model's key, for the single field `apiKey`. */
export function maskOfChosen(aiModel: string, { keys }: StoredModelSettings, catalogue: Catalogue): string {
  const owner = keyOwnerOf(aiModel, catalogue);
  return maskSecret((owner && keys[owner]) ?? "");
}

/** Name, value before, value after (undefined: not sent) of each setting, for the audit log. */
export function modelRows(current: StoredModelSettings, input: SettingsInput): [name: string, before: unknown, after: unknown][] {
  const keys = KEYED_VENDORS.map((vendor): [string, unknown, unknown] => {
    const after = input.modelKeys?.[vendor];
    const isNew = after !== undefined && !isMask(after);
    return [`modelKeys.${vendor}`, maskSecret(current.keys[vendor] ?? ""), isNew ? maskSecret(after) : undefined];
  });
  const timeouts = (Object.keys(TIMEOUT_KEYS) as (keyof ReplyTimeouts)[]).map((name): [string, unknown, unknown] => [
    `timeouts.${name}`,
    current.timeouts[name],
    input.timeouts?.[name],
  ]);
  return [
    ...keys,
    ...timeouts,
    ["failover", current.failover.join(","), input.failover?.join(",")],
    ["rmPerUsd", current.rmPerUsd, input.rmPerUsd],
    ["budgets.boxSen", current.budgets.boxSen, input.budgets?.boxSen],
    ["budgets.ownerSen", current.budgets.ownerSen, input.budgets?.ownerSen],
  ];
}
