/** Global settings. Rules: product 9.2 to 9.4. */
import type { Limits } from "./limits.ts";
import type { ModelSettings } from "./model.ts";
import type { FilledField, OpenField, OwnerField, SettingsValues } from "./settings-fields.ts";

/** Fresh installations start with it (product 7.1); it answers once a key for its provider is stored. */
export const DEFAULT_MODEL = "gemini-pro";

/** Chosen in place of a model: only the built-in answerer replies. */
export const BUILTIN_MODEL = "builtin";

/** What anyone may read. */
export interface PublicSettings extends Pick<SettingsValues, OpenField> {
  aiModel: string;
  billingConfigured: boolean;
}

/** A signed-in owner also sees whether each billing field is filled: a mask or the empty string. */
export interface OwnerSettings extends PublicSettings, Pick<SettingsValues, OwnerField | FilledField> {}

/** The administrator sees masks with the last four characters; a PUT of an unchanged mask changes nothing. */
export interface AdminSettings extends PublicSettings, SettingsValues, ModelSettings {
  apiKey: string;
  /** A PUT takes some of them; null sets the default again. */
  limits: Limits;
}

const DOTS = "••••••••";

/** Stands for a stored secret. Short secrets show nothing of themselves. */
export function maskSecret(secret: string): string {
  if (secret === "") return "";
  return secret.length >= 12 ? DOTS + secret.slice(-4) : DOTS;
}

/** True for anything `maskSecret` could have made: a client sent back what it was shown. */
export function isMask(value: string): boolean {
  return value.startsWith(DOTS);
}
