/** The catalogue on the wire. Uses an allow-list of fields, because endpoints contain keys. */
import type { ModelChoice, ModelGroup, ModelList } from "../../contract/model.ts";
import type { Models } from "./calls/models.ts";
import type { ListedModel } from "./catalogue/listed-model.ts";
import { VENDOR_IDS, VENDORS } from "./vendors/vendors.ts";

/** @param now epoch milliseconds */
export function presentModels(models: Models, now: number): ModelList {
  const { catalogue } = models;
  const choices = catalogue.rows.map(({ listed }) => catalogue.find(listed, now)).filter((row) => row !== null);
  const vendors = VENDOR_IDS.map((id): ModelGroup => {
    const { label, note, needsKey } = VENDORS[id];
    const rows = choices.filter((row) => row.vendor === id && row.endpoint === null);
    return { provider: id, label, note, keyPlace: needsKey ? "own" : "none", models: rows.map(presentChoice) };
  });
  const found = models.ollamaModels();
  const endpoints = catalogue.endpoints.map(({ name, label, apiKey }): ModelGroup => {
    const rows = choices.filter((row) => row.endpoint?.name === name);
    return { provider: name, label, note: "", keyPlace: apiKey === null ? "none" : "file", models: rows.map(presentChoice) };
  });
  return {
    groups: [...vendors, ...endpoints],
    ollama: { isFound: found !== null, models: [...(found ?? [])] },
    health: models.health(),
  };
}

function presentChoice(row: ListedModel): ModelChoice {
  return {
    listed: row.listed,
    label: row.label,
    premium: row.premium,
    served: row.model,
    note: row.note,
    until: row.until,
    successor: row.successor?.model ?? null,
    vision: row.vision,
    contextTokens: row.contextTokens,
    maxOutputTokens: row.maxOutputTokens,
    price: row.price,
  };
}
