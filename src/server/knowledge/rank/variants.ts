/**
 * Reads which of several things of a kind a text names: "Premier 5", "Form 2", "13 Pro", "size L", "A54". An entry about
 * one of them does not answer a question about another one. Pure; linear in the text.
 */
import { CLASSES, LEXICON } from "../lexicon/concepts.ts";
import { fold, readUnits } from "../words/read.ts";
import { isEmptyWord, spell } from "../words/spelling.ts";
import { stem } from "../words/stem.ts";

export interface Variant {
  /** What the variants of one kind share: the stem and the concepts of a name, "model", or the letters of a code. */
  kinds: readonly string[];
  /** From and to are equal for one variant. Letters and models are only compared. */
  value: string;
  to: string;
}

/** Words of the names of models that follow a number. */
const SUFFIXES = new Set("pro max plus mini ultra lite se fe".split(" "));
/** Names that a letter follows. */
const LETTERED = new Set(
  "size sizes saiz sz package pakej set plan pelan type class kelas licence license lesen grade gred block blok hall dewan room bilik zone zon option pilihan combo kombo".split(
    " ",
  ),
);
const SIZES = ["xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl", "4xl", "5xl", "6xl"];
const SIZE_NAMES = new Map([...SIZES.map((size) => [size, size] as const), ["2xl", "xxl"], ["3xl", "xxxl"]]);
/** Names whose concepts are no things, with what they have in common. */
const NAMES = new Map(
  "form:form tingkatan:form darjah:standard standard:standard phase:phase fasa:phase level:level tahap:level section:section seksyen:section premier:premier"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const BRANCHES = new Set("branch cawangan outlet".split(" "));
const BRANCH = "branch";
const LINKS = new Set("at in di kat dekat the".split(" "));
const RANGE = new Set("- – to hingga sampai until ke".split(" "));
const JOINT = new Set(", / & and dan or atau".split(" "));
const PRICE = /^rm\s?\d/;
const JOINED_SIZE = new Set([...JOINT, ...RANGE]);
/** A number, or a short one with the suffixes of a model: "13 pro max". A long one is a year: "2018 SE". */
const NUMBERED = /^(?:\d{1,4}|\d{1,3}(?: [a-z]{2,5}){1,8})$/;
const SHORT_NUMBER = /^\d{1,3}(?: |$)/;
/** "13+" and "13 Pro+". */
const PLUS_SIGN = /(?<=\d)\+(?=\s|$)|(?<=\d ?(?:pro|max|ultra|lite))\+(?=[\s:,.)]|$)/gi;
const TOKENS = /rm\s?\d[\d,.]{0,12}|\b(?!form|saiz|size)[a-z]{1,4}\d{1,5}\b|\dxl|\d{1,6}(?:[.,:]\d{1,3}){0,3}|\p{L}{1,30}|[-–,/&%]/gu;
const MAX_TOKENS = 300;
/** A number before one of these counts, measures or dates. */
const COUNTED =
  /^(?:%|am|pm|pagi|petang|malam|hb|hari|days?|nights?|weeks?|minggu|months?|bulan|years?|tahun|yrs?|hours?|hrs?|jam|min(?:ute|it)?s?|kg|g|gm|gram|ml|l|litres?|liter|cm|mm|m|km|meter|metre|inch|inci|inches|ft|feet|kaki|sqft|hp|gb|tb|kw|mbps|watt|pax|orang|person|persons|people|guests?|tetamu|pieces?|pcs|pc|biji|keping|helai|sen|ringgit|kali|times|units?|adults?|dewasa|kids?|children|percent|peratus|(?:jan|feb|mac|mar|apr|may|mei|jun|jul|aug|ogos|sep|oct|okt|nov|dec|dis)\p{L}{0,7})$/u;
const ALLOWED = new Set([CLASSES.indexOf("thing"), CLASSES.indexOf("place")]);
const EXCLUDED = /^(?:place\/location|contact\/|animal|people|lodging\/stay|event\/|sport\/)/;

/** The kinds of a name; empty if a number behind this word does not name a variant. */
function kindsOf(word: string): string[] {
  const named = NAMES.get(word);
  if (named) return [named];
  const usual = spell(word);
  if (word.length < 3 || usual.some(isEmptyWord) || COUNTED.test(word) || RANGE.has(word)) return [];
  const [unit, ...more] = readUnits(word);
  if (!unit || more.length > 0 || unit.kind !== "word") return [];
  const concepts = unit.concepts.flatMap((concept) => LEXICON.concepts[concept] ?? []);
  if (!concepts.every(({ kind, name }) => ALLOWED.has(kind) && !EXCLUDED.test(name))) return [];
  return [...unit.stems, ...concepts.map(({ name }) => name)];
}

