/** What speaks for and against a passage as the answer to a question, as numbers for the trained model. Pure. */
import { CLASSES } from "../lexicon/concepts.ts";
import { bitOf, TYPES, type ValueType } from "../words/values.ts";
import { weigher } from "./commonness.ts";
import { orderOf, rivals, weightiest } from "./features-terms.ts";
import { isMet, LEVEL, levelOf, metLevelOf } from "./levels.ts";
import { clausesOf, hasKey, type Indexed, type Library, topicOf } from "./passages.ts";
import type { Asked, Term } from "./question.ts";
import type { Found } from "./search.ts";
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

const NUMBER_TYPES: readonly ValueType[] = [
  "money",
  "time",
  "duration",
  "date",
  "place",
  "person",
  "count",
  "measure",
  "phone",
  "link",
  "percent",
  "list",
  "free",
  "day",
];

export const FEATURES: readonly string[] = [
  "score",
  "scoreShare",
  "place",
  "covered",
  "coveredExact",
  "coveredConcept",
  "coveredNear",
  "coveredField",
  "coveredRelated",
  "coveredByMet",
  "terms",
  "met",
  "unmet",
  "unmetInOthers",
  "unmetConcepts",
  "unmetWords",
  "unmetNumbers",
  "worstUnmet",
  "worstUnmetExpected",
  ...CLASSES.map((name) => `unmet ${name}`),
  "bestClause",
  "numbersMet",
  "numbersMissed",
  "fits",
  "lacks",
  "likelihood",
  "likelihoodMet",
  "aspects",
  "aspectsTop",
  "topic",
  "topicMet",
  "coverOfPassage",
  "length",
  "neighbours",
  "onlyHere",
  "isQuestion",
  "numbersSame",
  "numbersOther",
  "firstLevel",
  "firstWeight",
  "secondLevel",
  "thirdLevel",
  "contentTerms",
  "contentMet",
  "contentField",
  "contentRelated",
  "contentNone",
  "contradicted",
  "equals",
  "answeredMean",
  "answeredLeast",
  "clauseFits",
  "clauseLacks",
  "adjacent",
  "apart",
  "span",
  ...NUMBER_TYPES.map((name) => `wants ${name}`),
  ...NUMBER_TYPES.map((name) => `has ${name}`),
];

export function describeCandidates(library: Library, asked: Asked, found: readonly Found[], tables: Tables): Candidate[] {
  const expectation = expectationOf(tables, asked);
  const { mean: answeredMean, least: answeredLeast } = answeredBy(tables, asked);
  const chances = asked.terms.map((term) => chanceToMeet(tables, term));
  const best = found[0]?.score ?? 1;
  const all = found.map(({ number }) => {
    const indexed = library.passages[number] as Indexed;
    return asked.terms.map((term) => levelOf(term, indexed.keys, 0, indexed.ends[0]));
  });
  return found.map(({ number, score }, place) => {
    const indexed = library.passages[number] as Indexed;
    const levels = all[place] ?? [];
    const parts: Record<string, number> = {
      score,
      scoreShare: score / best,
      place,
      ...coverage(asked.terms, levels, chances),
      ...likelihood(asked.terms, levels, chances, library),
      ...fitOf(asked, indexed),
      ...aspectsOf(indexed, expectation),
      ...shapeOf(asked, levels, indexed, library),
      answeredMean,
      answeredLeast,
      ...orderOf(asked.terms, indexed),
      ...weightiest(asked.terms, levels, chances),
      ...rivals(asked.terms, levels, all),
    };
    return { indexed, number, levels, features: Float64Array.from(FEATURES, (name) => parts[name] ?? 0) };
  });
}

