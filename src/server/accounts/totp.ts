/** The codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds. */
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** The codes of the period before and after count too: clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const totpOf = (secret: Secret, names: { issuer: string; label: string } = { issuer: "", label: "" }) =>
  new TOTP({ ...names, secret, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** A new secret, as base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that the QR code holds. A colon would end the name of the issuer. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(Secret.fromBase32(secret), { issuer: issuer.replaceAll(":", " "), label: label.replaceAll(":", " ") }).toString();
}

/** The period of a code, or null if it is not one of those that are valid at `now` (epoch milliseconds). */
export function periodOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / (PERIOD_SECONDS * 1_000)) + delta;
}
