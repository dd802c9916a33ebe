/**
 * Statistics of labelled questions, counted by bench/answers/count.ts: how often a word of a question is missing in the
 * passage that answers it, and which kinds of passages answer which kinds of questions. With them, the vectors of words.
 */
import { LEXICON } from "../lexicon/concepts.ts";
import { TYPES } from "../words/values.ts";
import type { Encoder } from "./encoder.ts";
import { FIELDS, FIRST_CONCEPT } from "./keys.ts";
import type { Pairs } from "./pairs.ts";
import { hasKey, type Indexed } from "./passages.ts";
import { type Asked, NUMBER_KIND, type Term, WORD_KIND } from "./question.ts";

/** The number of aspects of a passage: its fields, then its kinds of facts. */
export const ASPECTS = FIELDS + TYPES.length;

export interface Tables {
  /**
   * By the name of a question's subject, or by a word that has no concept: the number of questions with it, and of those
   * whose answer has it.
   */
  met: Record<string, [number, number]>;
  /** By the name of a question's subject: the number of questions with it that entries answer, and that no entry answers. */
  answered: Record<string, [number, number]>;
  /**
   * By the name of a question's subject: the number of questions with it; for each aspect, the number of answers that
   * have it, and the number expected by chance.
   */
  aspects: Record<string, { asked: number; seen: number[]; chance: number[] }>;
  /** What the rows of `aspects` say by themselves, for those that were needed; null while a training changes the rows. */
  evidence: Map<string, Expectation> | null;
  /** Which concepts the answers to questions with a concept have. */
  pairs: Pairs;
  encoder: Encoder;
}

const KIND_NAMES = ["thing", "act", "attr", "time", "place", "person"];
export const kindName = ({ kind }: Term): string =>
  kind === NUMBER_KIND ? "*number" : kind === WORD_KIND ? "*word" : `*${KIND_NAMES[kind] ?? ""}`;
/** The name under which a word without a concept is counted. */
export const wordNames = ({ kind, name }: Term): string[] => (kind === WORD_KIND ? [`=${name}`] : []);
export const conceptName = (key: number): string => LEXICON.concepts[key - FIRST_CONCEPT]?.name ?? "";

/** The names under which a question is counted: the facts that it asks for, its fields and its concepts. */
export function namesOf({ terms, expected }: Asked): string[] {
  const names = new Set<string>();
  for (const [bit, type] of TYPES.entries()) if (expected & (1 << bit)) names.add(`?${type}`);
  for (const term of terms) {
    for (const key of term.fields) names.add(`[${LEXICON.fields[key] ?? ""}`);
    for (const key of term.concepts) names.add(conceptName(key));
  }
  return [...names];
}

export const hasAspect = (indexed: Indexed, aspect: number): boolean =>
  aspect < FIELDS ? hasKey(indexed, aspect) : (indexed.types & (1 << (aspect - FIELDS))) !== 0;

const KIND_PRIOR = 5;
const CONCEPT_PRIOR = 6;

/** The probability that the right answer has a term, 0 to 1. */
export function chanceToMeet({ met }: Tables, term: Term): number {
  const [askedKind, metKind] = met[kindName(term)] ?? [0, 0];
  let share = (metKind + KIND_PRIOR * 0.7) / (askedKind + KIND_PRIOR);
  // The concept or word with the most data decides.
  let best = 0;
  const kindShare = share;
  for (const name of [...term.concepts.map(conceptName), ...wordNames(term)]) {
    const [asked, seen] = met[name] ?? [0, 0];
    if (asked <= best) continue;
    best = asked;
    share = (seen + CONCEPT_PRIOR * kindShare) / (asked + CONCEPT_PRIOR);
  }
  return Math.min(0.98, Math.max(0.02, share));
}

const ANSWERED_PRIOR = 6;

/** How much more often entries answer questions with these subjects than others: the mean and the minimum, as log odds. */
export function answeredBy({ answered }: Tables, asked: Asked): { mean: number; least: number } {
  const [yes, no] = answered["*"] ?? [2, 1];
  const base = Math.log((yes + 1) / (no + 1));
  const odds = namesOf(asked).flatMap((name) => {
    const row = answered[name];
    if (!row) return [];
    const prior = ANSWERED_PRIOR / (yes + no + 2);
    return Math.log((row[0] + prior * (yes + 1)) / (row[1] + prior * (no + 1))) - base;
  });
  if (odds.length === 0) return { mean: 0, least: 0 };
  return { mean: odds.reduce((sum, value) => sum + value, 0) / odds.length, least: Math.min(...odds) };
}

const ASPECT_PRIOR = 3;
const SOFTEN = 0.3;

/** For each aspect, the evidence that having or lacking it gives about a passage, over all subjects of the question. */
export interface Expectation {
  having: Float64Array;
  lacking: Float64Array;
}

export function expectationOf({ aspects, evidence }: Tables, asked: Asked): Expectation {
  const having = new Float64Array(ASPECTS);
  const lacking = new Float64Array(ASPECTS);
  const rows = namesOf(asked).flatMap((name) => (aspects[name] ? [{ name, row: aspects[name] }] : []));
  for (const { name, row } of rows) {
    if (row.asked <= 0) continue;
    const known = evidence?.get(name) ?? evidenceOf(row);
    evidence?.set(name, known);
    for (let aspect = 0; aspect < ASPECTS; aspect++) {
      having[aspect] = (having[aspect] as number) + (known.having[aspect] as number) / rows.length;
      lacking[aspect] = (lacking[aspect] as number) + (known.lacking[aspect] as number) / rows.length;
    }
  }
  return { having, lacking };
}

function evidenceOf({ asked, seen, chance }: Tables["aspects"][string]): Expectation {
  const having = new Float64Array(ASPECTS);
  const lacking = new Float64Array(ASPECTS);
  for (let aspect = 0; aspect < ASPECTS; aspect++) {
    const by = chance[aspect] ?? 0;
    const rate = by / asked;
    const got = seen[aspect] ?? 0;
    const prior = ASPECT_PRIOR * rate + SOFTEN;
    having[aspect] = Math.log((got + prior) / (by + prior));
    const priorLack = ASPECT_PRIOR * (1 - rate) + SOFTEN;
    lacking[aspect] = Math.log((asked - got + priorLack) / (asked - by + priorLack));
  }
  return { having, lacking };
}
