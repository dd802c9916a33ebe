/** The words of entries as the checks compare them with each other. Pure. */
import { CLASSES, LEXICON } from "../lexicon/concepts.ts";
import { OPPOSITES } from "../lexicon/opposites.ts";
import { readUnits, type Unit } from "../words/read.ts";

export interface Word {
  /** Its stems, as one name, and each of them. */
  name: string;
  parts: readonly string[];
  /** Indexes of `LEXICON.concepts`. */
  concepts: readonly number[];
  /** How much it says about the subject of a text, 0 to 1. */
  weight: number;
  isNumber: boolean;
  /** The languages in whose lists the word is, as bits; 0 if that is not known. */
  languages: number;
}

/** By the class of a word's meaning; things say most about a subject. */
const WEIGHTS: Readonly<Record<string, number>> = { thing: 1, act: 0.7, attr: 0.7, time: 0.5, place: 0.9, person: 0.8 };
const NUMBER_WEIGHT = 0.8;
const WEAK_WEIGHT = 0.35;

/** Concepts that say which kind of fact follows, and nothing about its subject. */
const FRAMES =
  /^(?:price\/(?:price|total|each|per_person|monthly|yearly|daily|weekly|hourly|nightly|start_price|full|affordable)|hours\/(?:hours|open|close)|day\/(?:[a-z]+day|weekend|date|week|month|year|schedule)|duration\/(?:minute|hour|start|end|duration)|people\/(?:person|who)|contact\/contact|place\/location|general\/(?:which|include|set_pieces|limit_number|use)|booking\/quantity)$/;
/** Acts and forms of offers, of which owners often leave one out. */
const WEAK =
  /^(?:booking\/|learning\/class$|discount\/package$|delivery\/(?:rent|install|new|type|list|packaging)|warranty\/(?:maintenance|repair)$)/;
const nameOf = (concept: number): string => LEXICON.concepts[concept]?.name ?? "";
const widerOf = (concept: number): number => LEXICON.concepts[concept]?.wider ?? -1;

/** Concepts that owners use for one another. */
const LAUNDRY = LEXICON.concepts.findIndex(({ name }) => name === "clean/laundry");
const CLEANING = LEXICON.concepts.findIndex(({ name }) => name === "clean/clean");
const ALIKE: ReadonlyMap<number, number> = new Map([
  [LAUNDRY, CLEANING],
  [CLEANING, LAUNDRY],
]);

/** What words that may mean the same share: most pairs of texts share none, and need not be compared. */
export function keysOf({ parts, concepts, isNumber }: Word): string[] {
  if (isNumber) return [];
  return [
    ...parts,
    ...concepts.flatMap((one) => [
      `>${one}`,
      ...(widerOf(one) >= 0 ? [`>${widerOf(one)}`] : []),
      ...(ALIKE.has(one) ? [`>${ALIKE.get(one)}`] : []),
    ]),
  ];
}

function weightOf({ kind, concepts }: Unit): number {
  if (kind === "number") return NUMBER_WEIGHT;
  if (concepts.length === 0) return 1;
  const isAll = (pattern: RegExp) => concepts.every((one) => pattern.test(nameOf(one)));
  if (isAll(FRAMES)) return 0;
  if (isAll(WEAK)) return WEAK_WEIGHT;
  return Math.max(...concepts.map((one) => WEIGHTS[CLASSES[LEXICON.concepts[one]?.kind ?? 0] ?? ""] ?? 1));
}

/** The words and numbers of a text, each once. */
export function wordsOf(text: string): Word[] {
  const words = new Map<string, Word>();
  for (const unit of readUnits(text)) {
    const name = unit.stems.join(" ");
    if (name === "" || words.has(name)) continue;
    const languages = LEXICON.languages.get(unit.word) ?? 0;
    words.set(name, {
      name,
      parts: unit.stems,
      concepts: unit.concepts,
      weight: weightOf(unit),
      isNumber: unit.kind === "number",
      languages,
    });
  }
  return [...words.values()];
}

/** What a business calls itself and its day says nothing about whose hours they are. */
const OWN_NAMES =
  /^(?:kedai|shop|store|klinik|clinic|farmasi|pharmaci|taska|daycar|tadika|bengkel|workshop|restor|restaurant|cafe|kafe|salon|studio|spa|gym|hotel|homestai|runcit|dobi|laundri|servic|self|train|gerai|warung|held|wakt|time|jam|everi|night|hari|check|daftar masuk|daftar keluar|between|start|end|last|until|after|selepa|belum|before|sampai|hingga|till|open|close)$/;
