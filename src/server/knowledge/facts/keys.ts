/**
 * What facts are compared by. A key is the normal form of one fact: `m:rm:4500` is RM45.00, `t:1020` is 5 pm. A fact of a
 * reply is known if the texts that it may come from give one of the keys that it wants. Pure.
 */
import { type Amount, minutesOf } from "./amounts.ts";
import { FEELINGS, LABELS, PRICES, THANKS } from "./around.ts";
import type { DatePart } from "./dates.ts";
import { ALL_DAYS, type DayState, daysOf } from "./days.ts";
import { type Context, type Element, findElements, isCount } from "./elements.ts";
import { currencyOf } from "./words.ts";

/** A key, or several that are all needed. */
export type Wanted = readonly (string | readonly string[])[];

const number = (value: number): string => `n:${Math.round(value * 10_000) / 10_000}`;
const sen = (value: number): number => Math.round(value * 100);
const isHour = (clock: Amount["clock"]): clock is NonNullable<typeof clock> => clock !== null && clock.hour > 0;

/** The digits of a telephone number as they are dialled inside the country. */
function dialled(digits: string): string {
  const plain = digits.replace(/^00(?=60)/, "");
  return plain.startsWith("60") && plain.length >= 10 ? `0${plain.slice(2).replace(/^0/, "")}` : plain;
}

const mailKey = (text: string): string => `e:${readAddress(text)}`;

/** The time of a number such as "0900". */
const clockKey = (digits: string): string => `t:${Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))}`;

/** An address without scheme, "www." and the slash at its end; "at" and "dot" as signs. */
function readAddress(text: string): string {
  return text
    .replace(/ ?[([]? ?\b(?:at|alias)\b ?[)\]]? ?(?=[\w-])/g, "@")
    .replace(/ ?[([]? ?\b(?:dot|titik)\b ?[)\]]? ?(?=[\w-])/g, ".")
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");
}

// --- What a reply wants ---

/** "Visit us at kedai dot com" is no e-mail address. */
const VISIT = /^(?:us|website|site|page|online|visit|menu|web|here|laman|kami) ?at\b/;

/** The keys of which a reply's element needs one; null if it is no fact. */
export function wantedBy(element: Element): Wanted | null {
  switch (element.kind) {
    case "mail": {
      const key = mailKey(element.text);
      return VISIT.test(element.text) ? [key, `w:${key.slice(key.indexOf("@") + 1)}`] : [key];
    }
    case "web":
      return wantedAddress(element.text);
    case "sequence":
      return wantedSequence(element.digits, element.parts);
    case "date":
      return wantedDate(element.date, element.text);
    case "named-time":
      return [`t:${element.minutes}`];
    case "month":
      return [`mon:${element.month}`];
    case "days":
      return wantedDays(element.days, element.state);
    case "amount":
      return wantedAmount(element.amount, element.context);
  }
}

/** A day on which the business is open must be known as such, and one on which it is closed may also be known from the others. */
function wantedDays(days: readonly number[], state: DayState): Wanted {
  const keys = (kind: string) => days.map((day) => `${kind}:${day}`);
  return state === "open" ? [keys("open")] : state === "closed" ? [keys("day"), keys("off")] : [keys("day")];
}

/** What follows a telephone number in a link that opens WhatsApp or a call. */
const DIAL_LINK = /^(?:wa\.me|api\.whatsapp\.com\/send\?phone=|tel:)\D{0,3}(\d{7,15})/;

/** The keys of the telephone number in such a link; empty for another address. */
function dialKeys(address: string): string[] {
  const phone = DIAL_LINK.exec(address.replace("wa.me/", "wa.me"))?.[1];
  return phone === undefined ? [] : [`s:${dialled(phone)}`];
}

function wantedAddress(text: string): Wanted {
  const address = readAddress(text);
  return [`w:${address}`, ...dialKeys(address)];
}

