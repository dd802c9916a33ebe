/** Reads what an entry claims: prices, times and telephone numbers, each with the words that say of what. Pure. */

import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import type { Language } from "../../../contract/language.ts";
import { recognizeLanguage } from "../answerer-talk.ts";
import { fold } from "../facts/fold.ts";
import { type Passage, splitEntry, splitSentences } from "../rank/split.ts";
import { readVariants, type Variant } from "../rank/variants.ts";
import { ENDLESS, type Quantity, readQuantities } from "../words/quantities.ts";
import { type Aspect, aspectsOf, daysIn, isLimit, NO_RATES, type Rate, ratesIn } from "./aspects.ts";
import { findStates, isConditional } from "./states.ts";
import { type Found, findValues, namesOf, type Value } from "./values.ts";
import { asTime, keysOf, type Word, wordsOf } from "./words.ts";

export interface Claim {
  value: Value;
  /** The names of the value. */
  names: readonly string[];
  /** The keys of the words beside it and above it. */
  keys: ReadonlySet<string>;
  /** The part of the entry that claims it, as it is written. */
  quote: string;
  /** The words beside the value, with their weights: those behind a value are often details. */
  words: readonly Word[];
  /** The words of the headings above it. */
  heading: readonly Word[];
  quantities: readonly Quantity[];
  variants: readonly Variant[];
  aspects: ReadonlySet<Aspect>;
  /** Days of the week, as bits; 0 if none are named. */
  days: number;
  /** The words beside it say of what it is; otherwise those with which the entry begins do. */
  isNamed: boolean;
  /** It holds only in some cases. */
  isConditional: boolean;
  /** The times for which it is: "a month", "sehari". */
  rates: ReadonlySet<Rate>;
}

export interface Claims {
  claims: readonly Claim[];
  /** What it calls free, and the days on which it says that the business is open or closed. */
  states: readonly Claim[];
  /** All words of the entry. */
  words: readonly Word[];
  /** The words with which the entry begins, and the variants that they name. */
  title: readonly Word[];
  variants: readonly Variant[];
  language: Language | null;
  /** The days of the week that it names, as bits. */
  days: number;
  /** The names of all values: an entry that also has the value of the other one does not contradict it. */
  values: ReadonlySet<string>;
}

/** In short steps. */
export function* readClaims(entry: KnowledgeEntry): Generator<undefined, Claims> {
  const claims: Claim[] = [];
  const states: Claim[] = [];
  for (const passage of splitEntry(entry, 0)) {
    yield;
    if (passage) yield* readPassage(passage, claims, states);
  }
  const begin = beginOf(entry.text);
  const title = wordsOf(begin).slice(0, MAX_TITLE);
  const folded = fold(begin).text;
  const days = daysIn(folded);
  const rates = ratesIn(folded);
  return {
    claims: claims.map((claim) => withSubject(claim, title, days, rates)),
    states: states.map((claim) => withSubject(claim, title, days, NO_RATES)),
    words: wordsOf(entry.text.slice(0, MAX_READ)).slice(0, MAX_WORDS),
    title,
    variants: readVariants(begin),
    language: recognizeLanguage(entry.text.slice(0, MAX_READ)),
    days: daysIn(fold(entry.text.slice(0, MAX_READ)).text),
    values: new Set([...claims, ...states].flatMap(({ names }) => names)),
  };
}

/** Words of the beginning of an entry. */
const MAX_TITLE = 7;
/** UTF-16 units of an entry, and its words, with which claims of others are compared. */
const MAX_READ = 2_500;
const MAX_WORDS = 300;
const MAX_CLAIMS = 120;
const MAX_STATES = 40;
const LONGEST_QUOTE = 200;

function* readPassage({ above = "", lead, text }: Passage, claims: Claim[], states: Claim[]): Generator<undefined, void> {
  let label = "";
  for (const line of text.split("\n")) {
    for (const sentence of splitSentences(line)) {
      const heading = `${above}\n${lead}\n${label}`;
      if (claims.length < MAX_CLAIMS) claims.push(...readSentence(sentence, heading));
      yield;
      if (states.length < MAX_STATES) states.push(...readStates(sentence, heading));
      yield;
    }
    if (/:\s*$/.test(line)) label = line;
  }
}

