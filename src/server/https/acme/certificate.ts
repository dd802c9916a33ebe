/** What is read of an issued certificate. */
import { type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { type Element, INTEGER, readElements } from "./der.ts";

export interface Issued {
  /** The certificate and those of the authorities above it, PEM. */
  chain: string;
  /** Epoch milliseconds. */
  beginsAt: number;
  expiresAt: number;
}

/** @throws Error if this is no certificate for the domain and the key, or it is over at `now` (epoch milliseconds). */
export function readIssued(chain: string, { domain, key, now }: { domain: string; key: KeyObject; now: number }): Issued {
  const leaf = new X509Certificate(chain);
  const [beginsAt, expiresAt] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()];
  if (!leaf.checkPrivateKey(key)) throw new Error("The certificate is for another key.");
  if (leaf.checkHost(domain) === undefined) throw new Error("The certificate is for another domain.");
  if (!(beginsAt < expiresAt)) throw new Error("The certificate is never valid.");
  if (expiresAt <= now) throw new Error("The certificate has already expired. Check the clock of this machine.");
  // The rest of the chain is read here only. What cannot be served must not be stored.
  createSecureContext({ cert: chain, key: key.export({ type: "pkcs8", format: "pem" }) });
  return { chain, beginsAt, expiresAt };
}

const AUTHORITY_KEY_ID = Buffer.from("551d23", "hex");
const EXTENSIONS = 0xa3;
const KEY_ID = 0x80;

/**
 * The certificate's name in questions about its renewal (RFC 9773, 4.1): the authority's key and the serial number.
 * Null if the certificate does not name the authority's key.
 */
export function renewalId(chain: string): string | null {
  const [certificate] = readElements(Buffer.from(new X509Certificate(chain).raw));
  const [signed] = childrenOf(certificate);
  const parts = childrenOf(signed);
  const serial = parts.find(({ tag }) => tag === INTEGER)?.content;
  const [extensions] = childrenOf(parts.find(({ tag }) => tag === EXTENSIONS));
  const authority = childrenOf(extensions)
    .map(childrenOf)
    .find(([id]) => id?.content.equals(AUTHORITY_KEY_ID));
  const [value] = childrenOf(authority?.at(-1));
  const keyId = childrenOf(value).find(({ tag }) => tag === KEY_ID)?.content;
  return keyId && serial ? `${keyId.toString("base64url")}.${serial.toString("base64url")}` : null;
}

const childrenOf = (parent: Element | undefined): Element[] => (parent ? readElements(parent.content) : []);
