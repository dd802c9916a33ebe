/** The part of DER (ITU-T X.690) that requests for certificates are written in, and that is read of certificates. */

const LONG_FORM = 0x80;

export const SEQUENCE = 0x30;
export const INTEGER = 0x02;

/** One element with its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): number[] {
  if (length < LONG_FORM) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [LONG_FORM + bytes.length, ...bytes];
}

export const sequence = (...content: readonly Uint8Array[]) => element(SEQUENCE, ...content);
export const set = (...content: readonly Uint8Array[]) => element(0x31, ...content);
export const octets = (...content: readonly Uint8Array[]) => element(0x04, ...content);
/** A string of whole bytes. */
export const bits = (content: Uint8Array) => element(0x03, Buffer.of(0), content);
/** `[number]` that contains elements. */
export const tagged = (number: number, ...content: readonly Uint8Array[]) => element(0xa0 + number, ...content);
/** `[number]` that replaces the tag of a plain string. */
export const taggedText = (number: number, text: string) => element(LONG_FORM + number, Buffer.from(text, "ascii"));
/** A number that is not negative, big-endian. It is written in as few bytes as DER asks for, whatever zeros it begins with. */
export function integer(bytes: Uint8Array): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0);
  const shortest = from === -1 ? Buffer.of(0) : bytes.subarray(from);
  return element(INTEGER, (shortest[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.of(), shortest);
}

/** An object identifier, such as `2.5.29.17`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of others) {
    const groups = [part & 0x7f];
    for (let rest = part >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, Buffer.from(bytes));
}

export interface Element {
  tag: number;
  content: Buffer;
}

/** The elements that follow each other in these bytes. @throws RangeError if they are cut off. */
export function readElements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const width = first < LONG_FORM ? 0 : first - LONG_FORM;
    if (width > 4) throw new RangeError("an element is too long");
    const length = width === 0 ? first : bytes.readUIntBE(at + 2, width);
    const begin = at + 2 + width;
    if (begin + length > bytes.length) throw new RangeError("an element is cut off");
    found.push({ tag, content: bytes.subarray(begin, begin + length) });
    at = begin + length;
  }
  return found;
}
