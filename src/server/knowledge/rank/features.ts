/** Describes how well a passage answers a question, as numbers for the trained model. Pure. */
import { CLASSES } from "../lexicon/concepts.ts";
import { bitOf } from "../words/values.ts";
import { type Clauses, readClauses } from "./clauses.ts";
import { weigher } from "./commonness.ts";
import { noteFocus } from "./features-focus.ts";
import { meaningOf, noteLeads, noteMeaning } from "./features-meaning.ts";
import { notePairs } from "./features-pairs.ts";
import { noteOrder, noteRivals, noteWeightiest } from "./features-terms.ts";
import { isMet, LEVEL, levelOf, metLevelOf } from "./levels.ts";
import type { Library } from "./library.ts";
import { hasKey, type Indexed, topicOf, typesOfClause, wholeEnd } from "./passages.ts";
import { placeTerms } from "./placed.ts";
import { type Asked, NUMBER_KIND, type Term, WORD_KIND } from "./question.ts";
import type { Found } from "./search.ts";
import { AT, NUMBER_TYPES, Sheet } from "./sheet.ts";
import { ASPECTS, answeredBy, chanceToMeet, type Expectation, expectationOf, hasAspect, type Tables } from "./tables.ts";

const gainOf = (term: Term, level: number): number =>
  level === LEVEL.exact ? 1 : level === LEVEL.concept ? 0.9 * term.conceptShare : level === LEVEL.near ? 0.8 * (term.nearShare || 0.7) : 0;

export interface Candidate {
  indexed: Indexed;
  number: number;
  features: Float64Array;
  /** The level of each term. */
  levels: readonly number[];
}

/** Only this many candidates are read again for the order of their words, which takes the longest. */
const ORDERED = 5;

/** In steps of one candidate each: a pasted text has as many terms as a question may have, and all of them take milliseconds. */
export function* describeCandidates(
  library: Library,
  asked: Asked,
  found: readonly Found[],
  tables: Tables,
): Generator<undefined, Candidate[]> {
  const { terms } = asked;
  const expectation = expectationOf(tables, asked);
  const { mean: answeredMean, least: answeredLeast } = answeredBy(tables, asked);
  const chances = terms.map((term) => chanceToMeet(tables, term));
  const placed = placeTerms(asked, chances);
  const best = found[0]?.score ?? 1;
  const keys = new Set(terms.flatMap(({ exact, concepts, near }) => [...exact, ...concepts, ...(near === null ? [] : [near])]));
  const all = found.map(({ number }) => {
    const indexed = library.passages[number] as Indexed;
    const end = wholeEnd(indexed);
    return terms.map((term) => levelOf(term, indexed.keys, 0, end));
  });
  const meaning = meaningOf(asked, library, tables.encoder);
  const sheets: Sheet[] = [];
  const candidates: Candidate[] = [];
  for (const [place, { number, score }] of found.entries()) {
    yield;
    const indexed = library.passages[number] as Indexed;
    const levels = all[place] ?? [];
    const clauses = readClauses(terms, indexed);
    const sheet = new Sheet();
    sheet.put(AT.score, score);
    sheet.put(AT.scoreShare, score / best);
    sheet.put(AT.place, place);
    sheet.put(AT.answeredMean, answeredMean);
    sheet.put(AT.answeredLeast, answeredLeast);
    noteCoverage(sheet, terms, levels, chances);
    noteLikelihood(sheet, terms, levels, chances, library);
    notePairs(sheet, terms, levels, indexed, tables.pairs);
    noteFit(sheet, asked, indexed);
    noteAspects(sheet, indexed, expectation);
    noteClauses(sheet, asked, clauses, indexed);
    noteShape(sheet, terms, keys, indexed, library);
    if (place < ORDERED) noteOrder(sheet, terms, levels, indexed);
    noteWeightiest(sheet, placed.weightiest, levels);
    noteFocus(sheet, asked.focus, { placed, levels, clauses }, indexed);
    noteRivals(sheet, terms, levels, all);
    noteMeaning(sheet, { asked, meaning, levels }, indexed, library, tables.encoder);
    sheets.push(sheet);
    candidates.push({ indexed, number, levels, features: sheet.values });
  }
  noteLeads(sheets);
  return candidates;
}

/** By the level of a match. */
const COVERED = [null, AT.coveredField, AT.coveredRelated, AT.coveredNear, AT.coveredConcept, AT.coveredExact];
const COVERAGES = COVERED.filter((at) => at !== null);
const UNMET_KINDS = CLASSES.map((name) => AT[`unmet ${name}`]);

function noteCoverage(sheet: Sheet, terms: readonly Term[], levels: readonly number[], chances: readonly number[]): void {
  let [all, expected, covered, coveredByMet] = [0, 0, 0, 0];
  for (const [place, term] of terms.entries()) {
    const level = levels[place] ?? 0;
    const chance = chances[place] ?? 0;
    const { weight } = term;
    all += weight;
    expected += weight * chance;
    covered += weight * gainOf(term, level);
    coveredByMet += weight * chance * gainOf(term, level);
    const covers = COVERED[level] ?? null;
    if (covers !== null) sheet.add(covers, weight);
    if (isMet(level)) {
      sheet.add(AT.met, 1);
      if (term.frequency === 1) sheet.add(AT.onlyHere, weight);
      continue;
    }
    sheet.add(AT.unmet, 1);
    if (term.frequency > 0) sheet.add(AT.unmetInOthers, 1);
    sheet.add(term.kind === NUMBER_KIND ? AT.unmetNumbers : term.kind === WORD_KIND ? AT.unmetWords : AT.unmetConcepts, 1);
    const kind = UNMET_KINDS[term.kind];
    if (kind !== undefined) sheet.add(kind, weight);
    sheet.put(AT.worstUnmet, Math.max(sheet.get(AT.worstUnmet), weight));
    sheet.put(AT.worstUnmetExpected, Math.max(sheet.get(AT.worstUnmetExpected), weight * chance));
  }
  sheet.put(AT.terms, terms.length);
  sheet.put(AT.covered, covered / Math.max(all, 1e-9));
  sheet.put(AT.coveredByMet, coveredByMet / Math.max(expected, 1e-9));
  for (const at of COVERAGES) sheet.put(at, sheet.get(at) / Math.max(all, 1e-9));
}

