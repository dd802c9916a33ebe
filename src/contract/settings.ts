/** Global settings. Rules: product 9.2 to 9.4. */
import type { Banner } from "./banner.ts";
import type { Limits } from "./limits.ts";
import type { ModelSettings } from "./model.ts";
import type { FilledField, OpenField, OwnerField, SettingsValues } from "./settings-fields.ts";

/** The model of a new installation (product 7.1). It answers once a key for its provider is stored. */
export const DEFAULT_MODEL = "gemini-pro";

/** The choice of no model: only the built-in answerer replies. */
export const BUILTIN_MODEL = "builtin";

/** The settings that anyone may read. */
export interface PublicSettings extends Pick<SettingsValues, OpenField> {
  aiModel: string;
  billingConfigured: boolean;
  /** Whether the installation can send mail with links. */
  mailReady: boolean;
  /** Where people can sign in with a passkey; null while the installation does not know its public address. */
  passkeyOrigin: string | null;
}

/** A signed-in owner also sees the sandbox switch, and of each other billing field whether it is filled: a mask or the empty string. */
export interface OwnerSettings extends PublicSettings, Pick<SettingsValues, OwnerField | FilledField> {
  /** Null unless it is shown now. */
  banner: Banner | null;
}

/** The administrator sees masks with the last four characters; a PUT of an unchanged mask changes nothing. */
export interface AdminSettings extends PublicSettings, SettingsValues, ModelSettings {
  apiKey: string;
  /** A PUT may contain only some of them; null resets a limit to its default. */
  limits: Limits;
}

const DOTS = "••••••••";

/** The mask that is shown for a stored secret. It shows no character of a short secret. */
export function maskSecret(secret: string): string {
  if (secret === "") return "";
  return secret.length >= 12 ? DOTS + secret.slice(-4) : DOTS;
}

/** The mask of a password: none of its characters, however long it is. */
export const maskPassword = (password: string): string => (password === "" ? "" : DOTS);

/** True for anything that `maskSecret` could have returned: the client sent back the mask that it was shown. */
export function isMask(value: string): boolean {
  return value.startsWith(DOTS);
}
