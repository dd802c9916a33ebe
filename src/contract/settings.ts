/** Global settings. Rules: product 9.2 to 9.4. */
import type { Limits } from "./limits.ts";
import type { ModelSettings } from "./model.ts";

/** Fresh installations start with it (product 7.1); it answers once a key for its provider is stored. */
export const DEFAULT_MODEL = "gemini-pro";

/** Chosen in place of a model: only the built-in answerer replies. */
export const BUILTIN_MODEL = "builtin";

/** What anyone may read. */
export interface PublicSettings {
  aiModel: string;
  billingConfigured: boolean;
  /** Whether strangers may make accounts. */
  signUpsOpen: boolean;
}

/** A signed-in owner also sees whether each billing field is filled: a mask or the empty string. */
export interface OwnerSettings extends PublicSettings {
  billplzApiKey: string;
  billplzCollectionId: string;
  billplzXSignatureKey: string;
  billplzSandbox: boolean;
}

/** The administrator sees masks with the last four characters; a PUT of an unchanged mask changes nothing. */
export interface AdminSettings extends OwnerSettings, ModelSettings {
  apiKey: string;
  /** Stand on receipts. */
  operatorName: string;
  operatorAddress: string;
  /** Days that conversations are kept after their last message; 0: for ever. */
  retentionDays: number;
  /** A PUT takes some of them; null sets the default again. */
  limits: Limits;
  /** The proposed budget was declined: it is not proposed again. */
  budgetDeclined: boolean;
}

export const OPERATOR_NAME_MAX = 120;
export const OPERATOR_ADDRESS_MAX = 400;
/** Ten years. */
export const MAX_RETENTION_DAYS = 3_650;

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
