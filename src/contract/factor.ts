/** Second factors: an authenticator app, passkeys and recovery codes. Rules: product 18.14 to 18.20. */
import type { SignedIn } from "./user.ts";

export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 10;
export const PASSKEY_NAME_MAX = 60;

/** A login whose password was right, and that needs a second factor. */
export interface SecondStep {
  secondStep: {
    /** Goes with the second factor, from the same browser. */
    token: string;
    /** ISO 8601 UTC. */
    expiresAt: string;
    app: boolean;
    passkey: boolean;
  };
}

export type LoginAnswer = SignedIn | SecondStep;

/** What the browser gives to `navigator.credentials`, as JSON (WebAuthn). */
export type PasskeyOptions = Record<string, unknown>;

/** What the browser got from it. */
export interface PasskeyAnswer {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    /** Of a new passkey. */
    attestationObject?: string;
    transports?: string[];
    /** Of a use. */
    authenticatorData?: string;
    signature?: string;
    userHandle?: string;
  };
  clientExtensionResults: Record<string, never>;
  authenticatorAttachment?: string;
}

/** A challenge that a passkey signs. */
export interface PasskeyChallenge {
  token: string;
  options: PasskeyOptions;
}

export interface PasskeyView {
  id: string;
  name: string;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC; null: not used yet. */
  lastUsedAt: string | null;
}

/** `GET /api/account/factors`: the second factors of the person who is signed in. */
export interface OwnFactors {
  /** Null: no authenticator app. */
  app: { createdAt: string; lastUsedAt: string | null } | null;
  passkeys: PasskeyView[];
  /** How many recovery codes were not used yet. */
  recoveryCodes: number;
  /** The operator requires a second factor. */
  isRequired: boolean;
  /** Where passkeys can be made and used; null: nowhere, because the installation does not know its public address. */
  passkeyOrigin: string | null;
}

/** An app that is being set up. */
export interface NewApp {
  token: string;
  /** Base32, to be typed into the app. */
  secret: string;
  /** The same as an address, for the QR code. */
  uri: string;
}

/** A factor that was added. */
export interface FactorAdded {
  /** The recovery codes, this one time, with the first factor; otherwise null. */
  recoveryCodes: string[] | null;
}
