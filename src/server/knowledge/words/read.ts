/** Reads a text as units: words and phrases with their meanings, numbers, and pieces of scripts without spaces. Pure. */
import { LEXICON } from "../lexicon/concepts.ts";
import { daysOf } from "./days.ts";
import { plainApostrophes } from "./marks.ts";
import { isEmptyWord, spell, squeeze } from "./spelling.ts";
import { basesOf, LONGEST_WORD, stem } from "./stem.ts";
import { numberOf } from "./values.ts";

export interface Unit {
  kind: "word" | "number" | "piece";
  /** The word as typed, with short forms written out. */
  word: string;
  /** The part that all forms of the word share; for a phrase, one stem per word. */
  stems: readonly string[];
  /** Indexes of `LEXICON.concepts`. */
  concepts: readonly number[];
}

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const RUNS = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{M}])+|\p{N}{1,12}(?:[.,]\p{N}{1,3}){0,3}|\p{N}+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

/** Such a text has no diacritics. */
const IS_ASCII = /^[\0-\x7f]*$/;

/** Lower case, without diacritics and apostrophes. */
export function fold(text: string): string {
  const marked = plainApostrophes(text);
  const plain = IS_ASCII.test(marked)
    ? marked
    : marked
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC");
  return plain.toLowerCase().replace(/'s\b/g, "").replace(/'/g, "");
}

/** The words of a folded text in their usual spelling; numbers and scripts without spaces unchanged. */
export function toWords(folded: string): string[] {
  const words: string[] = [];
  let end = -1;
  let before = "";
  for (const match of folded.matchAll(RUNS)) {
    const run = match[0];
    // "kek2" means a repeated word, but "form2" contains a number.
    const isTwice = run === "2" && match.index === end && before.length >= 3 && !COUNTED.has(before);
    end = match.index + run.length;
    before = run;
    if (isTwice || run.length > LONGEST_WORD) continue;
    for (const word of wordsOfRun(run)) words.push(word);
  }
  return words;
}

/** The words of runs. Runs repeat, and looking them up takes longer than finding them. */
const usual = new Map<string, readonly string[]>();
const MAX_USUAL = 20_000;

function wordsOfRun(run: string): readonly string[] {
  let words = usual.get(run);
  if (!words) {
    words = IS_UNSPACED.test(run) || /^\p{N}/u.test(run) ? [run] : withoutNegation(squeeze(run));
    if (usual.size >= MAX_USUAL) usual.clear();
    usual.set(run, words);
  }
  return words;
}

/** Reads "xjadi" as "tak jadi": an x before a known word is a negation. */
function withoutNegation(word: string): readonly string[] {
  const spelled = spell(word);
  if (!/^x[a-z]{4}/.test(word) || spelled[0] !== word || conceptsOf(word).length > 0) return spelled;
  const rest = spell(word.slice(1));
  return rest.length > 1 || isEmptyWord(rest[0] ?? "") || conceptsOf(rest[0] ?? "").length > 0 ? ["tak", ...rest] : spelled;
}

const COUNTED = new Set("form tingkatan level year tahun darjah unit blok block lot saiz size pakej package set no room bilik".split(" "));

const conceptNamed = (name: string): number => LEXICON.concepts.findIndex((concept) => concept.name === name);
const [PRICE, HOURS, CONTACT] = [conceptNamed("price/price"), conceptNamed("hours/hours"), conceptNamed("contact/contact")];
/** Words beside a number that show the kind of its value. */
const MARKS: ReadonlyMap<string, number> = new Map([
  ["rm", PRICE],
  ["am", HOURS],
  ["pm", HOURS],
]);
const PARTS_OF_DAY = new Set("pagi petang malam tengah".split(" "));
/** Matches the first part of a telephone number such as "012-345 6789". */
const DIALLING = /^0\d{1,2}$|^0\d{8,10}$/;

export function readUnits(text: string): Unit[] {
  return toUnits(toWords(fold(text)));
}

/** The units of an entry's text, and the days that it includes without naming them. */
export function readEntryUnits(text: string): Unit[] {
  const folded = fold(text);
  const spanned = folded.replace(/(?<=[a-z])\s?[-–—]\s?(?=[a-z])/g, " to ");
  const words = toWords(folded);
  const units = toUnits(words);
  const days = daysOf(spanned === folded ? words : toWords(spanned), (word) => (isEmptyWord(word) ? [] : readWord(word).concepts));
  return days.length === 0 ? units : [...units, { kind: "word", word: "", stems: [], concepts: days }];
}

