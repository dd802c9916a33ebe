/** Decodes the bytes of a page as browsers do: byte order mark, then the header, then what the page says; otherwise a guess. */
import { decodeText } from "../files/encoding.ts";

/** Where a page may say it. */
const PRESCAN = 4_096;

/** `contentType`: the header's value, or null. @returns null if the bytes are not text */
export function decodePage(bytes: Uint8Array, contentType: string | null): string | null {
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, PRESCAN));
  const hasMark = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/.test(start);
  const named = charsetIn(contentType ?? "") ?? charsetIn(/<meta[^>]{0,500}charset[^>]{0,200}/i.exec(start)?.[0] ?? "");
  const decoder = hasMark || named === null ? null : decoderOf(named);
  return decoder ? decoder.decode(bytes) : decodeText(bytes);
}

const charsetIn = (text: string): string | null => /charset\s{0,9}=\s{0,9}["']?([\w.:-]{2,40})/i.exec(text)?.[1] ?? null;

/** Null for a name that is not known. A page cannot say in ASCII that it is UTF-16. */
function decoderOf(name: string): TextDecoder | null {
  if (/^utf-?16/i.test(name)) return null;
  try {
    return new TextDecoder(name);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
