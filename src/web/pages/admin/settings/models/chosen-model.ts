/** What the list of models says about a chosen name. Pure. */
import type { ModelChoice, ModelGroup } from "../../../../../contract/model.ts";
import { BUILTIN_MODEL } from "../../../../../contract/settings.ts";

/** Null for the built-in answerer, and for what belongs to no group. */
export function groupOf(id: string, groups: readonly ModelGroup[]): ModelGroup | null {
  if (id === BUILTIN_MODEL) return null;
  const listed = groups.find(({ models }) => models.some((model) => model.listed === id));
  return listed ?? groups.find(({ provider }) => id.startsWith(`${provider}/`)) ?? null;
}

export function choiceOf(id: string, groups: readonly ModelGroup[]): ModelChoice | null {
  return groups.flatMap(({ models }) => models).find((model) => model.listed === id) ?? null;
}

/** The vendor whose key of the settings a group needs. */
export function keyedProvider(group: ModelGroup | null): string | null {
  return group?.keyPlace === "own" ? group.provider : null;
}

/** `Groq (Fast & Free)` */
export function groupLabel({ label, note }: ModelGroup): string {
  return note === "" ? label : `${label} (${note})`;
}

/** How a model reads in the list. */
export function modelLabel({ label, premium }: ModelChoice): string {
  return premium ? `${label} (Premium)` : label;
}
