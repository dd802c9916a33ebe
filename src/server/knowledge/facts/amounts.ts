/** Reads numbers together with what they measure: money, percentages and times of day. Pure. */

import { followerOf, isNoun } from "./around.ts";
import { skipSpace, type Token, wordAfter } from "./cut.ts";
import { type Quantity, readQuantity } from "./numbers.ts";
import { CENTS, currencyOf, EVENING, MORNING, NIGHT, PERCENTS, RANGES, readRoman } from "./words.ts";

export type DayPart = "morning" | "evening" | "night" | "noon" | "midnight" | "open" | "full";
export type Unit = { kind: "money"; currency: string; scale: number } | { kind: "percent" } | { kind: "time"; part: DayPart };

export interface Amount {
  from: number;
  end: number;
  values: readonly number[];
  digits: string | null;
  /** The numbers that it may also be, if it is written apart. */
  parts?: readonly number[];
  /** Hours and minutes, where the number is written so that it may be a time. */
  clock: { hour: number; minute: number } | null;
  /** Whether only a clock is written like this ("17:30"). */
  isClock: boolean;
  unit: Unit | null;
  /** Whether the unit is its own, and not that of another number of its range. */
  isOwn: boolean;
  /** Whether it belongs to a range or a choice. */
  isJoined: boolean;
}

const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? "";

/** The amounts of a range or a choice that begins at this token ("RM10-15", "9 to 5pm"); a single amount is the usual case. */
export function readAmounts(tokens: readonly Token[], from: number): Amount[] {
  const amounts: Amount[] = [];
  const joints: string[] = [];
  for (let at = from; amounts.length < 8; ) {
    const amount = readAmount(tokens, at);
    if (!amount) break;
    amounts.push(amount);
    const joint = skipSpace(tokens, amount.end);
    if (!RANGES.has(textAt(tokens, joint))) break;
    joints.push(textAt(tokens, joint));
    at = skipSpace(tokens, joint + 1);
  }
  return share(amounts, joints);
}

/** Gives the amounts of a range the unit that is written only once. */
function share(amounts: Amount[], joints: readonly string[]): Amount[] {
  for (let at = amounts.length - 2; at >= 0; at--) {
    const [one, next] = [amounts[at], amounts[at + 1]];
    if (one && next?.unit && !one.unit) amounts[at] = { ...one, unit: open(next.unit), isOwn: false };
  }
  for (let at = 1; at < amounts.length; at++) {
    const [before, one] = [amounts[at - 1], amounts[at]];
    const isRange = !/^(?:and|dan|&)$/.test(joints[at - 1] ?? "");
    if (before?.unit && one && !one.unit && isRange) amounts[at] = { ...one, unit: open(before.unit), isOwn: false };
  }
  return amounts.length < 2 ? amounts : amounts.map((amount) => ({ ...amount, isJoined: true }));
}

/** "9 to 5pm": the 9 may be in the morning. */
const open = (unit: Unit): Unit => (unit.kind === "time" ? { kind: "time", part: "open" } : unit);

/** "half past six", "quarter to nine". */
function readPart(tokens: readonly Token[], from: number): Amount | null {
  const part = textAt(tokens, from);
  if (part !== "half" && part !== "quarter") return null;
  const link = skipSpace(tokens, textAt(tokens, from + 1) === "-" ? from + 2 : from + 1);
  const joint = textAt(tokens, link);
  const direct = part === "half" ? readQuantity(tokens, link) : null;
  const linked = /^(?:past|after|to)$/.test(joint) ? readQuantity(tokens, skipSpace(tokens, link + 1)) : null;
  // "Half eight" is half past eight.
  const hour = linked ?? (direct && !isNoun(wordAfter(tokens, direct.end)) ? direct : null);
  const clock = hour && toClock(hour);
  if (!hour || !clock || clock.hour < 1 || clock.hour > 12) return null;
  const minute = part === "half" ? 30 : joint === "to" ? 45 : 15;
  const found = readUnit(tokens, hour.end);
  const unit: Unit = found?.unit.kind === "time" ? found.unit : { kind: "time", part: "open" };
  const end = found?.unit.kind === "time" ? found.end : hour.end;
  const hours = joint === "to" ? clock.hour - 1 || 12 : clock.hour;
  return {
    from,
    end,
    values: hour.values,
    digits: null,
    clock: { hour: hours, minute },
    isClock: true,
    unit,
    isOwn: true,
    isJoined: false,
  };
}