/** Notes how much more likely these matches and misses are for the right answer than for an arbitrary passage. */
function noteLikelihood(
  sheet: Sheet,
  terms: readonly Term[],
  levels: readonly number[],
  chances: readonly number[],
  { passages }: Library,
): void {
  let sum = 0;
  let met = 0;
  for (const [place, term] of terms.entries()) {
    const level = levels[place] ?? 0;
    const chance = chances[place] ?? 0.5;
    const byAccident = (term.frequency + 0.5) / (passages.length + 1);
    const gain = isMet(level)
      ? Math.log(chance / byAccident) * gainOf(term, level)
      : Math.log((1 - chance) / (1 - Math.min(0.95, byAccident)));
    const softened = level === LEVEL.field || level === LEVEL.related ? gain * 0.5 : gain;
    sum += softened;
    if (isMet(level)) met += softened;
  }
  sheet.put(AT.likelihood, sum);
  sheet.put(AT.likelihoodMet, met);
}

const COUNTED_TYPES =
  bitOf("money") |
  bitOf("time") |
  bitOf("duration") |
  bitOf("person") |
  bitOf("count") |
  bitOf("measure") |
  bitOf("phone") |
  bitOf("link") |
  bitOf("percent");

const OF_TYPES = NUMBER_TYPES.map((type) => ({ bit: bitOf(type), wants: AT[`wants ${type}`], has: AT[`has ${type}`] }));

function noteFit(sheet: Sheet, { expected, terms }: Asked, indexed: Indexed): void {
  const { types } = indexed;
  sheet.put(AT.fits, bits(expected & types & COUNTED_TYPES));
  sheet.put(AT.lacks, bits(expected & ~types & COUNTED_TYPES));
  sheet.put(AT.isQuestion, expected & bitOf("negation") ? 1 : 0);
  for (const { bit, wants, has } of OF_TYPES) {
    sheet.put(wants, expected & bit ? (types & bit ? 1 : -1) : 0);
    sheet.put(has, types & bit ? 1 : 0);
  }
  for (const { kind, exact } of terms) {
    if (kind !== NUMBER_KIND) continue;
    sheet.add(exact.every((key) => key >= 0 && hasKey(indexed, key)) ? AT.numbersMet : AT.numbersMissed, 1);
  }
}

function bits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

function noteAspects(sheet: Sheet, indexed: Indexed, { having, lacking }: Expectation): void {
  let sum = 0;
  let top = 0;
  for (let aspect = 0; aspect < ASPECTS; aspect++) {
    const gain = (hasAspect(indexed, aspect) ? having[aspect] : lacking[aspect]) ?? 0;
    sum += gain;
    if (gain > top) top = gain;
  }
  sheet.put(AT.aspects, sum);
  sheet.put(AT.aspectsTop, top);
}

/** Notes how much of the question a single sentence or item covers, and whether it has the requested facts. */
function noteClauses(sheet: Sheet, { terms, expected }: Asked, { count, met }: Clauses, indexed: Indexed): void {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  let bestClause = -1;
  let bestTypes = indexed.types;
  let neighbours = 0;
  for (let clause = 0; clause < count; clause++) {
    let covered = 0;
    let pairs = 0;
    let wasMet = false;
    for (let place = 0; place < terms.length; place++) {
      const isHere = met[clause * terms.length + place] === 1;
      if (isHere) covered += (terms[place] as Term).weight;
      if (isHere && wasMet) pairs++;
      wasMet = isHere;
    }
    if (covered > bestClause) {
      bestClause = covered;
      bestTypes = typesOfClause(indexed, clause);
    }
    neighbours = Math.max(neighbours, pairs);
  }
  sheet.put(AT.clauseFits, bits(expected & bestTypes & COUNTED_TYPES));
  sheet.put(AT.clauseLacks, bits(expected & ~bestTypes & COUNTED_TYPES));
  sheet.put(AT.bestClause, Math.max(0, bestClause) / Math.max(all, 1e-9));
  sheet.put(AT.neighbours, neighbours);
}

/** Notes the topic of a passage, and how much of it the question names. */
function noteShape(
  sheet: Sheet,
  terms: readonly Term[],
  asked: ReadonlySet<number>,
  indexed: Indexed,
  { passages, postings }: Library,
): void {
  const commonness = weigher(passages.length);
  const { from, to } = topicOf(indexed);
  let [all, topic, topicMet] = [0, 0, 0];
  for (const term of terms) {
    all += term.weight;
    if (metLevelOf(term, indexed.keys, from, to) === LEVEL.none) continue;
    topic += term.weight;
    topicMet++;
  }
  let [own, shared] = [0, 0];
  const end = wholeEnd(indexed);
  for (let at = 0; at < end; at++) {
    const key = indexed.keys[at] as number;
    const weight = commonness(postings.countOf(key));
    own += weight;
    if (asked.has(key)) shared += weight;
  }
  sheet.put(AT.topic, topic / Math.max(all, 1e-9));
  sheet.put(AT.topicMet, topicMet);
  sheet.put(AT.coverOfPassage, shared / Math.max(own, 1e-9));
  sheet.put(AT.length, Math.log(1 + indexed.length));
}
