/** Finds the prices, times and telephone numbers of a sentence. Pure. */
import { minutesOf } from "../facts/amounts.ts";
import { type Element, findElements, isCount } from "../facts/elements.ts";

/** Each number may be read in several ways: "at 9" is in the morning or in the evening. */
export type Value =
  | { kind: "price"; sen: readonly number[]; isFrom: boolean }
  /** Minutes of the day; null where the text does not say it. */
  | { kind: "time"; start: readonly number[] | null; end: readonly number[] | null }
  /** As they are dialled inside the country. */
  | { kind: "phone"; digits: string }
  /** Days of the week and public holidays, as bits. */
  | { kind: "open"; isOpen: boolean; days: number };

/** Positions in the folded text. */
export interface Found {
  start: number;
  end: number;
  value: Value;
}

/** @param text folded. */
export function findValues(text: string): Found[] {
  const elements = findElements(text);
  const found: Found[] = [];
  for (const element of elements) {
    const value = readValue(element, text, elements);
    if (value === null) continue;
    const one: Found = { start: element.start, end: element.end, value };
    const before = found.at(-1);
    const joined = before && join(before, one, text.slice(before.end, one.start));
    if (joined) found[found.length - 1] = joined;
    else found.push(one);
  }
  return found;
}

/** From Monday (1) to Sunday (7), and public holidays (8). */
export const HOLIDAY_AND_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Names for the values by which the same ones are found. */
export function namesOf(value: Value): string[] {
  switch (value.kind) {
    case "price":
      return value.sen.map((sen) => `price ${sen}`);
    case "phone":
      return [`phone ${value.digits}`];
    case "time":
      return [...(value.start ?? []), ...(value.end ?? [])].map((minutes) => `time ${minutes}`);
    case "open": {
      const { isOpen, days } = value;
      return HOLIDAY_AND_DAYS.filter((day) => (days & (1 << day)) > 0).map((day) => `${isOpen ? "open" : "closed"} ${day}`);
    }
  }
}

function readValue(element: Element, text: string, elements: readonly Element[]): Value | null {
  switch (element.kind) {
    case "sequence":
      return clockRange(element.parts) ?? phoneOf(element.digits, text, element.start);
    case "named-time":
      return pointOf([element.minutes], text, element.start);
    case "amount":
      return amountOf(element, text, elements);
    default:
      return null;
  }
}

type AmountElement = Extract<Element, { kind: "amount" }>;

function amountOf(element: AmountElement, text: string, elements: readonly Element[]): Value | null {
  const { amount, context, start } = element;
  const { unit, values, digits } = amount;
  if (unit?.kind === "money") {
    const [value] = values;
    return value === undefined || !/^(?:rm|\*)$/.test(unit.currency) ? null : priceOf(value * unit.scale, text, start);
  }
  const clock = amount.clock && (amount.clock.hour > 0 || amount.isClock) ? amount.clock : null;
  if (unit?.kind === "time" && clock) {
    const isNights = unit.part === "night" && !amount.isClock && context.when === null && clock.hour < 6 && !/[.:]/.test(digits ?? "");
    return isNights ? null : pointOf(minutesOf(clock, unit.part, digits), text, start);
  }
  if (unit) return null;
  if (/^24 ?(?:jam|hours|hrs|h)\b/.test(text.slice(start, start + 9))) return { kind: "time", start: [0], end: [DAY] };
  if (clock && isTime(element, text, elements)) return pointOf(minutesOf(clock, "open", digits), text, start);
  return isBarePrice(element, text) ? priceOf(values[0] ?? 0, text, start) : null;
}

/** The end of the day in minutes. */
const DAY = 1_440;

/** Whether a number without a unit is a time. */
function isTime(element: AmountElement, text: string, elements: readonly Element[]): boolean {
  const { amount, context } = element;
  if (amount.isClock || context.when === "clock") return true;
  if (amount.isJoined) return isBesideTime(elements, element) || isAmongDays(elements, text);
  return context.when === "moment" && !isCount(context.follower);
}

const NEAR = 6;
const isBesideTime = (elements: readonly Element[], { start, end }: Element): boolean =>
  elements.some((one) => one.kind === "amount" && one.amount.unit?.kind === "time" && one.start - end <= NEAR && start - one.end <= NEAR);

/** "Sunday service 10-5". */
const isAmongDays = (elements: readonly Element[], text: string): boolean =>
  elements.some(({ kind }) => kind === "days") &&
  !elements.some((one) => one.kind === "amount" && one.amount.unit?.kind === "money") &&
  !/\b(?:umur|years?|tahun|ages?|aged)\b/.test(text);