function readAmount(tokens: readonly Token[], from: number): Amount | null {
  const part = readPart(tokens, from);
  if (part) return part;
  const currency = readCurrency(tokens, from);
  const at = currency?.end ?? from;
  const quantity =
    readClock(tokens, at) ?? readQuantity(tokens, at, false, currency !== null) ?? readRomanAmount(tokens, at, currency !== null);
  if (!quantity) return null;
  const { values, digits, parts } = quantity;
  const clock = toClock(quantity);
  const base = { from, values, digits, parts, clock, isClock: tokens[at]?.kind === "clock", isOwn: true, isJoined: false };
  if (currency) return withCents(tokens, { ...base, end: quantity.end, unit: { kind: "money", currency: currency.key, scale: 1 } });
  // "8折" is 20 % off.
  if (textAt(tokens, quantity.end).startsWith("折")) {
    const off = values.map((value) => Math.round(100 - (value < 10 ? value * 10 : value)));
    return { ...base, values: off, end: quantity.end + 1, unit: { kind: "percent" } };
  }
  const halves = readHalf(tokens, quantity.end);
  const whole = halves === null ? null : readUnit(tokens, halves);
  // "Nine and a half ringgit", "nine and a half percent".
  if (halves !== null && whole && whole.unit.kind !== "time") {
    return { ...base, values: values.map((value) => value + 0.5), digits: null, end: whole.end, unit: whole.unit };
  }
  const half = tokens[skipSpace(tokens, quantity.end)];
  const extra = half?.text === "setengah" ? 30 : half?.text === "suku" ? 15 : 0;
  const end = extra > 0 && clock ? skipSpace(tokens, quantity.end) + 1 : quantity.end;
  const found = readUnit(tokens, end);
  const moved = extra > 0 && clock ? { hour: clock.hour, minute: extra } : clock;
  // In "9 to 9 midnight", the 9 is another time.
  const isFar =
    found?.unit.kind === "time" &&
    /^(?:noon|midnight)$/.test(found.unit.part) &&
    moved !== null &&
    moved.hour % 12 > 3 &&
    moved.hour !== 11;
  if ((found?.unit.kind === "time" && !moved) || isFar) return { ...base, end: quantity.end, unit: null };
  // "Lapan suku" is a time, "lapan setengah kilo" is none.
  const isHalf = extra > 0 && clock !== null && !found && !isNoun(wordAfter(tokens, end));
  const amount = { ...base, clock: moved, isClock: base.isClock || isHalf, end: found?.end ?? end, unit: found?.unit ?? null };
  if (found?.unit.kind !== "money") return amount;
  return withCents(tokens, amount);
}

/** "17:30" is one token and not a number. */
function readClock(tokens: readonly Token[], at: number): Quantity | null {
  const token = tokens[at];
  return token?.kind === "clock" ? { from: at, end: at + 1, values: [Number(token.text.replace(":", "."))], digits: token.text } : null;
}

/** "RM XLV", "XLV ringgit". A single letter is a number only after a currency. */
function readRomanAmount(tokens: readonly Token[], at: number, isPrice: boolean): Quantity | null {
  const word = textAt(tokens, at);
  const value = word.length > (isPrice ? 0 : 1) ? readRoman(word) : null;
  if (value === null || (!isPrice && !readUnit(tokens, at + 1))) return null;
  return { from: at, end: at + 1, values: [value], digits: null };
}

