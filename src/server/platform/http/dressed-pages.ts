/** The application's documents as this installation shows them, made of the built ones when they are first asked for. */

import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gunzipSync, gzipSync } from "node:zlib";

/** Browsers accept br over https only, and gzip everywhere. */
export type Encoding = "br" | "gzip";

/** How the documents differ from the built ones. */
export interface Dress {
  /** Two dresses with the same key make the same documents. */
  key: string;
  fill(template: string): string;
  /** The text of the style element in the documents, which their policy must allow; empty: there is none. */
  style: string;
}

export interface DressedPage {
  hash: string;
  plain: Uint8Array<ArrayBuffer>;
  encoded: Record<Encoding, Uint8Array<ArrayBuffer>>;
}

/** Good enough, and fast: the highest quality would block the event loop for long. */
const QUALITY = 9;

/** A document with marks, compressed with gzip, in a file. */
export interface Template {
  path: string;
  file: string;
}

/** Keeps the documents of the latest dress only: it changes when the administrator saves settings. */
export function createWardrobe(): (template: Template, dress: Dress) => DressedPage {
  let key: string | null = null;
  const kept = new Map<string, DressedPage>();
  return ({ path, file }, dress) => {
    if (key !== dress.key) kept.clear();
    key = dress.key;
    const known = kept.get(path);
    if (known) return known;
    const page = make(dress.fill(gunzipSync(readFileSync(file)).toString()));
    kept.set(path, page);
    return page;
  };
}

function make(html: string): DressedPage {
  const plain = new TextEncoder().encode(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    hash: new Bun.CryptoHasher("sha256").update(plain).digest("hex").slice(0, 16),
    plain,
    encoded: { br: new Uint8Array(brotliCompressSync(plain, { params })), gzip: new Uint8Array(gzipSync(plain)) },
  };
}