function coverage(terms: readonly Term[], levels: readonly number[], chances: readonly number[]): Record<string, number> {
  const parts: Record<string, number> = { terms: terms.length };
  const add = (name: string, value: number) => {
    parts[name] = (parts[name] ?? 0) + value;
  };
  let all = 0;
  let expectedAll = 0;
  for (const [place, term] of terms.entries()) {
    const level = levels[place] ?? 0;
    const { weight } = term;
    all += weight;
    expectedAll += weight * (chances[place] ?? 0);
    add("covered", weight * gainOf(term, level));
    add("coveredByMet", weight * (chances[place] ?? 0) * gainOf(term, level));
    if (level === LEVEL.exact) add("coveredExact", weight);
    if (level === LEVEL.concept) add("coveredConcept", weight);
    if (level === LEVEL.near) add("coveredNear", weight);
    if (level === LEVEL.field) add("coveredField", weight);
    if (level === LEVEL.related) add("coveredRelated", weight);
    if (isMet(level)) {
      add("met", 1);
      if (term.frequency === 1) add("onlyHere", weight);
      continue;
    }
    add("unmet", 1);
    if (term.frequency > 0) add("unmetInOthers", 1);
    if (term.kind === -2) add("unmetNumbers", 1);
    else add(term.kind === -1 ? "unmetWords" : "unmetConcepts", 1);
    if (term.kind >= 0) add(`unmet ${CLASSES[term.kind] ?? ""}`, weight);
    parts.worstUnmet = Math.max(parts.worstUnmet ?? 0, weight);
    parts.worstUnmetExpected = Math.max(parts.worstUnmetExpected ?? 0, weight * (chances[place] ?? 0));
  }
  for (const name of ["covered", "coveredExact", "coveredConcept", "coveredNear", "coveredField", "coveredRelated"])
    parts[name] = (parts[name] ?? 0) / Math.max(all, 1e-9);
  parts.coveredByMet = (parts.coveredByMet ?? 0) / Math.max(expectedAll, 1e-9);
  return parts;
}

/** How much more likely these hits and misses are for the right answer than for any passage. */
function likelihood(
  terms: readonly Term[],
  levels: readonly number[],
  chances: readonly number[],
  { passages }: Library,
): Record<string, number> {
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
  return { likelihood: sum, likelihoodMet: met };
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

function fitOf({ expected, terms }: Asked, indexed: Indexed): Record<string, number> {
  const { types } = indexed;
  const parts: Record<string, number> = {
    fits: bits(expected & types & COUNTED_TYPES),
    lacks: bits(expected & ~types & COUNTED_TYPES),
    isQuestion: expected & bitOf("negation") ? 1 : 0,
  };
  for (const type of NUMBER_TYPES) {
    parts[`wants ${type}`] = expected & bitOf(type) ? (types & bitOf(type) ? 1 : -1) : 0;
    parts[`has ${type}`] = types & bitOf(type) ? 1 : 0;
  }
  const numbers = terms.filter(({ kind }) => kind === -2);
  parts.numbersMet = numbers.filter(({ exact }) => exact.every((key) => key >= 0 && hasKey(indexed, key))).length;
  parts.numbersMissed = numbers.length - parts.numbersMet;
  return parts;
}

function bits(mask: number): number {
  let count = 0;
  for (let bit = 0; bit < TYPES.length; bit++) if (mask & (1 << bit)) count++;
  return count;
}

function aspectsOf(indexed: Indexed, { having, lacking }: Expectation): Record<string, number> {
  let sum = 0;
  let top = 0;
  for (let aspect = 0; aspect < ASPECTS; aspect++) {
    const gain = (hasAspect(indexed, aspect) ? having[aspect] : lacking[aspect]) ?? 0;
    sum += gain;
    if (gain > top) top = gain;
  }
  return { aspects: sum, aspectsTop: top };
}

function shapeOf(
  { terms, expected }: Asked,
  levels: readonly number[],
  indexed: Indexed,
  { passages, postings }: Library,
): Record<string, number> {
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
      bestTypes = indexed.clauseTypes[at] ?? indexed.types;
    }
    neighbours = Math.max(neighbours, pairs);
  }
  const commonness = weigher(passages.length);
  const start = topicOf(indexed);
  const topicMet = terms.filter((term) => metLevelOf(term, indexed.keys, start.from, start.to) > 0);
  const asked = new Set(terms.flatMap(({ exact, concepts, near }) => [...exact, ...concepts, ...(near === null ? [] : [near])]));
  let own = 0;
  let shared = 0;
  for (const key of indexed.keys.subarray(0, indexed.ends[0])) {
    const count = postings.get(key)?.length ?? 1;
    const weight = commonness(count);
    own += weight;
    if (asked.has(key)) shared += weight;
  }
  return {
    clauseFits: bits(expected & bestTypes & COUNTED_TYPES),
    clauseLacks: bits(expected & ~bestTypes & COUNTED_TYPES),
    bestClause: Math.max(0, bestClause) / Math.max(all, 1e-9),
    neighbours,
    topic: topicMet.reduce((sum, { weight }) => sum + weight, 0) / Math.max(all, 1e-9),
    topicMet: topicMet.length,
    coverOfPassage: shared / Math.max(own, 1e-9),
    length: Math.log(1 + indexed.length),
    onlyHere: 0,
    ...(levels.length > 0 && {
      onlyHere: terms.reduce((sum, { frequency, weight }, place) => sum + (frequency === 1 && isMet(levels[place] ?? 0) ? weight : 0), 0),
    }),
  };
}