function wantedSequence(digits: string, parts: readonly string[]): Wanted {
  const [first = "", second = ""] = parts;
  const whole = `s:${dialled(digits)}`;
  if (parts.length === 1) return [whole, number(Number(first))];
  if (parts.length !== 2 || first.length > 4 || second.length > 4) return [whole];
  // "1000-1500" and "0900-1800" are ranges.
  const clocks = parts.map(clockKey);
  return [whole, parts.map((part) => number(Number(part))), ...(first.length === 4 && second.length === 4 ? [clocks] : [])];
}

function wantedDate({ day, month, year }: DatePart, text: string): Wanted {
  if (month === null) return [`dd:${day}`];
  if (day === null) return [`month:${month}.${year}`];
  if (year === null) return [`d:${day}.${month}`, ...(/^\d+\/\d+$/.test(text) ? [`x:${text}`] : [])];
  return [`d:${day}.${month}.${year}`, [`dy:${day}.${month}`, number(year)]];
}

function wantedAmount(amount: Amount, context: Context): Wanted | null {
  const { unit, values, clock } = amount;
  // "1,2,3" and "1.2.3", but not "RM1,2,3".
  if (values.length === 0) return unit ? [] : [(amount.digits?.match(/\d+/g) ?? []).map((part) => number(Number(part)))];
  if (isSaying(amount, context)) return null;
  // Of "RM9.000", who reads it sees nine thousand.
  const worth = /^\d{1,3}\.\d{3}$/.test(amount.digits ?? "") ? values.slice(0, 1) : values;
  if (unit?.kind === "money") return moneyKeys(worth, unit.currency, unit.scale);
  if (unit?.kind === "percent") return values.map((value) => `p:${value}`);
  if (unit?.kind === "time" && clock && !isNights(amount, context))
    return minutesOf(clock, unit.part, amount.digits).map((at) => `t:${at}`);
  // "2 malam"; in "9am - 45 bos", the 45 is no time.
  if (unit?.kind === "time" && clock) return null;
  return wantedBare(amount, context);
}

/** "100% happy", "a thousand apologies", "COVID-19". */
function isSaying({ unit, values: [value = 0], digits }: Amount, { before, after }: Context): boolean {
  if (unit?.kind === "percent") return value === 100 && FEELINGS.has(after);
  if (before === "covid" && value === 19) return !unit;
  return !unit && digits === null && value >= 100 && (THANKS.test(after) || THANKS.test(before));
}

const moneyKeys = (values: readonly number[], currency: string, scale: number): string[] =>
  values.flatMap((value) => {
    const amount = sen(value * scale);
    if (currency === "*") return [`m:any:${amount}`, `m:?:${amount}`];
    // A price list without a currency is in ringgit.
    return currency === "rm" && scale === 1 ? [`m:rm:${amount}`, `m:?:${amount}`] : [`m:${currency}:${amount}`];
  });

/** "2 malam" counts nights. */
const isNights = ({ unit, clock, isClock, digits }: Amount, { when }: Context): boolean =>
  unit?.kind === "time" && unit.part === "night" && !isClock && when === null && (clock?.hour ?? 0) < 6 && !/[.:]/.test(digits ?? "");

const clockKeys = (amount: Amount): string[] =>
  isHour(amount.clock) ? minutesOf(amount.clock, "open", amount.digits).map((at) => `t:${at}`) : [];

/** A number without a unit is a fact if it is a clock, a price, a moment or an answer by itself, or if it counts nothing from 10 on. */
function wantedBare(amount: Amount, context: Context): Wanted | null {
  const { values, digits, isClock, parts } = amount;
  const { follower, isPriced, when } = context;
  const times = clockKeys(amount);
  if (isClock) return times.length > 0 ? times : null;
  if (when === "clock" && times.length > 0) return times;
  const [value = 0] = values;
  const numbers = [...values.map(number), ...(parts ? [parts.map(number)] : [])];
  const prices = values.flatMap((one) => [`m:any:${sen(one)}`, `m:?:${sen(one)}`]);
  if (value >= 1_000 || digits?.length === 4) return [...numbers, `s:${digits ?? value}`, ...(digits?.length === 4 ? times : [])];
  const isSmall = value < 10 || (digits === null && parts?.every((part) => part < 10) === true);
  if (isCount(follower) && (isSmall || (follower === "counted" && !isPriced))) return null;
  if (isPriced) return [...prices, ...(amount.isJoined ? times : []), ...(isCount(follower) ? numbers : [])];
  if (/^\d{1,3}[.,]\d{2}$/.test(digits ?? "")) return [...numbers, ...(when === null ? [] : times)];
  if (when === "moment" && times.length > 0) return isCount(follower) ? [...times, ...numbers] : times;
  const isSmallPrice = isSmall && context.isStated && !amount.isJoined && when === null && !isCount(follower);
  if (isSmallPrice && !context.isNumbering) return [...prices, ...values.map((one) => `b:${one}`)];
  // A list gives its own numbers to its items; "one, please" is no amount.
  const isHarmless = isSmall && (!context.isAnswer || LABELS.has(context.before) || (digits === null && value === 1));
  return isHarmless ? null : [...numbers, ...prices, ...(isSmall || parts ? times : [])];
}

