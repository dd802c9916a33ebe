/** Reads numbers, in digits and in words of both languages. Pure. */
import type { Token } from "./cut.ts";
import { DIGITS, ONE_SCALES, ORDINALS, SCALES, TEENS, TENS } from "./words.ts";

export interface Quantity {
  /** Positions of its tokens; `end` is the position after the last one. */
  from: number;
  end: number;
  /** What it may mean: "1.200" is 1.2 or 1200. Empty for a list such as "1,2,3". */
  values: readonly number[];
  /** The digits as they are written; null if a word is part of it. */
  digits: string | null;
}

/** The position after white space of at most two signs, or a hyphen between two words ("forty-five"). */
function skipGap(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  if (token?.kind === "space" && token.text.length <= 2) return at + 1;
  return token?.text === "-" && tokens[at + 1]?.kind === "word" && tokens[at - 1]?.kind === "word" ? at + 1 : at;
}

/** What a number in digits may mean. */
export function valuesOf(text: string): number[] {
  if (/^\d{1,15}$/.test(text)) return [Number(text)];
  const parts = text.split(/[.,]/);
  const isGrouped =
    parts.length > 1 && parts[0] !== "" && (parts[0]?.length ?? 9) <= 3 && parts.slice(1).every((part) => part.length === 3);
  const signs = text.replace(/\d/g, "");
  if (isGrouped && new Set(signs).size === 1) {
    const whole = Number(parts.join(""));
    return signs === "." ? [whole, Number(text)] : [whole];
  }
  if (/^\d{1,15}[.,]\d{1,4}$/.test(text)) return [Number(text.replace(",", "."))];
  // "1,234.50", "1.234,50" and the Indian "1,00,000".
  const [, whole = "", fraction] =
    /^(\d{1,3}(?:,\d{2,3}){1,5})(?:\.(\d{1,2}))?$/.exec(text) ?? /^(\d{1,3}(?:\.\d{3}){1,5}),(\d{1,2})$/.exec(text) ?? [];
  if (whole === "" || !/[.,]\d{3}$/.test(whole)) return [];
  return [Number(`${whole.replace(/[.,]/g, "")}.${fraction ?? 0}`)];
}

/** The number that begins at this token; null if none does. */
export function readQuantity(tokens: readonly Token[], from: number, isRest = false): Quantity | null {
  const first = tokens[from];
  if (first?.kind === "number") return withScale(tokens, { from, end: from + 1, values: valuesOf(first.text), digits: first.text }, isRest);
  return first?.kind === "word" ? readWords(tokens, from) : null;
}

/** "45 ribu", "1.2 million", "RM1.2k". */
function withScale(tokens: readonly Token[], quantity: Quantity, isRest: boolean): Quantity {
  if (tokens[quantity.end]?.text === "k") {
    return { ...quantity, end: quantity.end + 1, values: quantity.values.map((value) => value * 1_000), digits: null };
  }
  let { end } = quantity;
  let scale = 1;
  for (let at = skipGap(tokens, end); SCALES.has(tokens[at]?.text ?? ""); at = skipGap(tokens, end)) {
    scale *= SCALES.get(tokens[at]?.text ?? "") ?? 1;
    end = at + 1;
  }
  if (scale === 1) return quantity;
  const rest = isRest ? null : readQuantity(tokens, skipGap(tokens, end), true);
  const more = rest?.digits === null || (rest?.values[0] ?? scale) >= scale ? null : rest;
  return {
    from: quantity.from,
    end: more?.end ?? end,
    values: quantity.values.map((value) => value * scale + (more?.values[0] ?? 0)),
    digits: null,
  };
}

/** The sum of a number in words while it is read: "dua ribu lima ratus" has the total 2000 and the group 500. */
interface Sum {
  total: number;
  group: number;
  isOpen: boolean;
}

/** Adds one word. @returns false if the word does not continue the number. */
function addWord(sum: Sum, word: string): boolean {
  const ones = sum.group % 10;
  const small = DIGITS.get(word);
  if (small !== undefined) {
    if (ones !== 0 || (sum.group % 100 !== 0 && sum.group % 100 < 20) || (sum.isOpen && sum.group === 0 && sum.total === 0)) return false;
    sum.group += small;
  } else if (word === "belas" && sum.group % 100 === ones && ones > 0) sum.group += 10;
  else if (word === "puluh" && sum.group % 100 === ones && ones > 0) sum.group += ones * 9;
  else {
    const large = TEENS.get(word) ?? TENS.get(word);
    const scale = SCALES.get(word) ?? 0;
    const one = ONE_SCALES.get(word) ?? 0;
    if (large !== undefined) {
      if (sum.group % 100 !== 0) return false;
      sum.group += large;
    } else if (scale === 100 && sum.group % 100 > 0 && sum.group < 100) sum.group *= 100;
    else if (scale > 0 && !sum.isOpen) sum.group = scale;
    else if (scale > 100 && sum.group > 0) {
      sum.total += sum.group * scale;
      sum.group = 0;
    } else if (one === 100 && sum.group === 0) sum.group = 100;
    else if (one > 100 && sum.total === 0 && sum.group === 0) sum.total = one;
    else return false;
  }
  sum.isOpen = true;
  return true;
}

