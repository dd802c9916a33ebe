/** Private keys in the database: those of certificates, and those of accounts at certificate authorities. */
import { type Keys, SealError } from "../platform/keys.ts";
import type { StoredCertificate } from "./store.ts";

export const keyContext = (domain: string) => `certificate:${domain}`;
export const accountContext = (directory: string) => `acme-account:${directory}`;

/** The private key of a stored certificate, PEM; null if it was sealed with another secret key. */
export function openKey(keys: Pick<Keys, "open">, { domain, sealedKey }: Pick<StoredCertificate, "domain" | "sealedKey">): string | null {
  return sealedKey === null ? null : openSealed(keys, sealedKey, keyContext(domain));
}

/** Null if it was sealed with another secret key. */
export function openSealed(keys: Pick<Keys, "open">, sealed: string, context: string): string | null {
  try {
    return keys.open(sealed, context);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
