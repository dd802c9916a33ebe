/** The names of the features, and a sheet that collects their values for one passage. */
import { CLASSES } from "../lexicon/concepts.ts";
import { ASKED_KINDS } from "../words/asked.ts";
import { TYPES, type ValueType } from "../words/values.ts";

/** The kinds of facts that have separate features. */
export const NUMBER_TYPES: readonly ValueType[] = TYPES.filter((type) => type !== "negation" && type !== "only");

export const FEATURES = [
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
  ...CLASSES.map((name) => `unmet ${name}` as const),
  "bestClause",
  "numbersMet",
  "numbersMissed",
  "fits",
  "lacks",
  "likelihood",
  "likelihoodMet",
  "pairs",
  "pairsOfUnmet",
  "pairsTop",
  "pairsOfTopic",
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
  ...NUMBER_TYPES.map((name) => `wants ${name}` as const),
  ...NUMBER_TYPES.map((name) => `has ${name}` as const),
  "clauseCount",
  "words",
  "focusCovered",
  "focusUnmet",
  "focusMet",
  "focusWorst",
  "focusClause",
  "contextCovered",
  "contextUnmet",
  "headLevel",
  "headUnmet",
  "beforeLevel",
  "opposed",
  "opposedCount",
  "quantitySame",
  "quantityWithin",
  "quantityOther",
  "quantityAbsent",
  "codeSame",
  "codeOther",
  "askedMet",
  "askedLacks",
  "askedInClause",
  ...ASKED_KINDS.map((name) => `asked ${name}` as const),
  "meaning",
  "meaningFocus",
  "meaningTopic",
  "meaningClause",
  "meaningFocusClause",
  "softCovered",
  "softUnmet",
  "softWorst",
  "meaningMissing",
  "meaningLead",
  "meaningFocusLead",
  "meaningClauseLead",
] as const;

export type Feature = (typeof FEATURES)[number];

/** Where each feature is among the values. */
export const AT = Object.fromEntries(FEATURES.map((name, place) => [name, place])) as Readonly<Record<Feature, number>>;

/** The features of one passage, each at its place in `AT`. Features that are not set are 0. */
export class Sheet {
  readonly values = new Float64Array(FEATURES.length);

  put(at: number, value: number): void {
    this.values[at] = value;
  }

  add(at: number, value: number): void {
    this.values[at] = this.get(at) + value;
  }

  get(at: number): number {
    return this.values[at] as number;
  }
}
