/**
 * Passkeys (WebAuthn). The name and the origin that a passkey belongs to are those of --public-url, never what a request
 * claims; without it, only those of localhost, which no other machine can have.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server";
import type { PasskeyAnswer, PasskeyOptions } from "../../contract/factor.ts";
import type { StoredPasskey } from "./factors-store.ts";

// The library reads certificates, which costs a tenth of a second at the start: it is loaded by the first use.
const library = () => import("@simplewebauthn/server");

/** Where passkeys of this installation work. */
export interface Party {
  /** The host, without a port. */
  id: string;
  origin: string;
}

const LOCAL = "localhost";

/** @returns null if there can be no passkeys: the public address is not known, or is no name. */
export function partyOf(publicUrl: string | null, request: Request | null): Party | null {
  const address = publicUrl ?? request?.url;
  if (address === undefined) return null;
  const { hostname, origin, protocol } = new URL(address);
  if (publicUrl === null) return hostname === LOCAL ? { id: hostname, origin } : null;
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith("[");
  return isName && (protocol === "https:" || hostname === LOCAL) ? { id: hostname, origin } : null;
}

// The library throws for whatever an answer lacks. What it says is about text that a client has sent, so it is not logged.

const described = ({ id, transports }: StoredPasskey) => ({ id, transports: transports as WebAuthnCredential["transports"] });

/** What a browser needs to make a passkey. One that can sign in alone is preferred, but no condition. */
export async function optionsForNew(
  party: Party,
  person: { id: string; username: string; displayName: string; issuer: string },
  known: readonly StoredPasskey[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: person.issuer,
    rpID: party.id,
    userID: new TextEncoder().encode(person.id),
    userName: person.username,
    userDisplayName: person.displayName,
    attestationType: "none",
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return { ...options };
}

/** What a browser needs to ask for a passkey: one of these, or, for a login with nothing else, any. */
export async function optionsForUse(party: Party, known: readonly StoredPasskey[] | null): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known?.map(described),
    userVerification: known ? "preferred" : "required",
  });
  return { ...options };
}

/** @returns the new passkey, or null if the answer is not one to this challenge from this origin. */
export async function readNew(
  party: Party,
  challenge: string,
  answer: PasskeyAnswer,
): Promise<Pick<StoredPasskey, "id" | "publicKey" | "counter" | "transports"> | null> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey: publicKey.toBase64({ alphabet: "base64url", omitPadding: true }), counter, transports };
  } catch {
    return null;
  }
}

/** @returns the authenticator's count, or null if the answer was not made with this passkey. `isAlone`: nothing else is asked. */
export async function readUse(
  party: Party,
  challenge: string,
  answer: PasskeyAnswer,
  passkey: StoredPasskey,
  isAlone: boolean,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: isAlone,
      credential: {
        ...described(passkey),
        publicKey: Uint8Array.fromBase64(passkey.publicKey, { alphabet: "base64url" }),
        counter: passkey.counter,
      },
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
