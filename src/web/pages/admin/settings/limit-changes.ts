import { DEFAULT_LIMITS, LIMIT_NAMES, type LimitName } from "../../../../contract/limits.ts";

/** The values of the form. Null: an empty field, which means the default. */
export type LimitValues = Record<LimitName, number | null>;

/** Only the changed limits. A default is sent as null, so that it follows the defaults of later versions. */
export function limitChanges(stored: LimitValues, values: LimitValues): Partial<LimitValues> {
  const changed = LIMIT_NAMES.filter((name) => (values[name] ?? DEFAULT_LIMITS[name]) !== (stored[name] ?? DEFAULT_LIMITS[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name] === DEFAULT_LIMITS[name] ? null : values[name]]));
}