/** Words before a number that is no price. */
const UNPRICED =
  /^(?:no|lot|form|blok|block|level|tingkat|aras|room|bilik|unit|jalan|jln|lorong|seksyen|section|km|size|saiz|page|tahun|year|darjah|usia|umur|age|kelas|class|gate|pintu|suite|step|langkah|pakej|package|set|usj|ss|grade|gred|phase|fasa|floor|taman|house|since|sejak|in|pada|the|of|for|untuk|and|dan|to|hingga|within|dalam|max|min|maximum|minimum|every|setiap|iphone|is|or|atau|x|at|di|ke|sekolah|zone|zon|type|jenis)$/;

/** "40/night", "Latte 11, flat white 11". */
function isBarePrice({ amount, context, end }: AmountElement, text: string): boolean {
  if (amount.values.length !== 1 || amount.isClock || context.isNumbering || context.when !== null) return false;
  if (context.isPriced) return context.follower !== "counted";
  const after = text.slice(end, end + 12);
  if (/^ ?\/ ?[a-z]/.test(after) || context.isStated) return true;
  const isLast = /^ ?(?:[,.;)]|$|se[a-z]{3,})/.test(after);
  return (amount.values[0] ?? 0) >= 1 && /^[a-z]/.test(context.before) && isLast && !UNPRICED.test(context.before);
}

const FROM = /\b(?:from|dari|daripada|bermula|starting|starts?|mula|serendah|as low as)\b[a-z :]{0,12}$/;
/** Characters before a value that are looked at. */
const BEFORE = 40;

const priceOf = (ringgit: number, text: string, start: number): Value => {
  return { kind: "price", sen: [Math.round(ringgit * 100)], isFrom: FROM.test(text.slice(Math.max(0, start - BEFORE), start)) };
};

const ENDS =
  /\b(?:until|till|til|sampai|hingga|sehingga|closed?|closes|closing|tutup|ends?|tamat|habis|last [a-z]{2,10}|[a-z]{3,12} terakhir|before|sebelum|by|latest|cut ?-?off(?: time)?|lewat|terakhir)\b[^.,;]{0,34}$/;

function pointOf(minutes: number[], text: string, start: number): Value {
  const isEnd = ENDS.test(text.slice(Math.max(0, start - BEFORE), start));
  return isEnd ? { kind: "time", start: null, end: minutes } : { kind: "time", start: minutes, end: null };
}

/** "0900-1800". */
function clockRange(parts: readonly string[]): Value | null {
  if (parts.length !== 2 || !parts.every((part) => /^(?:[01]\d|2[0-3])[0-5]\d$/.test(part))) return null;
  const [start = 0, end = 0] = parts.map((part) => Number(part.slice(0, 2)) * 60 + Number(part.slice(2)));
  return { kind: "time", start: [start], end: [end] };
}

/** Mobile numbers, lines, and numbers that businesses are called with for free. */
const DIALLED = /^(?:01\d{8,9}|0[3-9]\d{7,8}|1[38]00\d{6})$/;
/** Words before the number of something else. */
const NO_PHONE =
  /\b(?:akaun|account|acc|acct|a\/c|maybank|cimb|rhb|bank|bsn|islam|ssm|roc|reg|lesen|licen[cs]e|permit|order|invoice|tracking|ic|mykad|rujukan|reference|ref|resit|parcel|gst|sst|kkm|mal|serial|no siri)\b[^.,;\n]{0,24}$/;

function phoneOf(sequence: string, text: string, start: number): Value | null {
  const plain = sequence.replace(/^00(?=60)/, "");
  const digits = plain.startsWith("60") && plain.length >= 10 ? `0${plain.slice(2).replace(/^0/, "")}` : plain;
  return DIALLED.test(digits) && !NO_PHONE.test(text.slice(Math.max(0, start - BEFORE), start)) ? { kind: "phone", digits } : null;
}

const RANGE = /^ ?(?:-|to|till|til|until|hingga|sampai|sehingga|ke) ?(?:pukul|jam)? ?$/;
const CHOICE = /^ ?(?:\/|atau|or|&|,) ?$/;

/** One value of two: the beginning and the end of a time, or the prices of a range. */
function join(a: Found, b: Found, between: string): Found | null {
  const [one, other] = [a.value, b.value];
  if (one.kind === "time" && other.kind === "time") {
    const isWhole = one.start !== null && one.end !== null;
    if (!RANGE.test(between) || isWhole) return null;
    return { start: a.start, end: b.end, value: { kind: "time", start: one.start ?? one.end, end: other.end ?? other.start } };
  }
  if (one.kind !== "price" || other.kind !== "price" || !(RANGE.test(between) || CHOICE.test(between))) return null;
  return { start: a.start, end: b.end, value: { ...one, sen: [...one.sen, ...other.sen] } };
}