/** What an entry begins with, up to its first value: often its subject. */
function beginOf(text: string): string {
  const plain = text.slice(0, 300).replace(/[#*]/g, " ").trim();
  const [first = ""] = splitSentences(plain.replaceAll("\n", ". "));
  const folded = fold(first).text;
  const [value] = findValues(folded);
  const begin = value && value.start > 3 ? folded.slice(0, value.start) : folded;
  return begin.split(/[:(]/)[0] ?? begin;
}

function readSentence(sentence: string, heading: string): Claim[] {
  const { text, at: places } = fold(sentence);
  const found = findValues(text);
  if (found.length === 0) return [];
  const place = (at: number) => (places === null ? at : (places[at] ?? sentence.length));
  const above = fold(heading).text;
  const headingWords = wordsOf(heading);
  let subject = "";
  return cutItems(text, found).flatMap(({ from, to, headEnd, values }, at) => {
    const item = withoutValues(text, from, to, values);
    const front = item.slice(0, item.indexOf(VALUE));
    // "Pandan cake 6 inch RM50, 8 inch RM78": the second price is of the same cake.
    const head = at > 0 && !hasSubject(front) ? `${text.slice(0, headEnd)} ${subject}` : text.slice(0, headEnd);
    if (at === 0) subject = front;
    const whole = `${head} ${item}`;
    const shared = {
      quote: quoteOf(sentence.slice(place(from), place(to))),
      words: weigh(head, item),
      heading: headingWords,
      quantities: quantitiesOf(whole),
      variants: readVariants(whole),
      aspects: aspectsOf(`${above} ${whole}`),
      days: daysIn(text.slice(from, to)) || daysIn(text.slice(0, from)) || daysIn(above),
      isNamed: false,
      isConditional: isConditional(text),
      rates: ratesIn(`${above} ${whole}`),
    };
    return values
      .filter((one) => !isLimit(text.slice(Math.max(0, one.start - 40), one.start), text.slice(one.end, one.end + 20)))
      .map(({ value }) => ({ value, names: namesOf(value), keys: NO_KEYS, ...shared }));
  });
}

function readStates(sentence: string, heading: string): Claim[] {
  const { text, at: places } = fold(sentence);
  const states = findStates(text, findValues(text));
  if (states.length === 0) return [];
  const place = (at: number) => (places === null ? at : (places[at] ?? sentence.length));
  const above = fold(heading).text;
  return states.map(({ value, from, to, words }) => ({
    value,
    names: namesOf(value),
    keys: NO_KEYS,
    quote: quoteOf(sentence.slice(place(from), place(to))),
    // The numbers of opening hours are of the days, and say nothing about whose they are.
    words: wordsOf(words).filter(({ isNumber }) => !isNumber),
    heading: wordsOf(heading),
    quantities: [],
    variants: readVariants(words),
    aspects: aspectsOf(`${above} ${words}`),
    days: value.kind === "open" ? 0 : daysIn(text) || daysIn(above),
    isNamed: false,
    isConditional: false,
    rates: NO_RATES,
  }));
}

const NO_KEYS: ReadonlySet<string> = new Set();

const quoteOf = (text: string): string => text.replace(/^[\s,;:|–-]{1,20}|[\s,;|]{1,20}$/g, "").slice(0, LONGEST_QUOTE);

// --- Which words belong to a value ---

interface Item {
  from: number;
  to: number;
  /** The end of the words before a colon, which belong to all items of a sentence. */
  headEnd: number;
  values: Found[];
}

const SEPARATOR = /[;,|•]| \/ |\. | - |\b(?:and|dan|while|manakala|tetapi|but|plus)\b|\+/;

function cutItems(text: string, found: readonly Found[]): Item[] {
  const [first, ...others] = found;
  if (!first) return [];
  const colon = text.lastIndexOf(":", first.start);
  const isHead = colon >= 0 && /[a-z]{2}/.test(text.slice(colon + 1, first.start).replace(/\brm\b/g, ""));
  const headEnd = isHead ? colon : 0;
  let item: Item = { from: isHead ? colon + 1 : 0, to: text.length, headEnd, values: [first] };
  const items = [item];
  for (const next of others) {
    const last = item.values.at(-1) ?? first;
    const cut = cutBetween(text.slice(last.end, next.start), next.value.kind === last.value.kind);
    if (cut === null) {
      item.values.push(next);
      continue;
    }
    item.to = last.end + cut;
    item = { from: item.to, to: text.length, headEnd, values: [next] };
    items.push(item);
  }
  return items;
}

/** The longest unit behind a price: "per person". */
const LONGEST_UNIT = 12;

/** Where the words of the next value begin; null if both values have the same words. */
function cutBetween(between: string, isSameKind: boolean): number | null {
  if (!/[a-z]{2}/.test(between)) return isSameKind && /^\s*[,;|]/.test(between) ? between.search(/[,;|]/) : null;
  const separator = SEPARATOR.exec(between);
  if (separator) return separator.index;
  if (!isSameKind) return null;
  const isUnit = /^ ?(?:\/|per\b|se[a-z]{3,}|each|a |an |for |untuk )/.test(between);
  return !isUnit ? 0 : between.length > LONGEST_UNIT ? LONGEST_UNIT : null;
}

/** Stands where a value was. */
const VALUE = "|";

function withoutValues(text: string, from: number, to: number, values: readonly Found[]): string {
  let kept = "";
  let at = from;
  for (const { start, end } of values) {
    kept += `${text.slice(at, start)} ${VALUE} `;
    at = end;
  }
  return kept + text.slice(at, to);
}

const hasSubject = (text: string): boolean =>
  wordsOf(text).some(({ isNumber, concepts, name, weight }) => !isNumber && (concepts.length > 0 ? weight >= 0.8 : name.length > 4));

const DETAIL = 0.4;
const HEAD = 0.8;
const INHERITED = 0.6;
/** From this weight on, a word beside a value says what it is of. */
const NAMED = 0.3;
/** Below this weight, the words beside a value do not say what it is of: then the beginning of the entry does. */
const POOR = 1.2;

function weigh(head: string, item: string): Word[] {
  const at = item.indexOf(VALUE);
  const before = wordsOf(item.slice(0, at));
  const isNamed = before.some(({ weight }) => weight > 0);
  const all = new Map<string, Word>();
  const add = (words: readonly Word[], share: number) => {
    for (const word of words) {
      const weight = word.weight * share;
      if ((all.get(word.name)?.weight ?? -1) < weight) all.set(word.name, { ...word, weight });
    }
  };
  add(before, 1);
  add(wordsOf(head), isNamed ? HEAD : 1);
  add(wordsOf(item.slice(at)), isNamed || head.trim() !== "" ? DETAIL : 1);
  return [...all.values()];
}

function withSubject(claim: Claim, title: readonly Word[], days: number, rates: Claim["rates"]): Claim {
  const weighted = (words: readonly Word[]) => (claim.value.kind === "time" || claim.value.kind === "open" ? words.map(asTime) : words);
  const own = weighted(claim.words);
  const isPoor = own.reduce((sum, { weight, isNumber }) => sum + (isNumber ? 0 : weight), 0) < POOR;
  const missing = isPoor ? weighted(title).filter(({ name }) => !own.some((word) => word.name === name)) : [];
  const more = missing.map((word) => ({ ...word, weight: word.weight * INHERITED }));
  const words = [...own, ...more];
  const telling = [...words, ...claim.heading].filter(({ weight }) => weight > 0);
  const keys = new Set(telling.flatMap(keysOf));
  const isNamed = own.some(({ weight, isNumber }) => !isNumber && weight >= NAMED);
  return { ...claim, words, isNamed, keys, days: claim.days || days, rates: claim.rates.size > 0 ? claim.rates : rates };
}

/** Limits and single units say nothing about which of several things is meant. */
const quantitiesOf = (text: string): Quantity[] =>
  readQuantities(text.replaceAll("_", " ")).filter(
    ({ unit, from, to }) => from > 0 && to < ENDLESS && !(from === 1 && to === 1 && COUNTED.has(unit)),
  );
const COUNTED = new Set("session piece pack unit person room day night".split(" "));
