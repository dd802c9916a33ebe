/** Reads numbers, in digits and in words of both languages. Pure. */
import { isNoun } from "./around.ts";
import { type Token, wordAfter } from "./cut.ts";
import {
  CENTS,
  currencyOf,
  DIGITS,
  EVENING,
  MORNING,
  NIGHT,
  ONE_SCALES,
  ORDINALS,
  PERCENTS,
  SCALES,
  SHORT_SCALES,
  TEEN_MARKS,
  TEENS,
  TEN_MARKS,
  TENS,
} from "./words.ts";

export interface Quantity {
  /** Positions of its tokens; `end` is the position after the last one. */
  from: number;
  end: number;
  /** What it may mean: "1.200" is 1.2 or 1200. Empty for a list such as "1,2,3". */
  values: readonly number[];
  /** The digits as they are written; null if a word is part of it. */
  digits: string | null;
  /** The numbers that it may also be, if it is written apart: "4 5", "one fifty". */
  parts?: readonly number[];
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

/** The number that begins at this token; null if none does. `isPrice`: a currency is before it. */
export function readQuantity(tokens: readonly Token[], from: number, isRest = false, isPrice = false): Quantity | null {
  const first = tokens[from];
  if (first?.kind === "word") return readWords(tokens, from);
  if (first?.kind !== "number") return null;
  const apart = isRest ? null : readApart(tokens, from, isPrice);
  return apart ?? withScale(tokens, { from, end: from + 1, values: valuesOf(first.text), digits: first.text }, isRest);
}

/** Signs that divide numbers. Any other one between two digits may be there to hide a number. */
const DIVIDING = /^[-/.,:+&()%~@*=<>]$|^\p{Sc}$/u;
/** Groups of digits of a number that is written apart. More are a telephone or account number. */
const MAX_APART = 12;
const isUnit = (word: string): boolean =>
  currencyOf(word) !== undefined || [CENTS, PERCENTS, MORNING, EVENING, NIGHT].some((words) => words.has(word));

/** "4 5 ringgit", "RM1 200", "4|5": digits with a space or an odd sign between them are read as one number. */
function readApart(tokens: readonly Token[], from: number, isPrice: boolean): Quantity | null {
  const groups: string[] = [];
  let end = from;
  for (let at: number | null = from; at !== null && groups.length < MAX_APART; ) {
    const group: string = tokens[at]?.text ?? "";
    if (tokens[at]?.kind !== "number" || !/^\d{1,3}$/.test(group)) break;
    const last = groups.at(-1);
    const isSpaced = at > from && tokens[at - 1]?.kind === "space";
    if (last !== undefined && isSpaced && group.length > 1 && last.length > 1 && !isPrice) break;
    if (isSpaced && isNextItem(tokens, at)) break;
    groups.push(group);
    end = at + 1;
    at = afterJoint(tokens, end);
  }
  if (groups.length < 2) return null;
  const word = wordAfter(tokens, end);
  const hasUnit = isUnit(word) || PERCENTS.has(tokens[end]?.text ?? "");
  // "RM9 2 scoops" is a price and a count, "RM12 20%" a price and a share.
  const isOther = hasUnit ? isPrice : isNoun(word);
  if (tokens[end - 2]?.kind === "space" && isOther) return null;
  const digits = groups.join("");
  return { from, end, values: [Number(digits)], digits, parts: groups.map(Number) };
}

/** Tokens between the numbers of two items of a list on one line. */
const ITEM_REACH = 40;

/** Whether a number is that of a list's item on the same line as the item before it: "1) Latte RM9 2) Tea". */
export function isNextItem(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at + 1]?.text ?? "";
  if ((mark !== "." && mark !== ")") || tokens[at + 2]?.kind !== "space") return false;
  const item = `${Number(tokens[at]?.text) - 1}`;
  for (let before = at - 2; before >= 0 && before > at - ITEM_REACH; before--) {
    if (tokens[before]?.text === item && tokens[before + 1]?.text === mark && tokens[before + 2]?.kind === "space") return true;
  }
  return false;
}

