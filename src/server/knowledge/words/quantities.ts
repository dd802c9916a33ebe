/** Reads quantities ("3 nights", "10kg", "ages 6 to 12", "Form 2") and codes ("R32") in a text. Pure; linear in the text. */
import { numberOf } from "./values.ts";

/** `from` and `to` are equal for a single number; "up to 10" begins at 0, and "12 and above" ends at `ENDLESS`. */
export interface Quantity {
  /** The name of a unit, so that "2 hours" and "120 minit" are equal. */
  unit: string;
  from: number;
  to: number;
}

export const ENDLESS = 1e9;

/** The words of a unit, and how many of the base unit it is. */
const UNIT_WORDS: readonly [unit: string, scale: number, words: string][] = [
  ["day", 1, "day days hari daily"],
  ["night", 1, "night nights malam"],
  ["week", 1, "week weeks minggu weekly"],
  ["month", 1, "month months bulan monthly mth mths"],
  ["year", 1, "year years tahun yr yrs yearly"],
  ["minute", 60, "hour hours jam hr hrs hourly"],
  ["minute", 1, "minute minutes minit min mins"],
  ["gram", 1000, "kg kilo kilos kilogram kilograms"],
  ["gram", 1, "g gm gram grams"],
  ["ml", 1000, "l litre litres liter liters"],
  ["ml", 1, "ml"],
  ["cm", 100, "m meter meters metre metres"],
  ["cm", 1, "cm"],
  ["mm", 1, "mm"],
  ["km", 1, "km kilometer kilometre kilometers kilometres"],
  ["inch", 1, "inch inches inci in"],
  ["foot", 1, "foot feet ft kaki"],
  ["sqft", 1, "sqft sf"],
  ["hp", 1, "hp"],
  ["gb", 1, "gb"],
  ["tb", 1, "tb"],
  ["kw", 1, "kw kwp kwh"],
  ["mbps", 1, "mbps"],
  [
    "person",
    1,
    "person persons people pax orang guest guests tetamu seater seat seats adult adults dewasa kids children murid pelajar students players pemain",
  ],
  ["piece", 1, "piece pieces pcs pc biji keping helai stalk stalks kuntum batang cucuk ketul buah"],
  ["pack", 1, "pack packs pek paket bungkus boxes kotak bottles botol tin tins cans"],
  ["session", 1, "session sessions sesi class classes kelas visit visits times kali lesson lessons"],
  ["unit", 1, "unit units"],
  ["room", 1, "room rooms bilik bedroom bedrooms"],
  ["page", 1, "page pages muka helaian"],
  ["company", 1, "company companies syarikat branch branches cawangan"],
  ["tier", 1, "tier tiers tingkat level layer layers lapis"],
];
const UNITS: ReadonlyMap<string, { unit: string; scale: number }> = new Map(
  UNIT_WORDS.flatMap(([unit, scale, words]) => words.split(" ").map((word) => [word, { unit, scale }] as const)),
);
/** Units that may be up to three words behind the number: "ten follow-up sessions", "3 working days". */
const DISTANT_UNITS: ReadonlySet<string> = new Set(["day", "session", "person", "piece"]);
const MAX_DISTANCE = 3;

const pairs = (text: string): [string, string][] =>
  text.split(" ").map((pair) => {
    const [word = "", meaning = ""] = pair.split(":");
    return [word, meaning];
  });

/** Words before a number that say what it numbers: "Form 2", "saiz 38". */
const LABELS: ReadonlyMap<string, string> = new Map(
  pairs(
    "form:form tingkatan:form year:year tahun:year darjah:year standard:year block:block blok:block size:size saiz:size age:age umur:age aged:age grade:grade gred:grade gas:gas class:class kelas:class lesen:class phase:phase fasa:phase",
  ),
);
const ORDINALS: ReadonlyMap<string, number> = new Map(
  pairs("first:1 1st:1 pertama:1 second:2 2nd:2 kedua:2 third:3 3rd:3 ketiga:3 fourth:4 4th:4 keempat:4 fifth:5 5th:5 kelima:5").map(
    ([word, number]) => [word, Number(number)],
  ),
);
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const HALVES = words("half setengah separuh");
const RANGES = words("- – to hingga sampai until");
/** Words beside a quantity that make it a lower or an upper limit. */
const AT_LEAST = words("minimum min above from over lebih atas more beyond sekurang dari");
const AT_MOST = words("maximum max maksimum under below bawah kurang sehingga fits muat within lingkungan dalam less upto");