export const asTime = (word: Word): Word => (OWN_NAMES.test(word.name) ? { ...word, weight: Math.min(word.weight, 0.1) } : word);

const conceptsNamed = (word: string): number[] => readUnits(word.replaceAll("_", " ")).flatMap(({ concepts }) => concepts);

/** Each concept with those that exclude it. */
const OPPOSED = new Map<number, Set<number>>();
for (const line of OPPOSITES.trim().split("\n")) {
  const [one = [], other = []] = line.split(" ").map(conceptsNamed);
  const oppose = (keys: readonly number[], others: readonly number[]) => {
    for (const key of keys) OPPOSED.set(key, new Set([...(OPPOSED.get(key) ?? []), ...others]));
  };
  oppose(one, other);
  oppose(other, one);
}

/** Whether one word excludes the other: they are different things of one kind, or opposites, or two words that one language has for two things. */
export const isExcluding = (a: Word, b: Word): boolean =>
  isOtherWord(a, b) ||
  a.concepts.some((one) => b.concepts.some((other) => one !== other && (isSibling(one, other) || OPPOSED.get(one)?.has(other) === true)));

const isOtherWord = (a: Word, b: Word): boolean =>
  a.name !== b.name && (a.languages & b.languages) > 0 && !isAlike(a, b) && a.concepts.some((one) => b.concepts.includes(one));

const isSibling = (a: number, b: number): boolean => widerOf(a) >= 0 && widerOf(a) === widerOf(b);

const SAME = { meaning: 0.95, meaningInOneLanguage: 0.65, alike: 0.9, wider: 0.5, spelling: 0.9, part: 0.8, phrases: 0.4 };

/** How far two words mean the same, 0 to 1. */
export function sameness(a: Word, b: Word): number {
  if (a.name === b.name) return 1;
  if (a.isNumber || b.isNumber) return 0;
  // Two words of one language for one meaning are often two things: "nikah" and "sanding", "sedan" and "MPV".
  if (a.concepts.some((one) => b.concepts.includes(one))) return (a.languages & b.languages) > 0 ? SAME.meaningInOneLanguage : SAME.meaning;
  if (isAlike(a, b)) return SAME.alike;
  if (includesWider(a, b) || includesWider(b, a)) return SAME.wider;
  if (a.parts.length + b.parts.length === 2) {
    return (a.concepts.length === 0 || b.concepts.length === 0) && isSpelledAlike(a.name, b.name) ? SAME.spelling : 0;
  }
  const isShared = a.parts.some((part) => part.length > 3 && b.parts.some((other) => other === part || isSpelledAlike(part, other)));
  return !isShared ? 0 : a.parts.length === 1 || b.parts.length === 1 ? SAME.part : SAME.phrases;
}

const includesWider = (a: Word, b: Word): boolean => a.concepts.some((one) => b.concepts.includes(widerOf(one)));

const isAlike = (a: Word, b: Word): boolean => a.concepts.some((one) => b.concepts.includes(ALIKE.get(one) ?? -1));

/** How well a word is met by the best of some others. */
export const bestOf = (word: Word, others: readonly Word[]): number => {
  let best = 0;
  for (const other of others) {
    if (best === 1) break;
    best = Math.max(best, sameness(word, other));
  }
  return best;
};

/** Letters of a word in which a misspelling is still recognized. */
const FEWEST_LETTERS = 5;

/** Names and loanwords are spelled in several ways: "paspot" and "pasport", "facial" and "fasial". */
function isSpelledAlike(a: string, b: string): boolean {
  const shortest = Math.min(a.length, b.length);
  if (shortest < FEWEST_LETTERS || Math.abs(a.length - b.length) > 2 || a[0] !== b[0]) return false;
  return distanceOf(a, b) <= (shortest >= 7 ? 2 : 1);
}

/** How many characters are changed, added, left out or swapped with their neighbours between two words. */
export function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] as number) + Number(a[i - 1] !== b[j - 1]);
      let best = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, changed);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) best = Math.min(best, (before[j - 2] as number) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
