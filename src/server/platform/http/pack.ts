/** Compresses the small answers that visitors of host pages wait for, for browsers that accept it. */
import { brotliCompressSync, constants } from "node:zlib";

/** Takes a fraction of a millisecond; higher qualities take many times longer and save only a few percent. */
const QUICK = 6;
/** For text that is compressed once and sent many times: takes 6 ms for 10 KB, and the result is 3 % smaller. */
const THOROUGH = 11;
/** log2 of 16 KB: these texts are not longer, and setting up the default window takes longer than compressing them. */
const WINDOW = 14;

export interface Packed {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** The body and its headers. Includes gzip, because on plain http browsers accept nothing better. */
export function packed(text: string, request: Request): Packed {
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (/\bbr\b/.test(accepted)) return { body: new Uint8Array(compress(text, QUICK)), headers: { "content-encoding": "br" } };
  if (!/\bgzip\b/.test(accepted)) return { body: text, headers: {} };
  return { body: Bun.gzipSync(text), headers: { "content-encoding": "gzip" } };
}

/** The constant beginning of a text whose end varies: it is compressed only once. */
export interface PackedHead {
  readonly text: string;
  /** The head and `tail` together, as `packed` would return them. */
  finish(tail: string, request: Request): Packed;
}

export function packHead(text: string): PackedHead {
  let head: Uint8Array | null = null;
  return {
    text,
    finish(tail, request) {
      const end = new TextEncoder().encode(tail);
      const takesBrotli = /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");
      if (!takesBrotli || end.length === 0 || end.length > LONGEST_END) return packed(text + tail, request);
      head ??= compress(text, THOROUGH, constants.BROTLI_OPERATION_FLUSH);
      return { body: joinBrotli(head, end), headers: { "content-encoding": "br" } };
    },
  };
}

function compress(text: string, quality: number, finishFlush: number = constants.BROTLI_OPERATION_FINISH): Uint8Array {
  return brotliCompressSync(text, {
    finishFlush,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** Maximum bytes of one uncompressed part, whose length is written with 16 bits. */
const LONGEST_END = 65_536;
const END_OF_STREAM = 0b11;

/**
 * A flushed Brotli stream ends at a whole byte, so another part can follow: here an uncompressed part and the empty last
 * part (RFC 7932 §9.2: ISLAST 0, MNIBBLES 0 for four nibbles, MLEN − 1 in 16 bits, ISUNCOMPRESSED 1, padding).
 */
function joinBrotli(head: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const meta = ((end.length - 1) << 3) | (1 << 19);
  const whole = new Uint8Array(head.length + 3 + end.length + 1);
  whole.set(head);
  whole.set([meta & 255, (meta >> 8) & 255, (meta >> 16) & 255], head.length);
  whole.set(end, head.length + 3);
  whole[whole.length - 1] = END_OF_STREAM;
  return whole;
}