const TOKENS = /\d{1,9}(?:[.,]\d{1,3}){0,3}|\p{L}{1,30}|[-–+%"]/gu;
/** Longer texts are cut. A passage has at most 600 characters. */
const MAX_TOKENS = 400;

function readNumber(token: string): number | null {
  if (HALVES.has(token)) return 0.5;
  if (/^\d/.test(token)) return Number(token.replace(/,(?=\d{3})/g, "").replace(",", "."));
  const word = numberOf(token);
  return word === null ? null : Number(word);
}

/** @param text in lower case. Prices are not quantities. */
export function readQuantities(text: string): Quantity[] {
  const tokens = (text.match(TOKENS) ?? []).slice(0, MAX_TOKENS);
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { quantity, next } = readAt(tokens, at);
    if (quantity) found.push(quantity);
    at = next;
  }
  return found;
}

function readAt(tokens: readonly string[], at: number): { quantity: Quantity | null; next: number } {
  const token = tokens[at] ?? "";
  const ordinal = ORDINALS.get(token);
  if (ordinal !== undefined) return { quantity: { unit: "ordinal", from: ordinal, to: ordinal }, next: at + 1 };
  const from = readNumber(token);
  const before = tokens[at - 1] ?? "";
  if (from === null || Number.isNaN(from) || before === "rm") return { quantity: null, next: at + 1 };
  const end = RANGES.has(tokens[at + 1] ?? "") ? readNumber(tokens[at + 2] ?? "") : null;
  const to = end ?? from;
  let next = end === null ? at + 1 : at + 3;
  if (tokens[next] === "-") next++;
  const known = findUnit(tokens, next);
  const label = LABELS.get(before);
  if (!known) return { quantity: label === undefined ? null : { unit: label, from, to }, next };
  const around = [tokens[at - 2] ?? "", before, tokens[next + 1] ?? "", tokens[next + 2] ?? ""];
  return { quantity: { unit: known.unit, ...withLimits(from * known.scale, to * known.scale, around) }, next };
}

function findUnit(tokens: readonly string[], at: number): { unit: string; scale: number } | undefined {
  const direct = UNITS.get(tokens[at] ?? "");
  if (direct) return direct;
  for (let place = at; place < at + MAX_DISTANCE && readNumber(tokens[place] ?? "") === null; place++) {
    const distant = UNITS.get(tokens[place + 1] ?? "");
    if (distant && DISTANT_UNITS.has(distant.unit)) return distant;
  }
  return undefined;
}

function withLimits(from: number, to: number, around: readonly string[]): { from: number; to: number } {
  if (from !== to) return { from, to };
  if (around.some((word) => AT_LEAST.has(word))) return { from, to: ENDLESS };
  return around.some((word) => AT_MOST.has(word)) ? { from: 0, to } : { from, to };
}

/**
 * Whether a quantity of the first list is beyond all ranges of its unit in the second one, of which there are at least two:
 * zones up to 25 km do not say what 40 km cost.
 */
export function isBeyond(wanted: readonly Quantity[], stated: readonly Quantity[]): boolean {
  return wanted.some(({ unit, from }) => {
    const alike = stated.filter((one) => one.unit === unit);
    const ranges = alike.filter((one) => one.from < one.to);
    return ranges.length > 0 && alike.length > 1 && alike.every(({ to }) => to < from);
  });
}

const CODES = /(?<![a-z\d])(?:[a-z]{1,6}\d{1,6}|\d{1,6}[a-z]{1,6})[a-z\d]{0,4}(?![a-z\d])/g;
const NOT_CODES = words("am pm k st nd rd th x hb");

/** Codes that mix letters and digits, such as "r32", "a4" and "13pro", without prices and quantities. @param text in lower case. */
export function readCodes(text: string): string[] {
  return (text.match(CODES) ?? []).filter((code) => {
    const unit = /^\d+([a-z]+)$/.exec(code)?.[1] ?? "";
    return !UNITS.has(unit) && !NOT_CODES.has(unit) && !/^(?:rm\d|[a-z]+2$)/.test(code);
  });
}