function toClock({ values: [value], digits, parts }: Quantity): Amount["clock"] {
  // "Eight thirty".
  const [spoken = -1, minutes = 60] = digits === null && parts?.length === 2 ? parts : [];
  if (spoken >= 0 && spoken <= 24 && minutes >= 10 && minutes < 60) return { hour: spoken, minute: minutes };
  const [, hours, past] = /^(\d{1,2})[.:](\d{2})$/.exec(digits ?? "") ?? /^(\d{2})(\d{2})$/.exec(digits ?? "") ?? [];
  const hour = hours === undefined ? (value ?? -1) : Number(hours);
  const minute = past === undefined ? 0 : Number(past);
  return Number.isInteger(hour) && hour >= 0 && hour <= 24 && minute < 60 ? { hour, minute } : null;
}

/** What may be between a currency and its number: "RM: 45", "(RM) 45", "RM-45". */
const BETWEEN = /^[-.:=()'’"~]$/;

function readCurrency(tokens: readonly Token[], from: number): { key: string; end: number } | null {
  let key = currencyOf(textAt(tokens, from));
  let at = from + 1;
  const isDollar = tokens[at]?.text === "$" && /^(?:us|s)$/.test(textAt(tokens, from));
  if (isDollar) {
    key = textAt(tokens, from) === "s" ? "sgd" : "$";
    at++;
  }
  if (key === undefined) return null;
  for (const last = at + 4; at < last && isBetween(tokens[at]); at++);
  return { key, end: at };
}

const isBetween = (token: Token | undefined): boolean =>
  token?.kind === "space" ? !token.text.includes("\n\n") : BETWEEN.test(token?.text ?? "");

/** The position after "and a half" or "setengah"; null if neither follows. */
function readHalf(tokens: readonly Token[], end: number): number | null {
  const at = skipSpace(tokens, end);
  const words = [0, 2, 4].map((step) => textAt(tokens, at + step)).join(" ");
  if (at === end) return null;
  if (words === "and a half") return at + 5;
  if (words.startsWith("dan setengah")) return at + 3;
  return textAt(tokens, at) === "setengah" ? at + 1 : null;
}

/** "12 ringgit 50 sen", "RM12 dan 50 sen". */
function withCents(tokens: readonly Token[], amount: Amount): Amount {
  const half = readHalf(tokens, amount.end);
  // "RM9 and a half portion" is a price and a portion.
  if (half !== null && followerOf(wordAfter(tokens, half)) !== "counted") {
    return { ...amount, values: amount.values.map((value) => value + 0.5), end: half };
  }
  let at = skipSpace(tokens, amount.end);
  if (/^(?:dan|and)$/.test(textAt(tokens, at))) at = skipSpace(tokens, at + 1);
  const cents = at > amount.end && amount.unit?.kind === "money" && amount.unit.scale === 1 ? readQuantity(tokens, at) : null;
  const value = cents?.values[0] ?? 100;
  if (!cents || value >= 100) return amount;
  const unit = skipSpace(tokens, cents.end);
  // "Twelve ringgit fifty": the word for the cents may be missing.
  const isShort = amount.digits === null && cents.digits === null && value >= 5 && at === skipSpace(tokens, amount.end);
  if (!CENTS.has(textAt(tokens, unit)) && !isShort) return amount;
  return {
    ...amount,
    values: amount.values.map((whole) => whole + value / 100),
    end: CENTS.has(textAt(tokens, unit)) ? unit + 1 : cents.end,
  };
}

/** The unit after a number. */
function readUnit(tokens: readonly Token[], from: number): { unit: Unit; end: number } | null {
  if (textAt(tokens, from) === "/" && textAt(tokens, from + 1) === "-") return { unit: money("rm"), end: from + 2 };
  let at = skipSpace(tokens, from);
  // "8ish pm", "8.a.m".
  if (textAt(tokens, from) === "ish" || (textAt(tokens, from) === "." && /^[ap]m?$/.test(textAt(tokens, from + 1))))
    at = skipSpace(tokens, from + 1);
  if (/^(?:malaysian?|us|singapore)$/.test(textAt(tokens, at))) at = skipSpace(tokens, at + 1);
  const word = textAt(tokens, at);
  const currency = currencyOf(word);
  // In "45 RM50", the currency belongs to the second number.
  if (currency !== undefined && tokens[skipSpace(tokens, at + 1)]?.kind !== "number") return { unit: money(currency), end: at + 1 };
  if (currency !== undefined && /^[a-z]{4,}$/.test(word)) return { unit: money(currency), end: at + 1 };
  if (CENTS.has(word)) return { unit: { kind: "money", currency: "rm", scale: 0.01 }, end: at + 1 };
  if (PERCENTS.has(word)) return { unit: { kind: "percent" }, end: at + 1 };
  if (word === "per" && textAt(tokens, skipSpace(tokens, at + 1)) === "cent") {
    return { unit: { kind: "percent" }, end: skipSpace(tokens, at + 1) + 1 };
  }
  return readDayPart(tokens, at);
}

const money = (currency: string): Unit => ({ kind: "money", currency, scale: 1 });
const time = (part: DayPart, end: number) => ({ unit: { kind: "time" as const, part }, end });

function readDayPart(tokens: readonly Token[], at: number): { unit: Unit; end: number } | null {
  const word = textAt(tokens, at);
  const half = /^[ap]$/.test(word) && /^[. ]$/.test(textAt(tokens, at + 1)) ? skipSpace(tokens, at + 2) : at;
  if (half > at && textAt(tokens, half) === "m") {
    return time(word === "a" ? "morning" : "evening", textAt(tokens, half + 1) === "." ? half + 2 : half + 1);
  }
  if (MORNING.has(word)) return time("morning", at + 1);
  if (EVENING.has(word)) return time("evening", at + 1);
  if (NIGHT.has(word)) return time("night", at + 1);
  if (word === "noon" || word === "tengahari") return time("noon", at + 1);
  if (word === "midday") return time("noon", at + 1);
  if (word === "midnight" || word === "tengahmalam") return time("midnight", at + 1);
  const next = skipSpace(tokens, at + 1);
  if (/^(?:tengah|tgh)$/.test(word) && /^(?:hari|malam)$/.test(textAt(tokens, next))) {
    return time(textAt(tokens, next) === "hari" ? "noon" : "midnight", next + 1);
  }
  if (/^(?:o['’]?clock|[点點时時].*)$/u.test(word)) return readDayPart(tokens, skipSpace(tokens, at + 1)) ?? time("open", at + 1);
  // "1700hrs", "1700 hrs".
  const isFull = [at - 1, at - 2].some((place) => /^\d{4}$/.test(textAt(tokens, place)));
  if (word === "o" && textAt(tokens, next) === "clock") return time("open", next + 1);
  if (/^(?:hrs|hours|hour)$/.test(word) && isFull) return time("full", at + 1);
  if (word === "at" && textAt(tokens, next) === "night") return time("night", next + 1);
  if (word === "in" && textAt(tokens, next) === "the") {
    const named = textAt(tokens, skipSpace(tokens, next + 1));
    const end = skipSpace(tokens, next + 1) + 1;
    if (named === "morning") return time("morning", end);
    if (named === "afternoon" || named === "evening") return time("evening", end);
  }
  return null;
}

/** The minutes of the day that an hour may mean. */
export function minutesOf({ hour, minute }: { hour: number; minute: number }, part: DayPart, digits: string | null): number[] {
  const at = (hours: number) => (hours % 24) * 60 + minute;
  const half = hour % 12;
  if (hour > 12 || part === "full" || /^0\d/.test(digits ?? "")) return part === "evening" && hour < 12 ? [at(half + 12)] : [at(hour)];
  if (part === "morning") return [at(half)];
  if (part === "evening") return [at(half + 12)];
  if (part === "noon") return [at(hour === 11 ? 11 : half + 12)];
  if (part === "midnight") return [at(half)];
  // "1 malam" means one night; after "pukul" it is in the small hours.
  if (part === "night") return [at(hour === 12 || hour < 5 ? half : half + 12)];
  return [at(half), at(half + 12)];
}
