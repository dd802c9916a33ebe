/**
 * Knowledge entries: their format, how words are counted, and which image addresses are allowed. The form, the server
 * and the widget share these functions, so this file imports nothing. Rules: product 4.
 */

const IMAGE_ENTRY = /^\[image\]([^[\]\s]+)\[\/image\]([\s\S]*)$/;
const MARKER = /\[\/?image\]/i;
const START_MARKER = "[image]";
const END_MARKER = "[/image]";
const CLOSING_BRACKET = 93;
const SPACE = 32;
/** Passing more arguments than this in one call can overflow the engine's stack. */
const UNITS_AT_ONCE = 4096;
const IMAGE_PATH = /\.(?:jpg|jpeg|png|gif|webp)$/i;
const MAX_URL = 2048;

/** Entries longer than this are shown truncated, with "Show more" (product 4.7). */
export const KNOWLEDGE_PREVIEW_LENGTH = 100;
export const IMAGE_EXTENSIONS = ["jpg", "jpeg", "png", "gif", "webp"] as const;

export type KnowledgeEntry = { kind: "text"; text: string } | { kind: "image"; url: string; text: string };

/** Reads the wire form. A text that merely contains a marker somewhere is a text entry. */
export function parseEntry(entry: string): KnowledgeEntry {
  const match = IMAGE_ENTRY.exec(entry);
  if (!match) return { kind: "text", text: entry };
  return { kind: "image", url: match[1] ?? "", text: (match[2] ?? "").trim() };
}

/** Writes the wire form: `[image]URL[/image]text` (product 4.1). */
export function formatEntry(entry: KnowledgeEntry): string {
  return entry.kind === "text" ? entry.text : `[image]${entry.url}[/image]${entry.text}`;
}

/** Control characters, which terminals act on, and what turns the direction of a text around: "RM54" would be read as RM45. */
const CONTROLS = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Removes what must not reach a visitor in any text that is not the visitor's own. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, "");

/**
 * Removes the markers from text that a visitor or a model wrote, because only the server may show an image. Removing one
 * marker may join the halves of another ("[im[image]age]"). One pass still finds all of them, however deeply they are
 * nested: whenever a closing bracket is added to the result, the end of the result is compared with each marker.
 */
export function stripImageMarkers(text: string): string {
  if (!MARKER.test(text)) return text;
  const kept = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    kept[length++] = unit;
    if (unit !== CLOSING_BRACKET) continue;
    const tail = String.fromCharCode(...kept.subarray(Math.max(0, length - END_MARKER.length), length)).toLowerCase();
    if (tail.endsWith(START_MARKER)) length -= START_MARKER.length;
    if (tail !== END_MARKER) continue;
    // The end marker separated an address from the text after it, so a space replaces it.
    length -= END_MARKER.length - 1;
    kept[length - 1] = SPACE;
  }
  let rest = "";
  for (let from = 0; from < length; from += UNITS_AT_ONCE) {
    rest += String.fromCharCode(...kept.subarray(from, Math.min(from + UNITS_AT_ONCE, length)));
  }
  return rest;
}

function readWebAddress(value: string): URL | null {
  if (value.length > MAX_URL || /[\s[\]<>"'\\]/.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" ? url : null;
}

/**
 * Whether a picture of the agent's appearance may be at this address: any http(s) address, since many image hosts have
 * addresses without an extension. Credentials in the address are refused: every visitor could read them.
 */
export const isPictureUrl = (value: string): boolean => readWebAddress(value) !== null;

/** Whether a knowledge entry may use this image address: like `isPictureUrl`, and the path ends in an allowed extension. */
export function isImageUrl(value: string): boolean {
  const url = readWebAddress(value);
  return url !== null && IMAGE_PATH.test(url.pathname);
}

// Words are counted by character class and not with Intl.Segmenter: engines ship different dictionaries, and the form
// and the server must count the same. In scripts without spaces each character counts, as in word processors.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
// Invisible letters and marks (Hangul fillers, grapheme joiner, variation selectors) must not join words.
const BLANK = String.raw`\u115F\u1160\u3164\uFFA0\u034F\uFE00-\uFE0F`;
const RUN = String.raw`[[\p{L}\p{N}\p{M}]--[${UNSPACED}${BLANK}]]+`;
// The v flag's set subtraction is 70 times faster on a long run than a lookahead for each character.
const WORD = new RegExp(String.raw`[${UNSPACED}]\p{M}*|${RUN}(?:['’.\-@]${RUN}|(?<=\p{N})[,:\/](?=\p{N})${RUN})*`, "gv");
/** Characters. A longer run of them counts as several words. */
export const LONGEST_WORD = 24;

/**
 * Counts words. A run without a space (an address, or words joined by dots or invisible characters) counts once for
 * each started 24 characters, so joining words does not get around the limit.
 */
export function countWords(text: string): number {
  let words = 0;
  for (const match of text.matchAll(WORD)) words += Math.ceil(match[0].length / LONGEST_WORD);
  // Characters that are not words (rows of dashes, emoji) also take up space in a prompt.
  return Math.max(words, Math.ceil(text.trim().length / LONGEST_WORD));
}

/** The longest beginning of `text` with at most `limit` words; it ends with a whole word. */
export function truncateWords(text: string, limit: number): string {
  if (text.trim().length > limit * LONGEST_WORD) return truncateWords(cutWhole(text.trimStart(), limit * LONGEST_WORD), limit);
  let words = 0;
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    words += Math.ceil(match[0].length / LONGEST_WORD);
    if (words > limit) return text.slice(0, end);
    end = match.index + match[0].length;
  }
  return text;
}

/** The first `length` UTF-16 units, without half a surrogate pair at the end. */
function cutWhole(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** The word limit of an entry: the plan's for a text, a tenth of it (rounded down) for an image's description. */
export function wordLimitFor(kind: KnowledgeEntry["kind"], planLimit: number): number {
  return kind === "image" ? Math.floor(planLimit / 10) : planLimit;
}

/** Shown, in Malay, when an image address breaks the rule or is missing (product 4.4). */
export const IMAGE_URL_INVALID = "Sila masukkan URL imej yang sah";
export const IMAGE_URL_REQUIRED = "URL imej diperlukan";
