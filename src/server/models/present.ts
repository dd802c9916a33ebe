/** The catalogue on the wire. An allow-list: endpoints have keys. */
import type { ModelChoice, ModelGroup, ModelList } from "../../contract/model.ts";
import type { Models } from "./calls/models.ts";
import { MODEL_GROUPS } from "./catalogue/catalogue.ts";
import type { ListedModel } from "./model.ts";

/** @param now epoch milliseconds */
export function presentModels(models: Models, now: number): ModelList {
  const { catalogue } = models;
  const choices = catalogue.rows.map(({ listed }) => catalogue.find(listed, now)).filter((row) => row !== null);
  const own = MODEL_GROUPS.map((group): ModelGroup => {
    const rows = choices.filter((row) => row.provider === group.provider && row.endpoint === null);
    return { ...group, keyPlace: "own", models: rows.map(presentChoice) };
  });
  const local = choices.filter((row) => row.provider === "ollama" && row.endpoint === null);
  const found = models.ollamaModels();
  const endpoints = catalogue.endpoints.map(({ name, label, apiKey }): ModelGroup => {
    const rows = choices.filter((row) => row.endpoint?.name === name);
    return { provider: name, label, note: "", keyPlace: apiKey === null ? "none" : "file", models: rows.map(presentChoice) };
  });
  return {
    groups: [...own, { provider: "ollama", label: "Ollama", note: "", keyPlace: "none", models: local.map(presentChoice) }, ...endpoints],
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
