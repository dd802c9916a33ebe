/** How likely it is that one answer serves two questions, from the answerer's own reading of them. Pure and symmetric. */
import { LEXICON } from "../lexicon/concepts.ts";
import { OPPOSITES } from "../lexicon/opposites.ts";
import { type Encoder, lengthOf, product, SIZE } from "../rank/encoder.ts";
import { FIRST_CONCEPT } from "../rank/keys.ts";
import type { Library } from "../rank/library.ts";
import { type Asked, isFrame, NUMBER_KIND, readQuestion, type Term } from "../rank/question.ts";
import { type TopicProfile, type Topics, topicsShared } from "../rank/topics.ts";
import { readUnits } from "../words/read.ts";
import { WordTable } from "../words/word-table.ts";

/** A term of a question as it is compared with the terms of others. */
interface Word {
  /** Its stems, as one name. */
  name: string;
  concepts: readonly number[];
  related: readonly number[];
  fields: readonly number[];
  /** It only says which kind of fact is asked for: "how much". */
  isFrame: boolean;
  weight: number;
}

export interface QuestionReading {
  words: readonly Word[];
  /** Has a direction only: its length is 1, or 0 if the encoder knows no word. */
  vector: Float32Array;
  /** The same without the words that only say which kind of fact is asked for. */
  subject: Float32Array;
  topics: TopicProfile;
  /** What is asked about the subject: its price, its place, … Empty if the question does not say. */
  aims: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** Concepts of the question, and those that exclude them. */
  concepts: ReadonlySet<number>;
  excluded: ReadonlySet<number>;
}

const conceptsNamed = (word: string): number[] =>
  readUnits(word.replaceAll("_", " ")).flatMap(({ concepts }) => concepts.map((one) => FIRST_CONCEPT + one));

const OPPOSED = new Map<number, number[]>();
for (const line of OPPOSITES.trim().split("\n")) {
  // Opening hours answer both.
  if (line === "open close") continue;
  const [one = [], other = []] = line.split(" ").map(conceptsNamed);
  for (const key of one) OPPOSED.set(key, [...(OPPOSED.get(key) ?? []), ...other]);
  for (const key of other) OPPOSED.set(key, [...(OPPOSED.get(key) ?? []), ...one]);
}

