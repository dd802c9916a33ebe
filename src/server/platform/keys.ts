/**
 * Everything that uses the installation's secret key: it seals stored values and signs tokens that clients keep.
 * A separate key is derived from it for each purpose.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

export interface Keys {
  /** AES-256-GCM. `context` (for example the setting's name) is authenticated: a sealed value cannot be moved elsewhere. */
  seal(plain: string, context: string): string;
  /** @throws SealError if the value was sealed with another key or has been changed. */
  open(sealed: string, context: string): string;
  /** `payload.signature`, both base64url. */
  sign(payload: object, purpose: string): string;
  /** The payload of a token that `sign` made for the same purpose, otherwise null. The caller checks whether it has expired. */
  verify(token: string, purpose: string): unknown;
  /** A keyed hash of `text` that only this installation can compute; base64url. */
  digest(text: string, purpose: string): string;
}

export class SealError extends Error {
  override name = "SealError";
}

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A visitor session may carry a name and an address in characters that take six bytes each. */
const MAX_TOKEN = 8_192;

export function createKeys(secret: Uint8Array): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "sapa", purpose, 32));
  const sealKey = derive("seal");
  // One keyed hasher for each purpose: copying it is cheaper than setting up the key again for every ticket and session.
  const signers = new Map<string, Bun.CryptoHasher>();
  const signature = (body: string, purpose: string): Buffer => {
    let signer = signers.get(purpose);
    if (!signer) {
      signer = new Bun.CryptoHasher("sha256", derive(`sign:${purpose}`));
      signers.set(purpose, signer);
    }
    return signer.copy().update(body).digest();
  };

  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, context) {
      const [version, body] = sealed.split(".");
      const bytes = Buffer.from(body ?? "", "base64url");
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError("not a sealed value");
      try {
        const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch {
        throw new SealError("the value was sealed with another key, or has been changed");
      }
    },
    sign(payload, purpose) {
      const body = Buffer.from(JSON.stringify(payload)).toString("base64url");
      return `${body}.${signature(body, purpose).toString("base64url")}`;
    },
    digest: (text, purpose) => signature(text, `digest:${purpose}`).toString("base64url"),
    verify(token, purpose) {
      if (token.length > MAX_TOKEN) return null;
      const [body, given, extra] = token.split(".");
      if (!body || !given || extra !== undefined) return null;
      const wanted = signature(body, purpose);
      const bytes = Buffer.from(given, "base64url");
      if (bytes.length !== wanted.length || !timingSafeEqual(bytes, wanted)) return null;
      try {
        return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
      } catch {
        return null;
      }
    },
  };
}