export function readVariants(text: string): Variant[] {
  const folded = fold(text.replace(PLUS_SIGN, " plus"));
  const tokens = joinModels((folded.match(TOKENS) ?? []).slice(0, MAX_TOKENS));
  const found: Variant[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    const after = tokens[at + 1] ?? "";
    if (isModel(token)) {
      found.push(...readValues(tokens, at, (one) => (isModel(one) ? one : null), ["model"]));
      continue;
    }
    if (LETTERED.has(token))
      found.push(
        ...readValues(tokens, at + 1, (one) => SIZE_NAMES.get(one) ?? (/^[a-z]$/.test(one) ? one : null), kindsOf(token).concat(token)),
      );
    else if (isSize(tokens, at) && !(JOINED_SIZE.has(tokens[at - 1] ?? "") && isSize(tokens, at - 2)))
      found.push(...readValues(tokens, at, (one) => SIZE_NAMES.get(one) ?? null, SIZE_KINDS));
    const kinds = NUMBERED.test(after) ? kindsOf(token) : [];
    if (kinds.length > 0) found.push(...readValues(tokens, at + 1, (one) => (NUMBERED.test(one) ? one : null), kinds));
  }
  return [...found, ...readModels(folded), ...readBranches(tokens)];
}

const isModel = (token: string): boolean => token.includes(" ") && NUMBERED.test(token);

/** Makes one token of "13 pro max", which is another model than "13"; "room 2 plus breakfast" is room 2. */
function joinModels(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  for (const token of tokens) {
    const last = joined.at(-1) ?? "";
    const name = joined.at(-2) ?? "";
    const isSuffix = SUFFIXES.has(token) && SHORT_NUMBER.test(last) && !LETTERED.has(name) && !NAMES.has(name);
    if (isSuffix) joined[joined.length - 1] = `${last} ${token}`;
    else joined.push(token);
  }
  return joined;
}

/** What sizes have in common, whether or not a text says "size". */
const SIZE_KINDS = ["size", "sizes", "saiz", "sz"];

/** "XL" is a size without the word; "M" is one only beside another size or a price: "S, M and L RM25". */
function isSize(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? "";
  if (!SIZE_NAMES.has(token)) return false;
  if (token.length > 1) return true;
  const isBeside = (sign: number, other: number) => JOINED_SIZE.has(tokens[sign] ?? "") && SIZE_NAMES.has(tokens[other] ?? "");
  return isBeside(at + 1, at + 2) || isBeside(at - 1, at - 2) || PRICE.test(tokens[at + 1] ?? "");
}

/** "Premier 4/5", "Premier 4, 5 and 6". Every repetition is bounded. */
const LISTED =
  /(\p{L}{2,30}) ?(\d{1,4})((?: {0,2}(?:[,/&+]|\b(?:and|dan|n|or|atau)\b) {0,2}\d{1,4}(?![\d.:%\p{L}])){1,5})(?: ?([\p{L}%]{1,20}))?/iu;

/** Writes a text with a list of variants once for each of them: "Premier 4/5 how much" becomes "Premier 4 how much" and "Premier 5 how much". */
export function cutByVariant(text: string): string[] {
  const [list = "", name = "", first = "", others = "", after = ""] = LISTED.exec(text) ?? [];
  const numbers = [first, ...(others.match(/\d+/g) ?? [])];
  const named = readVariants(list).filter(({ kinds, value }) => kinds[0] !== "model" && numbers.includes(value));
  if (list === "" || named.length < numbers.length) return [text];
  return numbers.map((number) => text.replace(list, () => `${name} ${number} ${after}`.trimEnd()));
}

/** Letters before a glued number that are a name, so that "KLIA 1" and "KLIA1" are the same. */
const SHORTEST_NAME = 3;
/** "s21", "s21 ultra", "s21fe". Longer letters have a 2 behind them, of which a Malay word is repeated ("makanan2"). Every repetition is bounded. */
const GLUED =
  /(?<![a-z\d])(?:(?<letters>[a-z]{1,6})(?<digits>\d{1,6})|(?<long>[a-z]{7,8})2)(?<suffixes>(?: ?(?:pro|ultra|mini|lite|se|fe|max(?! ?\d)|plus(?! ?[a-z]{0,6}\d))(?![a-z\d])){0,4})(?![a-z\d])/g;
/** "rm5", and "ke2", where 2 repeats the letters. */
const NO_CODE = /^(?:rm\d|[a-z]{1,2}2$)/;
/** Sizes of paper: "A4 plus binding". */
const PAPER = /^[ab]\d$/;
const PLUS = / ?plus.*/;
const TO_CODE = /[a-z\d] ?(?:[-–]|to|hingga|sampai|until|ke) ?$/;
const SUFFIX_PARTS = /pro|ultra|mini|lite|se|fe|max|plus/g;

interface Code {
  letters: string;
  digits: string;
  /** The suffixes of the model, each after a space: " ultra". */
  suffix: string;
  /** Whether it follows "to", as in "S21 to S23 Ultra". */
  isEnd: boolean;
}