/** The position after one space, after a full stop between spaces, or after one or two odd signs; null after anything else. */
function afterJoint(tokens: readonly Token[], end: number): number | null {
  if (tokens[end]?.text === " ") return tokens[end + 1]?.text === "." && tokens[end + 2]?.text === " " ? end + 3 : end + 1;
  // "[RM4](https://…)5" is shown as RM45.
  const isLink = tokens[end]?.text === "]" && tokens[end + 1]?.text === "(" && tokens[end + 3]?.text === ")";
  let at = isLink ? end + 4 : end;
  while (at < end + 2 && tokens[at]?.kind === "sign" && !DIVIDING.test(tokens[at]?.text ?? "")) at++;
  return at > end ? at : null;
}

/** "45 ribu", "1.2 million", "RM1.2k". */
function withScale(tokens: readonly Token[], quantity: Quantity, isRest: boolean): Quantity {
  const short = skipGap(tokens, quantity.end);
  const times = SHORT_SCALES.get(tokens[short]?.text ?? "");
  if (times !== undefined) return { ...quantity, end: short + 1, values: quantity.values.map((value) => value * times), digits: null };
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
  } else if (TEEN_MARKS.has(word) && sum.group % 100 === ones && ones > 0) sum.group += 10;
  else if (TEN_MARKS.has(word) && sum.group % 100 === ones && ones > 0) sum.group += ones * 9;
  else {
    const large = TEENS.get(word) ?? TENS.get(word);
    const scale = SCALES.get(word) ?? (sum.isOpen ? SHORT_SCALES.get(word) : undefined) ?? 0;
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
  const first = readOneNumber(tokens, from);
  const value = first?.values[0] ?? 0;
  if (!first || value < 1 || value >= 100 || !Number.isInteger(value)) return first;
  const second = readOneNumber(tokens, nextWord(tokens, first.end));
  const more = second?.values[0] ?? 0;
  if (!second) return first;
  // "Eight thirty", "one fifty".
  if (more >= 10 && more < 100 && Number.isInteger(more)) {
    return { ...second, from, values: [value + more / 100, value * 100 + more], parts: [value, more] };
  }
  // "Four five ringgit" is 45.
  const spoken = value < 10 && more < 10 ? readOut(tokens, from, true) : null;
  if (!spoken || spoken.digits.length < 2) return first;
  return { from, end: spoken.end, values: [Number(spoken.digits)], digits: null, parts: [...spoken.digits].map(Number) };
}

/** Where the next word of a number may begin. "Dua-dua" is no number of two digits, but means both. */
function nextWord(tokens: readonly Token[], end: number): number {
  const next = skipGap(tokens, end);
  const isTwice = tokens[end]?.text === "-" && tokens[next]?.text === tokens[end - 1]?.text;
  return next === end || isTwice ? tokens.length : next;
}

function readOneNumber(tokens: readonly Token[], from: number): Quantity | null {
  if (tokens[from]?.kind !== "word") return null;
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

/** Digits that are read out one by one: "zero one two", also in groups that commas divide, unless they must be `close`. */
export function readOut(tokens: readonly Token[], from: number, isClose = false): { digits: string; end: number } {
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
    else if (token?.kind !== "space" && !(isClose ? /^-$/ : /^[-,.]$/).test(token?.text ?? "")) break;
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
  const first = tokens[from];
  // In "Wei Jun 012-555 0166", June is a name.
  if (first?.kind === "number" && first.text.length > 2) return null;
  const quantity = first?.kind === "number" ? { end: from + 1, values: [Number(first.text)] } : readQuantity(tokens, from);
  const day = quantity?.values[0] ?? 0;
  if (!quantity || !Number.isInteger(day) || day < 1 || day > 31) return null;
  const isOrdinal = /^(?:st|nd|rd|th)$/.test(tokens[quantity.end]?.text ?? "");
  return { day, end: quantity.end + (isOrdinal ? 1 : 0) };
}
