/** Passkeys in the browser. The library is loaded by the first use. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { PasskeyAnswer, PasskeyOptions } from "../contract/factor.ts";

/** Why a browser gave no answer. */
export type PasskeyProblem = "factors.passkey.cancelled" | "factors.passkey.known" | "factors.passkey.failed";

export class PasskeyFailed extends Error {
  override name = "PasskeyFailed";
  constructor(readonly problem: PasskeyProblem) {
    super(problem);
  }
}

/** Whether this browser has passkeys, on a page that is safe for them. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Whether a passkey of this installation can be used on this page. `origin`: where its passkeys belong. */
export function canUsePasskey(origin: string | null): boolean {
  const isHere = origin === null ? location.hostname === "localhost" : origin === location.origin;
  return isHere && hasPasskeys();
}

/** @throws PasskeyFailed */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return answered(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));
}

/** @throws PasskeyFailed */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return answered(startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }));
}

async function answered(asked: Promise<object>): Promise<PasskeyAnswer> {
  try {
    return (await asked) as PasskeyAnswer;
  } catch (error) {
    console.debug("passkey", error);
    throw new PasskeyFailed(problemOf(error));
  }
}

/** Names are those of the DOM: the person has closed the browser's dialog, or the device has a passkey of this account. */
function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "factors.passkey.cancelled";
  return name === "InvalidStateError" ? "factors.passkey.known" : "factors.passkey.failed";
}