/** The kinds of `findAsked` that one answer serves. "When" asks for a time or for a duration. */
const AIMS_OF_KIND: Readonly<Record<string, readonly string[]>> = {
  clock: ["time"],
  when: ["time", "duration"],
  percent: ["money"],
};
const AIM_CONCEPTS: readonly [RegExp, string][] = [
  [/^price\//, "money"],
  [/^hours\//, "time"],
  [/^duration\/duration$/, "duration"],
  [/^place\/(?:location|city)$/, "place"],
];
const AIMS_OF_CONCEPT = new Map(
  LEXICON.concepts.flatMap(({ name }, concept) => {
    const aims = AIM_CONCEPTS.filter(([pattern]) => pattern.test(name)).map(([, aim]) => aim);
    return aims.length > 0 ? [[FIRST_CONCEPT + concept, aims] as const] : [];
  }),
);

const FRAME_WEIGHT = 0.35;
/** By the class of a word's meaning; things say most about what is asked. Found with bench/question-groups. */
const WEIGHTS: Readonly<Record<string, number>> = { thing: 1, act: 0.9, attr: 0.8, time: 0.8, place: 0.8, person: 0.6 };
const CLASS_NAMES = ["thing", "act", "attr", "time", "place", "person"];

function weightOf(term: Term): number {
  if (isFrame(term)) return FRAME_WEIGHT;
  return term.kind < 0 ? 1 : (WEIGHTS[CLASS_NAMES[term.kind] ?? ""] ?? 1);
}

/** The direction of a question. @param empty a library without passages */
export function vectorForGroups(text: string, empty: Library, encoder: Encoder): Float32Array {
  return direction(readQuestion(empty, text).terms, encoder, new WordTable());
}

/** @param empty a library without passages: a question is read without the agent's entries, which do not answer it. */
export function readForGroups(text: string, empty: Library, { encoder, topics }: { encoder: Encoder; topics: Topics }): QuestionReading {
  const asked = readQuestion(empty, text);
  const { terms } = asked;
  const table = new WordTable();
  const vector = direction(terms, encoder, table);
  const words = terms
    .filter(({ kind }) => kind !== NUMBER_KIND)
    .map((term): Word => {
      const { unit, concepts, related, fields } = term;
      return { name: unit.stems.join(" "), concepts, related, fields, isFrame: isFrame(term), weight: weightOf(term) };
    });
  const concepts = new Set(words.flatMap((word) => word.concepts));
  return {
    words,
    vector,
    topics: topics.profileOf(vector),
    subject: direction(
      terms.filter((term) => !isFrame(term)),
      encoder,
      table,
    ),
    aims: aimsOf(asked),
    numbers: new Set(terms.filter(({ kind }) => kind === NUMBER_KIND).map(({ unit }) => unit.stems.join(" "))),
    concepts,
    excluded: new Set([...concepts].flatMap((one) => OPPOSED.get(one) ?? [])),
  };
}

function aimsOf({ terms, text, focus: { asked } }: Asked): ReadonlySet<string> {
  const said = asked.flatMap(({ kind }) => AIMS_OF_KIND[kind] ?? [kind]);
  if (said.length === 0 && /\bberapa\b/.test(text)) said.push("money");
  const named = terms.flatMap((term) => term.concepts.flatMap((key) => AIMS_OF_CONCEPT.get(key) ?? []));
  const aims = new Set([...said, ...named]);
  // "How much is delivery to Klang" asks for a price.
  if (aims.has("money")) aims.delete("place");
  return aims;
}

function direction(terms: readonly Term[], encoder: Encoder, table: WordTable): Float32Array {
  const sum = new Float32Array(SIZE);
  for (const term of terms) {
    const one = encoder.sum(encoder.rowsOfTerm(term, table));
    const weight = weightOf(term);
    for (let at = 0; at < SIZE; at++) sum[at] = (sum[at] as number) + weight * (one[at] as number);
  }
  return toDirection(sum);
}

/** So many questions know half of what all questions to the business share. */
const HALF_KNOWN = 10;

/**
 * Takes out of the vectors what the questions have in common: those to a clinic are all about a clinic, which tells none of them
 * apart. The more questions there are, the more of it is taken.
 */
export function withoutShared(readings: readonly QuestionReading[]): QuestionReading[] {
  const share = readings.length / (readings.length + HALF_KNOWN);
  const vectors = apartFrom(
    readings.map(({ vector }) => vector),
    share,
  );
  const subjects = apartFrom(
    readings.map(({ subject }) => subject),
    share,
  );
  return readings.map((reading, at) => ({ ...reading, vector: vectors[at] ?? reading.vector, subject: subjects[at] ?? reading.subject }));
}

/** The vectors less this share of the mean of those that have a direction. */
function apartFrom(vectors: readonly Float32Array[], share: number): Float32Array[] {
  const directed = vectors.filter((vector) => lengthOf(vector) > 0);
  const shared = new Float32Array(SIZE);
  for (const vector of directed)
    for (let at = 0; at < SIZE; at++) shared[at] = (shared[at] as number) + (vector[at] as number) / directed.length;
  return vectors.map((vector) =>
    lengthOf(vector) > 0 ? toDirection(vector.map((value, at) => value - share * (shared[at] as number))) : vector,
  );
}

function toDirection(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}

/** How well the words of one question are met by another one, 0 to 1, as a share of their weights. */
function coverage(of: QuestionReading, by: QuestionReading, wanted: (word: Word) => boolean): number {
  let met = 0;
  let all = 0;
  for (const word of of.words) {
    if (!wanted(word)) continue;
    all += word.weight;
    met += word.weight * metBy(word, by);
  }
  return all > 0 ? met / all : -1;
}

function metBy(word: Word, { words, concepts }: QuestionReading): number {
  if (word.concepts.some((key) => concepts.has(key))) return 1;
  let best = 0;
  for (const other of words) {
    if (other.name === word.name && word.name !== "") return 1;
    if (word.related.some((key) => other.concepts.includes(key))) best = Math.max(best, 0.5);
    else if (best < 0.2 && word.fields.some((key) => other.fields.includes(key))) best = 0.2;
    else if (word.concepts.length === 0 && other.concepts.length === 0) best = Math.max(best, lettersShared(word.name, other.name));
  }
  return best;
}

/** How much of their beginnings two unknown words share: names are mistyped, and no list has them. */
function lettersShared(one: string, other: string): number {
  const shortest = Math.min(one.length, other.length);
  if (shortest < 4) return 0;
  let same = 0;
  while (same < shortest && one[same] === other[same]) same++;
  return same >= 4 && same >= 0.6 * Math.max(one.length, other.length) ? 0.8 : 0;
}

const ANY = () => true;
const isSubject = (word: Word) => !word.isFrame;

/** What each feature adds to the likeness. bench/question-groups/README.md says where they are from. */
const FACTORS = {
  vector: 4,
  subject: 3.2,
  leastCovered: 0.5,
  mostCovered: 0.8,
  leastSubject: 0.6,
  mostSubject: 0.6,
  sameAims: 0.8,
  otherAims: -6,
  oneAims: -1,
  otherNumbers: -6,
  sameNumbers: 0.3,
  opposed: -1,
  oneNoSubject: 0.3,
  topics: 4,
};
const BIAS = -5.1;
/** The likeness of questions that are surely about different things. */
export const NEVER = -4;

/** Above 0 if one answer probably serves both questions. */
export function likeness(a: QuestionReading, b: QuestionReading): number {
  let sum = BIAS;
  const features = featuresOf(a, b);
  for (const name of NAMES) sum += FACTORS[name] * Number(features[name]);
  return Math.max(NEVER, sum);
}

/** Whether two questions are surely about different things, from their vectors and topics alone: most pairs are, and this is quick. */
export const isFar = (a: QuestionReading, b: QuestionReading): boolean => {
  const near = FACTORS.vector * product(a.vector, b.vector) + FACTORS.subject * product(a.subject, b.subject);
  return near + FACTORS.topics * topicsShared(a.topics, b.topics) < FARTHEST;
};
const FARTHEST = 2.4;

const NAMES = Object.keys(FACTORS) as (keyof typeof FACTORS)[];

function featuresOf(a: QuestionReading, b: QuestionReading): Record<keyof typeof FACTORS, number | boolean> {
  const whole = [coverage(a, b, ANY), coverage(b, a, ANY)] as const;
  const subject = [coverage(a, b, isSubject), coverage(b, a, isSubject)] as const;
  const empty = subject.filter((one) => one < 0).length;
  const sharedAims = [...a.aims].some((kind) => b.aims.has(kind));
  const bothAim = a.aims.size > 0 && b.aims.size > 0;
  const sharedNumbers = [...a.numbers].some((one) => b.numbers.has(one));
  return {
    vector: product(a.vector, b.vector),
    subject: product(a.subject, b.subject),
    leastCovered: Math.max(0, Math.min(...whole)),
    mostCovered: Math.max(0, ...whole),
    leastSubject: Math.max(0, Math.min(...subject)),
    mostSubject: Math.max(0, ...subject),
    sameAims: sharedAims,
    otherAims: bothAim && !sharedAims,
    oneAims: a.aims.size > 0 !== b.aims.size > 0,
    otherNumbers: a.numbers.size > 0 && b.numbers.size > 0 && !sharedNumbers,
    sameNumbers: sharedNumbers,
    opposed: excludes(a, b) || excludes(b, a),
    oneNoSubject: empty === 1,
    topics: topicsShared(a.topics, b.topics),
  };
}

const excludes = (a: QuestionReading, b: QuestionReading): boolean =>
  [...a.excluded].some((key) => b.concepts.has(key) && !a.concepts.has(key));