// --- What a text gives ---

/** Words before a number that is no price. */
const NUMBERED =
  /^(?:no|lot|form|blok|block|level|tingkat|aras|room|bilik|unit|jalan|jln|lorong|seksyen|section|km|size|saiz|page|tahun|year|darjah|usia|umur|age|kelas|gate|pintu|suite|step|langkah|pakej|set|usj|ss)$/;

/** What visitors count. Other words after their numbers are no nouns: "500 boleh?" */
const COUNTED =
  /^(?:people|person|persons|pax|ppl|orang|adults?|dewasa|kids?|child(?:ren)?|budak|anak|kanak|students?|days?|hari|nights?|malam|weeks?|minggu|months?|bulan|years?|tahun|hours?|jam|minutes?|mins?|minit|kg|km|cm|units?|pcs|pieces?|biji|keping|helai|kotak|sets?|rooms?|bilik|tables?|meja|times?|kali|guests?|tetamu)$/;

/** Words before the number of a visitor's company: "a table for 5". */
const COUNTING = /^(?:tables?|meja|for|pax|untuk|party|seats?)$/;

interface Giver {
  keys: Set<string>;
  isVisitor: boolean;
  /** Prices, if no price of the text has a currency: a list whose prices have one has other numbers for other things. */
  unmarked: Set<string>;
  hasMoney: boolean;
  hasPriceWord: boolean;
}

/** Gathers the keys of all facts in the parts of a text. `isVisitor`: its numbers may mean anything, because visitors write them short. */
export function createGiver(isVisitor: boolean) {
  const giver: Giver = { keys: new Set(), isVisitor, unmarked: new Set(), hasMoney: false, hasPriceWord: false };
  return {
    /** `part`: folded. */
    read(part: string): void {
      giver.hasPriceWord ||= (part.match(/[a-z]+|\p{Sc}/gu) ?? []).some((word) => PRICES.has(word) || currencyOf(word) !== undefined);
      const elements = findElements(part);
      for (const element of elements) give(element, giver);
      giveDays(elements, daysOf(part), giver);
      if (/\b(?:free|percuma|foc|complimentary)\b/.test(part)) for (const key of ["m:rm:0", "m:any:0"]) giver.keys.add(key);
    },
    end(): Set<string> {
      if (giver.hasPriceWord && !giver.hasMoney) for (const key of giver.unmarked) giver.keys.add(key);
      return giver.keys;
    },
  };
}

/** The keys of all facts in a folded text. */
export function keysOf(text: string, isVisitor: boolean): Set<string> {
  const giver = createGiver(isVisitor);
  giver.read(text);
  return giver.end();
}

function give(element: Element, giver: Giver): void {
  const { keys } = giver;
  if (element.kind === "mail") keys.add(mailKey(element.text));
  else if (element.kind === "web") giveAddress(element.text, keys);
  else if (element.kind === "sequence") {
    const digits = dialled(element.digits);
    for (let from = 0; from + 7 <= digits.length; from++) keys.add(`s:${digits.slice(from)}`);
    // The groups of a telephone number are no numbers.
    const isList = element.parts.every((part) => part.length < 4 && !part.startsWith("0"));
    // "0900-1800". The last four digits of a telephone number are no time.
    const isRange = element.parts.length === 2 && element.parts.every((part) => part.length === 4);
    if (isRange) for (const part of element.parts) keys.add(clockKey(part));
    if (isRange || isList) for (const part of element.parts) keys.add(number(Number(part)));
  } else if (element.kind === "date") giveDate(element.date, element.text, keys);
  else if (element.kind === "named-time") keys.add(`t:${element.minutes}`);
  else if (element.kind === "month") keys.add(`mon:${element.month}`);
  else if (element.kind === "amount") giveAmount(element.amount, element.context, giver);
}

