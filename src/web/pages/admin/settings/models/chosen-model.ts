/** Looks up a chosen model in the list of models. Pure. */
import type { ModelChoice, ModelGroup } from "../../../../../contract/model.ts";
import { BUILTIN_MODEL } from "../../../../../contract/settings.ts";

/** The group of a model; null for the built-in answerer and for a model that is in no group. */
export function groupOf(id: string, groups: readonly ModelGroup[]): ModelGroup | null {
  if (id === BUILTIN_MODEL) return null;
  const listed = groups.find(({ models }) => models.some((model) => model.listed === id));
  return listed ?? groups.find(({ provider }) => id.startsWith(`${provider}/`)) ?? null;
}

export function choiceOf(id: string, groups: readonly ModelGroup[]): ModelChoice | null {
  return groups.flatMap(({ models }) => models).find((model) => model.listed === id) ?? null;
}

/** The vendor whose key the group needs; null when it needs no key from the settings. */
export function keyedProvider(group: ModelGroup | null): string | null {
  return group?.keyPlace === "own" ? group.provider : null;
}

/** The label of a group, such as `Groq (Fast & Free)`. */
export function groupLabel({ label, note }: ModelGroup): string {
  return note === "" ? label : `${label} (${note})`;
}

/** The label of a model in the list. */
export function modelLabel({ label, premium }: ModelChoice): string {
  return premium ? `${label} (Premium)` : label;
}