function readWords(tokens: readonly Token[], from: number): Quantity | null {
  const sum: Sum = { total: 0, group: 0, isOpen: false };
  let at = from;
  if (/^an?$/.test(tokens[at]?.text ?? "") && SCALES.has(tokens[skipGap(tokens, at + 1)]?.text ?? "")) {
    sum.group = 1;
    sum.isOpen = true;
    at = skipGap(tokens, at + 1);
  }
  let end = from;
  for (; tokens[at]?.kind === "word"; at = skipGap(tokens, end)) {
    const word = tokens[at]?.text ?? "";
    if (addWord(sum, word)) end = at + 1;
    else if ((word === "and" || word === "dan") && sum.isOpen && sum.total + sum.group >= 100 && canFollow(tokens, at + 1, sum)) {
      end = at + 1;
    } else break;
  }
  if (end === from) return null;
  const point = readPoint(tokens, end);
  return { from, end: point?.end ?? end, values: [sum.total + sum.group + (point?.fraction ?? 0)], digits: null };
}

/** Whether a number below a hundred follows: "two hundred and fifty". */
function canFollow(tokens: readonly Token[], from: number, sum: Sum): boolean {
  const word = tokens[skipGap(tokens, from)]?.text ?? "";
  return sum.group % 100 === 0 && (DIGITS.has(word) || TEENS.has(word) || TENS.has(word));
}

/** "four point five": the digits after the point. */
function readPoint(tokens: readonly Token[], from: number): { end: number; fraction: number } | null {
  const at = skipGap(tokens, from);
  if (!/^(?:point|perpuluhan)$/.test(tokens[at]?.text ?? "")) return null;
  const { digits, end } = readOut(tokens, skipGap(tokens, at + 1));
  return digits === "" ? null : { end, fraction: Number(`0.${digits}`) };
}

/** Tokens between two digits that are read out, and digits of the longest number. */
const MAX_GAP = 4;
const MAX_DIGITS = 30;

/** Digits that are read out one by one: "zero one two", also in groups that commas divide. */
export function readOut(tokens: readonly Token[], from: number): { digits: string; end: number } {
  let digits = "";
  let end = from;
  let times = 1;
  for (let at = from; at < end + MAX_GAP && digits.length < MAX_DIGITS; ) {
    const token = tokens[at];
    const digit = token?.kind === "word" ? DIGITS.get(token.text) : undefined;
    if (digit !== undefined) {
      digits += `${digit}`.repeat(times);
      times = 1;
      end = at + 1;
    } else if (token?.text === "double" || token?.text === "triple") times = token.text === "double" ? 2 : 3;
    else if (token?.kind !== "space" && !/^[-,.–]$/.test(token?.text ?? "")) break;
    at++;
  }
  return { digits, end };
}

/** A day of the month: 3, "3rd", "third", "twenty-first", "tiga". */
export function readDay(tokens: readonly Token[], from: number): { day: number; end: number } | null {
  const word = tokens[from]?.text ?? "";
  const tens = TENS.get(word);
  const next = tens === undefined ? undefined : ORDINALS.get(tokens[skipGap(tokens, from + 1)]?.text ?? "");
  if (tens !== undefined && next !== undefined && next < 10) return { day: tens + next, end: skipGap(tokens, from + 1) + 1 };
  const ordinal = tokens[from]?.kind === "word" ? ORDINALS.get(word) : undefined;
  if (ordinal !== undefined) return { day: ordinal, end: from + 1 };
  const quantity = readQuantity(tokens, from);
  const day = quantity?.values[0] ?? 0;
  // In "Wei Jun 012-555 0166", June is a name.
  const isLong = (quantity?.digits?.length ?? 0) > 2;
  if (!quantity || isLong || !Number.isInteger(day) || day < 1 || day > 31) return null;
  const isOrdinal = /^(?:st|nd|rd|th)$/.test(tokens[quantity.end]?.text ?? "");
  return { day, end: quantity.end + (isOrdinal ? 1 : 0) };
}