export function toUnits(words: readonly string[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const phrase = findPhrase(words, at);
    if (phrase) {
      const stems = words.slice(at, at + phrase.length).filter((one) => !isEmptyWord(one));
      units.push({ kind: "word", word: words.slice(at, at + phrase.length).join(" "), stems: stems.map(stem), concepts: phrase.concepts });
      at += phrase.length;
      continue;
    }
    at++;
    const mark = MARKS.get(word) ?? (DIALLING.test(word) ? CONTACT : undefined);
    if (mark !== undefined) units.push({ kind: "word", word, stems: [], concepts: [mark] });
    if (PARTS_OF_DAY.has(word) && /^\p{N}/u.test(words[at - 2] ?? "")) units.push({ kind: "word", word, stems: [], concepts: [HOURS] });
    // Skip the second word of a repetition such as "kanak kanak".
    if (word === words[at - 2] || isEmptyWord(word) || MARKS.has(word)) continue;
    if (IS_UNSPACED.test(word)) units.push(...cutUnspaced(word));
    else units.push(toUnit(word));
  }
  return units;
}

function toUnit(word: string): Unit {
  const number = numberOf(word);
  if (number !== null || /^\p{N}/u.test(word)) {
    const value = (number ?? word.replace(/\.00?$/, "")).replace(/,(?=\d{3})/g, "");
    return { kind: "number", word, stems: [`#${value}`], concepts: [] };
  }
  return readWord(word);
}

function cutUnspaced(run: string): Unit[] {
  const characters = [...run];
  const pieces = characters.length === 1 ? characters : characters.slice(1).map((character, at) => (characters[at] ?? "") + character);
  return pieces.map((piece) => ({ kind: "piece", word: piece, stems: [piece], concepts: [] }));
}

interface Phrase {
  length: number;
  concepts: readonly number[];
}

function findPhrase(words: readonly string[], at: number): Phrase | null {
  const candidates = PHRASES.get(stemOf(words[at] ?? ""));
  if (!candidates) return null;
  let found: { length: number; concepts: number[] } | null = null;
  for (const { rest, concept } of candidates) {
    if (found && rest.length + 1 < found.length) break;
    if (!rest.every((one, place) => stemOf(words[at + 1 + place] ?? "") === one)) continue;
    found ??= { length: rest.length + 1, concepts: [] };
    if (!found.concepts.includes(concept)) found.concepts.push(concept);
  }
  return found;
}

/** Shared by all words without a meaning. */
const NONE: readonly number[] = [];

/** The concepts of a word, even if it is inflected; empty if it is unknown. */
export function conceptsOf(word: string): readonly number[] {
  const exact = LEXICON.words.get(word);
  if (exact) return exact;
  for (const base of basesOf(word)) {
    const known = LEXICON.words.get(base);
    if (known) return known;
  }
  return STEMS.get(stem(word)) ?? NONE;
}

/** Words that have been looked up. Words repeat, and a lookup takes longer than everything else here. */
const read = new Map<string, Unit>();
const MAX_READ = 20_000;

function readWord(word: string): Unit {
  let unit = read.get(word);
  if (!unit) {
    unit = { kind: "word", word, stems: [stem(word)], concepts: conceptsOf(word) };
    if (read.size >= MAX_READ) read.clear();
    read.set(word, unit);
  }
  return unit;
}

const stemOf = (word: string): string => (word === "" ? "" : (readWord(word).stems[0] ?? ""));

/** Phrases by the stem of their first word, longest first. */
const PHRASES = new Map<string, { rest: string[]; concept: number }[]>();
for (const [first, phrases] of LEXICON.phrases) {
  const known = PHRASES.get(stem(first)) ?? [];
  known.push(...phrases.map(({ rest, concept }) => ({ rest: rest.map(stem), concept })));
  PHRASES.set(
    stem(first),
    known.sort((a, b) => b.rest.length - a.rest.length),
  );
}

const STEMS = new Map<string, readonly number[]>();
for (const [word, concepts] of LEXICON.words) if (!STEMS.has(stem(word))) STEMS.set(stem(word), concepts);
