/** Recognizes pages with the same text: print versions, sorted lists, pages that only say that nothing was found. Pure. */
import type { ReadDocument } from "../document.ts";
import type { Block } from "../html/blocks.ts";

const HASH_LENGTH = 22;
const KEY_LENGTH = 8;
/** Of 64 bits. */
const MAX_DIFFERENCE = 7;
const MAX_WORDS = 20_000;

const hashOf = (text: string, length: number): string => new Bun.CryptoHasher("sha256").update(text).digest("base64url").slice(0, length);

/**
 * The hash of a page as `PageMark.hash`: of the text with everything around it that is no link, so that it does not depend on
 * what other pages have in common; then of title, headings and numbers; then a sketch that is similar for similar texts.
 */
export function pageHash(blocks: readonly Block[], { title, parts }: ReadDocument): string {
  const raw = blocks.filter(({ region, isLink }) => region !== "edge" && !isLink).map(({ level, text }) => `${level} ${text}`);
  const text = parts.map((part) => part.text).join("\n");
  // Two products of a shop may differ in their names and prices only.
  const facts = [title, ...parts.map(({ heading }) => heading), ...(text.match(/\d[\d.,:]*/g) ?? [])].join("\n");
  return `${hashOf(`${title}\n${raw.join("\n")}`, HASH_LENGTH)}.${hashOf(facts, KEY_LENGTH)}.${sketchOf(text)}`;
}

/** Whether the pages with these hashes have the same text, or nearly the same with the same title, headings and numbers. */
export function isSameText(one: string, other: string): boolean {
  if (isUnchanged(one, other)) return true;
  const [, key, sketch] = one.split(".");
  const [, otherKey, otherSketch] = other.split(".");
  return key !== undefined && key === otherKey && difference(sketch ?? "", otherSketch ?? "") <= MAX_DIFFERENCE;
}

/** Whether a page that had the first hash and has the second is unchanged. */
export const isUnchanged = (one: string, other: string): boolean => one.split(".")[0] === other.split(".")[0];

/** SimHash of the pairs of words, in hexadecimal. */
function sketchOf(text: string): string {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  const sums = new Int32Array(64);
  for (let at = 0; at < words.length; at++) {
    const hash = Bun.hash.wyhash(`${words[at]} ${words[at + 1] ?? ""}`);
    const [low, high] = [Number(hash & 0xffffffffn), Number(hash >> 32n)];
    for (let bit = 0; bit < 32; bit++) {
      sums[bit] = (sums[bit] ?? 0) + ((low >>> bit) & 1 ? 1 : -1);
      sums[bit + 32] = (sums[bit + 32] ?? 0) + ((high >>> bit) & 1 ? 1 : -1);
    }
  }
  let sketch = 0n;
  for (const [bit, sum] of sums.entries()) if (sum > 0) sketch |= 1n << BigInt(bit);
  return sketch.toString(16).padStart(16, "0");
}

function difference(one: string, other: string): number {
  if (!/^[0-9a-f]{16}$/.test(one) || !/^[0-9a-f]{16}$/.test(other)) return 64;
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "").length;
}