function readGlued(folded: string): Code[] {
  return [...folded.matchAll(GLUED)].flatMap(({ groups = {}, index }) => {
    const letters = groups.letters ?? groups.long ?? "";
    const digits = groups.digits ?? "2";
    if (NO_CODE.test(letters + digits)) return [];
    const isName = LETTERED.has(letters) || NAMES.has(letters);
    const suffixes = isName ? "" : (groups.suffixes ?? "").replace(PAPER.test(letters + digits) ? PLUS : "", "");
    const suffix = (suffixes.match(SUFFIX_PARTS) ?? []).map((part) => ` ${part}`).join("");
    return [{ letters, digits, suffix, isEnd: TO_CODE.test(folded.slice(Math.max(0, index - 10), index)) }];
  });
}

/**
 * Codes with the same letters: two of them are the ends of a range. One with a suffix is a model of its own, or the end of a range that
 * is written as one. A repeated word is harmless unless the other text has another number behind it.
 */
function readModels(folded: string): Variant[] {
  const groups = Map.groupBy(readGlued(folded), ({ letters }) => letters);
  return [...groups].flatMap(([letters, group]) => {
    const kinds = [`code ${letters}`, ...(letters.length < SHORTEST_NAME ? [] : [stem(letters)])];
    const begins = group.map(({ isEnd }, at) => (isEnd ? group[at - 1] : undefined));
    const models = group.flatMap(({ digits, suffix }, at) =>
      suffix === "" ? [] : [{ kinds, value: `${begins[at]?.digits ?? digits}${suffix}`, to: `${digits}${suffix}` }],
    );
    const plain = group.filter(({ suffix }, at) => suffix === "" || begins[at]).map(({ digits }) => digits);
    const [first, ...more] = plain.toSorted((a, b) => Number(a) - Number(b));
    return first === undefined ? models : [{ kinds, value: first, to: more.at(-1) ?? first }, ...models];
  });
}

/** "The Cheras branch", "cawangan Kajang". */
function readBranches(tokens: readonly string[]): Variant[] {
  return tokens.flatMap((token, at) => {
    if (!BRANCHES.has(token)) return [];
    const next = LINKS.has(tokens[at + 1] ?? "") ? at + 2 : at + 1;
    const name = [tokens[next] ?? "", tokens[at - 1] ?? ""].find(isPlaceName);
    return name ? [{ kinds: [BRANCH], value: name, to: name }] : [];
  });
}

const isPlaceName = (word: string): boolean => {
  const [unit] = readUnits(word);
  const concepts = unit?.concepts.map((concept) => LEXICON.concepts[concept]?.name ?? "") ?? [];
  return /^\p{L}{4,}$/u.test(word) && unit?.kind === "word" && spell(word)[0] === word && concepts.every((name) => PLACES.has(name));
};

/** "2", "1 to 3", "S, M and L". */
function readValues(tokens: readonly string[], start: number, read: (token: string) => string | null, kinds: readonly string[]): Variant[] {
  const found: Variant[] = [];
  for (let at = start; at < tokens.length; ) {
    const value = read(tokens[at] ?? "");
    if (value === null) break;
    // "Section 3 to section 9" repeats the name.
    const next = at + (tokens[at + 2] === tokens[start - 1] ? 3 : 2);
    const to = RANGE.has(tokens[at + 1] ?? "") ? read(tokens[next] ?? "") : null;
    const end = to === null ? at + 1 : next + 1;
    if (COUNTED.test(tokens[end] ?? "") && /\d/.test(value)) break;
    found.push({ kinds, value, to: to ?? value });
    at = end;
    while (JOINT.has(tokens[at] ?? "")) at++;
    if (at === end) break;
  }
  return found;
}

const TOWNS = ["klang_valley", "kuala_lumpur", "penang", "johor", "east_malaysia"].map((name) =>
  LEXICON.concepts.findIndex((one) => one.name === `place/${name}`),
);
const PLACES = new Set(LEXICON.concepts.flatMap(({ name, wider }, at) => (TOWNS.includes(wider) || TOWNS.includes(at) ? [name] : [])));

const orderOf = (value: string): number => (SIZES.includes(value) ? SIZES.indexOf(value) : Number(value.split(" ")[0]));

const suffixOf = (value: string): string => value.split(" ").slice(1).join(" ");

function includes({ value, to }: Variant, wanted: Variant): boolean {
  if (value === wanted.value || to === wanted.value) return true;
  if (suffixOf(value) !== suffixOf(wanted.value) || suffixOf(to) !== suffixOf(wanted.value)) return false;
  const [from, end, asked] = [orderOf(value), orderOf(to), orderOf(wanted.value)];
  return from <= asked && asked <= end;
}

/** The variants that a text names, and the text itself, folded. */
export interface VariantText {
  readonly variants: readonly Variant[];
  readonly folded: string;
}

/** Whether a text names another variant than the question, or the same: "other" if it has none that the question names. */
export function compareVariants(wanted: readonly Variant[], text: VariantText): "same" | "other" | null {
  let result: "same" | null = null;
  for (const one of wanted) {
    const alike = text.variants.filter(({ kinds }) => kinds.some((kind) => one.kinds.includes(kind)));
    if (alike.length === 0) continue;
    const isSame = alike.some((other) => includes(other, one)) || (one.kinds.includes(BRANCH) && text.folded.includes(one.value));
    if (!isSame) return "other";
    result = "same";
  }
  return result;
}
