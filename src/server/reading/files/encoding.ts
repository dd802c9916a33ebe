/** Finds out how a text file is encoded. Nothing in the file says so unless it has a byte order mark. Pure. */

/** As many bytes decide. */
const SAMPLE = 65_536;
const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The text, or null if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decodeMarked(bytes) ?? decodeUtf16(bytes) ?? decodeStrictly("utf-8", bytes) ?? decodeDamaged(bytes) ?? decodeOld(bytes);
  return looksLikeText(text) ? text : null;
}

function decodeMarked(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decode("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decode("utf-16be", bytes);
  return first === 0xef && second === 0xbb && third === 0xbf ? decode("utf-8", bytes) : null;
}

/** Without a mark: in UTF-16, every other byte of text with spaces and digits is zero, always on the same side. */
function decodeUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 20;
  if (odd > many && even * 20 < odd) return decodeStrictly("utf-16le", bytes);
  return even > many && odd * 20 < even ? decodeStrictly("utf-16be", bytes) : null;
}

/** UTF-8 with some broken bytes, such as a text that was cut off within a character. */
function decodeDamaged(bytes: Uint8Array): string | null {
  const text = decode("utf-8", bytes);
  const sample = text.slice(0, SAMPLE);
  const broken = sample.split("\ufffd").length - 1;
  const whole = sample.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return whole > broken * 10 || (text.endsWith("\ufffd") && text.indexOf("\ufffd") >= text.length - 2) ? text : null;
}

/** One byte for each character; or, if such bytes are always in pairs and mostly make Chinese, two. */
function decodeOld(bytes: Uint8Array): string {
  const latin = decode("windows-1252", bytes);
  const runs = latin.slice(0, SAMPLE).match(/[\u0080-\uffff]+/g) ?? [];
  const isInPairs = runs.length > 0 && runs.filter((run) => run.length > 1).length > runs.length * 0.7;
  const chinese = isInPairs ? decodeStrictly("gb18030", bytes) : null;
  const han = chinese?.match(/\p{Script=Han}/gu)?.length ?? 0;
  const other = chinese?.match(/[^\p{ASCII}\p{Script=Han}\p{P}\p{S}\p{Z}]/gu)?.length ?? 0;
  return chinese !== null && han > other * 10 ? chinese : latin;
}

/** Text has hardly any control characters, and no zeros. */
function looksLikeText(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const controls = sample.match(/[^\P{Cc}\t\n\r\f]|\ufffd/gu)?.length ?? 0;
  return !sample.includes("\0") && (controls <= 1 || controls * 100 <= sample.length);
}
