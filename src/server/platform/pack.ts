/** Small answers that visitors of other people's pages wait for, compressed for browsers that take it. */
import { brotliCompressSync, constants } from "node:zlib";

/** A frame's page in under a millisecond; the qualities above take many times that for a percent. */
const QUALITY = 6;

/** The body and the headers that go with it. gzip, because on plain http browsers take nothing better. */
export function packed(text: string, request: Request): { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
    return { body: new Uint8Array(brotliCompressSync(text, { params })), headers: { "content-encoding": "br" } };
  }
  if (!/\bgzip\b/.test(accepted)) return { body: text, headers: {} };
  return { body: Bun.gzipSync(text), headers: { "content-encoding": "gzip" } };
}