/** Days from which on "open Tuesday to Friday" says that the others are closed. */
const FEWEST_OPEN = 3;

/** `implied`: the days of which the text speaks without their names. A visitor's question does not say that a day is open. */
function giveDays(elements: readonly Element[], implied: readonly number[], { keys, isVisitor }: Giver): void {
  const named = elements.filter((element) => element.kind === "days");
  const inState = (...states: DayState[]) => named.filter(({ state }) => states.includes(state)).flatMap(({ days }) => days);
  const closed = new Set(inState("closed", "closed-after"));
  const all = new Set([...implied, ...named.flatMap(({ days }) => days)]);
  for (const day of all) keys.add(`day:${day}`);
  if (isVisitor) return;
  const open = new Set([...implied.filter((day) => !closed.has(day)), ...inState("open", null)]);
  for (const day of open) keys.add(`open:${day}`);
  if (new Set(inState("open")).size >= FEWEST_OPEN) for (const day of ALL_DAYS) if (!all.has(day)) keys.add(`off:${day}`);
}

function giveAddress(text: string, keys: Set<string>): void {
  const address = readAddress(text);
  keys.add(`w:${address}`);
  keys.add(`w:${address.replace(/[/?#].*$/, "")}`);
  for (const key of dialKeys(address)) keys.add(key);
}

function giveDate({ day, month, year }: DatePart, text: string, keys: Set<string>): void {
  for (const value of [day, year]) if (value !== null) keys.add(number(value));
  if (day !== null) keys.add(`dd:${day}`);
  if (/^\d+\/\d+$/.test(text)) keys.add(`x:${text}`);
  if (month === null) return;
  keys.add(`mon:${month}`);
  if (day !== null) {
    keys.add(`d:${day}.${month}`);
    keys.add(year === null ? `dy:${day}.${month}` : `d:${day}.${month}.${year}`);
  }
  if (year !== null) keys.add(`month:${month}.${year}`);
}

function giveAmount(amount: Amount, context: Context, giver: Giver): void {
  const { keys, isVisitor } = giver;
  const { unit, values, clock, digits } = amount;
  for (const value of [...values, ...(amount.parts ?? [])]) keys.add(number(value));
  if (unit?.kind === "money") {
    giver.hasMoney = true;
    for (const value of values) {
      const worth = sen(value * unit.scale);
      keys.add(`m:${unit.currency}:${worth}`);
      keys.add(`m:any:${worth}`);
    }
    return;
  }
  if (unit?.kind === "percent") for (const value of values) keys.add(`p:${value}`);
  if (unit?.kind === "time" && clock) for (const at of minutesOf(clock, unit.part, digits)) keys.add(`t:${at}`);
  if (unit) return;
  const isCounted = isVisitor ? COUNTED.test(context.after) || COUNTING.test(context.before) : isCount(context.follower);
  if (!isCounted) for (const value of values) keys.add(`dd:${value}`);
  const isMoment = context.when !== null || amount.isClock || ((amount.isJoined || isVisitor) && !isCounted);
  if (isMoment) for (const key of clockKeys(amount)) keys.add(key);
  if (amount.isClock || isCounted) return;
  if (context.when === null && !NUMBERED.test(context.before)) for (const value of values) keys.add(`b:${value}`);
  const isDecimal = /^\d{1,4}[.,]\d{2}$/.test(digits ?? "");
  const isPrice = isVisitor || isDecimal || context.isPriced;
  const prices = isPrice ? keys : !NUMBERED.test(context.before) && context.when === null ? giver.unmarked : null;
  for (const value of values) prices?.add(`m:?:${sen(value)}`);
}
