/** Features of how near a passage is to a question in meaning, by the vectors of their words. Pure. */
import { cosine, type Encoder, lengthOf, SIZE } from "./encoder.ts";
import { isMet } from "./levels.ts";
import type { Library } from "./library.ts";
import type { Indexed } from "./passages.ts";
import { type Asked, isFrame, type Term } from "./question.ts";
import { AT, type Sheet } from "./sheet.ts";

/** The vectors of a question: of all terms, of those in the clause that asks, and of each term with its length. */
export interface Meaning {
  whole: Float32Array;
  focus: Float32Array;
  /** The lengths of these two. */
  lengths: { whole: number; focus: number };
  terms: readonly { vector: Float32Array; length: number }[];
}

export function meaningOf({ terms, focus }: Asked, { vocabulary }: Library, encoder: Encoder): Meaning {
  const rows = terms.map((term) => encoder.rowsOfTerm(term, vocabulary.table));
  const asking = rows.filter((_, place) => focus.inFocus.has(terms[place]?.name ?? ""));
  const vectors = rows.map((own) => encoder.sum(own));
  const whole = encoder.sum(rows.flat());
  const sought = asking.length > 0 && asking.length < rows.length ? encoder.sum(asking.flat()) : whole;
  return {
    whole,
    focus: sought,
    lengths: { whole: lengthOf(whole), focus: lengthOf(sought) },
    terms: vectors.map((vector) => ({ vector, length: lengthOf(vector) })),
  };
}

interface Compared {
  asked: Asked;
  meaning: Meaning;
  /** The level of each term. */
  levels: readonly number[];
}

export function noteMeaning(sheet: Sheet, compared: Compared, indexed: Indexed, { vocabulary }: Library, encoder: Encoder): void {
  const { whole, focus, lengths } = compared.meaning;
  const { rows, whole: passage, topic, clauses, lengths: own } = encoder.read(indexed, vocabulary.table);
  noteMissing(sheet, compared, rows, passage, encoder);
  sheet.put(AT.meaning, cosine(whole, passage, lengths.whole * own.whole));
  sheet.put(AT.meaningFocus, cosine(focus, passage, lengths.focus * own.whole));
  sheet.put(AT.meaningTopic, cosine(whole, topic, lengths.whole * own.topic));
  const nearestTo = (vector: Float32Array, length: number) =>
    Math.max(...clauses.map((clause, at) => cosine(vector, clause, length * (own.clauses[at] ?? 0))));
  sheet.put(AT.meaningClause, nearestTo(whole, lengths.whole));
  sheet.put(AT.meaningFocusClause, nearestTo(focus, lengths.focus));
  const { terms } = compared.asked;
  if (!terms.every(isFrame) && !terms.every(isPiece)) return;
  const byWords = NEAR * sheet.get(AT.softCovered);
  for (const at of NEARNESS) sheet.put(at, Math.max(sheet.get(at), byWords));
}

const NEARNESS = [AT.meaning, AT.meaningFocus, AT.meaningTopic, AT.meaningClause, AT.meaningFocusClause];
/** Pairs of characters of a text without spaces: no vector was trained for them. */
const isPiece = ({ unit }: Term): boolean => unit.kind === "piece";
/**
 * "When are you open?" says only which kind of fact it asks for, and vectors say little about that. A passage that has all
 * of such a question is at least as near to it as right passages mostly are in the labelled sets.
 */
const NEAR = 0.7;

/** Notes whether the passage says what the terms mean that it does not have. */
function noteMissing(
  sheet: Sheet,
  { asked, meaning, levels }: Compared,
  rows: readonly number[],
  passage: Float32Array,
  encoder: Encoder,
): void {
  let [all, covered, unmet, coveredOfUnmet, worst] = [0, 0, 0, 0, 0];
  const missing = new Float32Array(SIZE);
  for (const [place, { weight }] of asked.terms.entries()) {
    const term = meaning.terms[place];
    all += weight;
    if (!term || isMet(levels[place] ?? 0)) {
      covered += weight;
      continue;
    }
    const share = encoder.nearest(term.vector, term.length, rows);
    covered += weight * share;
    unmet += weight;
    coveredOfUnmet += weight * share;
    worst = Math.max(worst, weight * (1 - share));
    for (let at = 0; at < SIZE; at++) missing[at] = (missing[at] as number) + (term.vector[at] as number);
  }
  sheet.put(AT.softCovered, covered / Math.max(all, 1e-9));
  sheet.put(AT.softUnmet, coveredOfUnmet / Math.max(unmet, 1e-9));
  sheet.put(AT.softWorst, worst);
  sheet.put(AT.meaningMissing, unmet > 0 ? cosine(missing, passage) : 1);
}

/** A feature, and that of how much nearer a passage is by it. */
const LEADS = [
  [AT.meaning, AT.meaningLead],
  [AT.meaningFocus, AT.meaningFocusLead],
  [AT.meaningClause, AT.meaningClauseLead],
] as const;

/** Notes how much nearer each passage is than the nearest of the others. */
export function noteLeads(sheets: readonly Sheet[]): void {
  for (const [at, leadAt] of LEADS) {
    const [best = 0, second = best] = sheets.map((sheet) => sheet.get(at)).sort((a, b) => b - a);
    for (const sheet of sheets) {
      const value = sheet.get(at);
      sheet.put(leadAt, value - (value === best ? second : best));
    }
  }
}
