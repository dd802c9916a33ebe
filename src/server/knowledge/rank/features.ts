/** Describes how well a passage answers a question, as numbers for the trained model. Pure. */
import { CLASSES } from "../lexicon/concepts.ts";
import { bitOf, TYPES } from "../words/values.ts";
import { weigher } from "./commonness.ts";
import { noteFocus } from "./features-focus.ts";
import { meaningOf, noteLeads, noteMeaning } from "./features-meaning.ts";
import { notePairs } from "./features-pairs.ts";
import { noteOrder, noteRivals, noteWeightiest } from "./features-terms.ts";
import { isMet, LEVEL, levelOf, metLevelOf } from "./levels.ts";
import type { Library } from "./library.ts";
import { clausesOf, hasKey, type Indexed, topicOf, typesOfClause, wholeEnd } from "./passages.ts";
import type { Asked, Term } from "./question.ts";
import type { Found } from "./search.ts";
import { NUMBER_TYPES, Sheet } from "./sheet.ts";
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

export function describeCandidates(library: Library, asked: Asked, found: readonly Found[], tables: Tables): Candidate[] {
  const expectation = expectationOf(tables, asked);
  const { mean: answeredMean, least: answeredLeast } = answeredBy(tables, asked);
  const chances = asked.terms.map((term) => chanceToMeet(tables, term));
  const best = found[0]?.score ?? 1;
  const keys = new Set(asked.terms.flatMap(({ exact, concepts, near }) => [...exact, ...concepts, ...(near === null ? [] : [near])]));
  const all = found.map(({ number }) => {
    const indexed = library.passages[number] as Indexed;
    return asked.terms.map((term) => levelOf(term, indexed.keys, 0, wholeEnd(indexed)));
  });
  const meaning = meaningOf(asked, library, tables.encoder);
  const sheets: Sheet[] = [];
  const candidates = found.map(({ number, score }, place) => {
    const indexed = library.passages[number] as Indexed;
    const levels = all[place] ?? [];
    const sheet = new Sheet();
    sheet.put("score", score);
    sheet.put("scoreShare", score / best);
    sheet.put("place", place);
    sheet.put("answeredMean", answeredMean);
    sheet.put("answeredLeast", answeredLeast);
    noteCoverage(sheet, asked.terms, levels, chances);
    noteLikelihood(sheet, asked.terms, levels, chances, library);
    notePairs(sheet, asked.terms, levels, indexed, tables.pairs);
    noteFit(sheet, asked, indexed);
    noteAspects(sheet, indexed, expectation);
    noteClauses(sheet, asked, indexed);
    noteShape(sheet, asked.terms, keys, indexed, library);
    if (place < ORDERED) noteOrder(sheet, asked.terms, levels, indexed);
    noteWeightiest(sheet, asked.terms, levels, chances);
    noteFocus(sheet, asked.focus, { terms: asked.terms, levels, chances }, indexed);
    noteRivals(sheet, asked.terms, levels, all);
    noteMeaning(sheet, { asked, meaning, levels }, indexed, library, tables.encoder);
    sheets.push(sheet);
    return { indexed, number, levels, features: sheet.values };
  });
  noteLeads(sheets);
  return candidates;
}

/** By the level of a match. */
const COVERED = [null, "coveredField", "coveredRelated", "coveredNear", "coveredConcept", "coveredExact"] as const;
const COVERAGES = COVERED.filter((name) => name !== null);
const UNMET_KINDS = CLASSES.map((name) => `unmet ${name}` as const);

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
    const covers = COVERED[level];
    if (covers) sheet.add(covers, weight);
    if (isMet(level)) {
      sheet.add("met", 1);
      if (term.frequency === 1) sheet.add("onlyHere", weight);
      continue;
    }
    sheet.add("unmet", 1);
    if (term.frequency > 0) sheet.add("unmetInOthers", 1);
    sheet.add(term.kind === -2 ? "unmetNumbers" : term.kind === -1 ? "unmetWords" : "unmetConcepts", 1);
    const kind = UNMET_KINDS[term.kind];
    if (kind) sheet.add(kind, weight);
    sheet.put("worstUnmet", Math.max(sheet.get("worstUnmet"), weight));
    sheet.put("worstUnmetExpected", Math.max(sheet.get("worstUnmetExpected"), weight * chance));
  }
  sheet.put("terms", terms.length);
  sheet.put("covered", covered / Math.max(all, 1e-9));
  sheet.put("coveredByMet", coveredByMet / Math.max(expected, 1e-9));
  for (const name of COVERAGES) sheet.put(name, sheet.get(name) / Math.max(all, 1e-9));
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
  sheet.put("likelihood", sum);
  sheet.put("likelihoodMet", met);
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

const OF_TYPES = NUMBER_TYPES.map((type) => ({ bit: bitOf(type), wants: `wants ${type}` as const, has: `has ${type}` as const }));

function noteFit(sheet: Sheet, { expected, terms }: Asked, indexed: Indexed): void {
  const { types } = indexed;
  sheet.put("fits", bits(expected & types & COUNTED_TYPES));
  sheet.put("lacks", bits(expected & ~types & COUNTED_TYPES));
  sheet.put("isQuestion", expected & bitOf("negation") ? 1 : 0);
  for (const { bit, wants, has } of OF_TYPES) {
    sheet.put(wants, expected & bit ? (types & bit ? 1 : -1) : 0);
    sheet.put(has, types & bit ? 1 : 0);
  }
  for (const { kind, exact } of terms) {
    if (kind !== -2) continue;
    sheet.add(exact.every((key) => key >= 0 && hasKey(indexed, key)) ? "numbersMet" : "numbersMissed", 1);
  }
}

function bits(mask: number): number {
  let count = 0;
  for (let bit = 0; bit < TYPES.length; bit++) if (mask & (1 << bit)) count++;
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
  sheet.put("aspects", sum);
  sheet.put("aspectsTop", top);
}

/** Notes how much of the question a single sentence or item covers, and whether it has the requested facts. */
function noteClauses(sheet: Sheet, { terms, expected }: Asked, indexed: Indexed): void {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  let bestClause = -1;
  let bestTypes = indexed.types;
  let neighbours = 0;
  for (const [at, { from, to }] of clausesOf(indexed).entries()) {
    let covered = 0;
    let pairs = 0;
    let wasMet = false;
    for (const term of terms) {
      const isHere = metLevelOf(term, indexed.keys, from, to) > 0;
      if (isHere) covered += term.weight;
      if (isHere && wasMet) pairs++;
      wasMet = isHere;
    }
    if (covered > bestClause) {
      bestClause = covered;
      bestTypes = typesOfClause(indexed, at);
    }
    neighbours = Math.max(neighbours, pairs);
  }
  sheet.put("clauseFits", bits(expected & bestTypes & COUNTED_TYPES));
  sheet.put("clauseLacks", bits(expected & ~bestTypes & COUNTED_TYPES));
  sheet.put("bestClause", Math.max(0, bestClause) / Math.max(all, 1e-9));
  sheet.put("neighbours", neighbours);
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
  for (let at = 0; at < wholeEnd(indexed); at++) {
    const key = indexed.keys[at] ?? 0;
    const weight = commonness(postings.countOf(key));
    own += weight;
    if (asked.has(key)) shared += weight;
  }
  sheet.put("topic", topic / Math.max(all, 1e-9));
  sheet.put("topicMet", topicMet);
  sheet.put("coverOfPassage", shared / Math.max(own, 1e-9));
  sheet.put("length", Math.log(1 + indexed.length));
}
