/** Questions that visitors may ask of an entry, from its first line and its prices. Pure, and linear in the text. */
import type { GoldenSuggestion } from "../../../contract/golden.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../contract/language.ts";
import { recognizeLanguage } from "../../knowledge/answerer-talk.ts";
import { LEXICONS } from "../../knowledge/lexicon/languages.ts";

export type Asked = Pick<GoldenSuggestion, "question" | "says">;

/** UTF-16 units of an entry that are read, and its lines. */
const MAX_READ = 4_000;
const MAX_LINES = 60;
/** The most for one entry. */
const MAX_PRICES = 3;

/**
 * What an entry may be asked, the surest first. @param language in which prices without other words are asked for; null: English
 */
export function questionsOf(text: string, language: Language | null): Asked[] {
  const lines = text.slice(0, MAX_READ).split("\n", MAX_LINES);
  const first = lines.findIndex((line) => line.trim() !== "");
  const title = headingOf(lines[first] ?? "");
  if (title?.endsWith("?")) return [{ question: title, says: [] }];
  const prices = lines.flatMap((line) => priceOf(line) ?? []);
  if (prices.length > 0) {
    const wanted = recognizeLanguage(text.slice(0, MAX_READ));
    return prices.slice(0, MAX_PRICES).map(({ name, says }) => ({
      question: LEXICONS[wanted ?? recognizeLanguage(name) ?? language ?? DEFAULT_LANGUAGE].talk.askPrice(name),
      says,
    }));
  }
  const hasMore = lines.slice(first + 1).some((line) => line.trim() !== "");
  return title !== null && hasMore ? [{ question: title, says: [] }] : [];
}

const LONGEST_HEADING = 80;

/** Null if the line is a sentence or an item of a list. */
function headingOf(line: string): string | null {
  const plain = plainOf(line.slice(0, LONGEST_HEADING * 3)).replace(/:$/, "");
  // Of headings above each other, the last one is the nearest.
  const last = plain.split(" › ").at(-1) ?? plain;
  return last !== "" && last.length <= LONGEST_HEADING && !/^[-*•\d|]/.test(last) && !/[.!;,]$/.test(last) ? last : null;
}

const plainOf = (line: string): string =>
  line
    .trim()
    .replace(/^#{1,6} /, "")
    .replace(/\*\*|__/g, "")
    .trim();

/** A price with its currency; "from RM50" and "RM5 - RM8" are prices of which an answer may say only a part. */
const PRICE = /\brm ?\d+(?:,\d{3})*(?:\.\d{1,2})?/gi;
const LONGEST_NAME = 50;
const MOST_WORDS = 6;
/** Words between a name and its price. */
const LINKS =
  /[\s:|–-]{1,20}$|\b(?:is|are|costs?|at|only|from|price|prices|harga|harganya|dari|daripada|bermula|ialah|adalah|starts?|starting)$/i;
/** What begins so, or has such a word, is a part of a sentence and names nothing that is for sale. */
const NO_NAME =
  /^(?:the|a|an|if|for|with|and|or|but|jika|kalau|untuk|dan|atau|total|jumlah|subtotal|price|harga)\b|\b(?:we|you|your|our|us|i|it|kami|kita|anda|awak|saya|save|jimat|above|over|below|minimum|min|lebih|melebihi|off|discount|diskaun|pay|paid|bayar|tempah|order|orders|pesanan|free|percuma|charge|caj|will|was|asal|is|are|ialah|adalah)\b/i;

/** What a line sells: its name, and its price if it has only one. */
function priceOf(line: string): { name: string; says: string[] } | null {
  const plain = plainOf(line.slice(0, 300)).replace(/^(?:[-*•|]|\d{1,2}[.)])\s*/, "");
  const prices = [...plain.matchAll(PRICE)];
  const [first] = prices;
  if (!first) return null;
  // "Kek pandan: Kecil RM38; Besar RM60" and "Latte | RM11" are about what is before the first sign.
  const before = plain.slice(0, first.index);
  const [subject = "", ...labels] = before.split(/[:|]/);
  const label = labels.join(" ");
  if (label.length > LONGEST_LABEL || /[.,;]/.test(label)) return null;
  const name = nameOf(subject);
  const isExact = prices.length === 1 && !/\b(?:from|dari|daripada|bermula)\b/i.test(before);
  return name === null ? null : { name, says: isExact ? [first[0]] : [] };
}

/** Between a name and its first price, as "Small" is. */
const LONGEST_LABEL = 25;

function nameOf(text: string): string | null {
  let name = text.replace(/\([^()]*\)?\s*$/, "").trim();
  for (let cut = name.replace(LINKS, ""); cut !== name; cut = name.replace(LINKS, "")) name = cut;
  const words = name.split(/\s+/);
  const isName = name.length >= 3 && name.length <= LONGEST_NAME && words.length <= MOST_WORDS && /^\p{L}/u.test(name);
  return isName && !/[.!?;,"]/.test(name) && !NO_NAME.test(name) ? lowered(words) : null;
}

/** As visitors write it: "Flat White" is "flat white", but "iPhone 11" and "Uncle Ravi's cut" keep their letters. */
function lowered(words: readonly string[]): string {
  const isTitle = words.every((word) => !/^\p{Ll}/u.test(word));
  return words
    .map((word, at) => (/^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*$/u.test(word) && (isTitle || at === 0) ? word.toLowerCase() : word))
    .join(" ");
}
