import { DEFAULT_LIMITS, LIMIT_NAMES, type LimitName, type Limits } from "../../../../contract/limits.ts";

/** What the form holds; null: an empty field, which stands for the default. */
export type LimitValues = Record<LimitName, number | null>;

/** What was changed, and nothing else. A default is sent as null, so that it follows the defaults of later versions. */
export function limitChanges(stored: Limits, values: LimitValues): Partial<LimitValues> {
  const changed = LIMIT_NAMES.filter((name) => (values[name] ?? DEFAULT_LIMITS[name]) !== stored[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name] === DEFAULT_LIMITS[name] ? null : values[name]]));
}
