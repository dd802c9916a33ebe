/** Trains the model of the built-in answerer from labelled businesses. Deterministic. */
import { WRONG_PERCENT } from "../../src/contract/answers.ts";
import { parseEntry } from "../../src/contract/knowledge.ts";
import { findSmallTalk, talkFeatures } from "../../src/server/knowledge/answerer-talk.ts";
import { EMPTY_ENCODER, Encoder, type PackedEncoder } from "../../src/server/knowledge/rank/encoder.ts";
import { describeCandidates } from "../../src/server/knowledge/rank/features.ts";
import type { Judge, Linear } from "../../src/server/knowledge/rank/judge.ts";
import { isMet, levelOf } from "../../src/server/knowledge/rank/levels.ts";
import { buildLibrary, type Library } from "../../src/server/knowledge/rank/library.ts";
import { liftOf, packPairs, unpackPairs } from "../../src/server/knowledge/rank/pairs.ts";
import { wholeEnd } from "../../src/server/knowledge/rank/passages.ts";
import { type Asked, readQuestion } from "../../src/server/knowledge/rank/question.ts";
import { CANDIDATES, judgeFeatures, type Model, rankSteps } from "../../src/server/knowledge/rank/rank.ts";
import { findCandidates } from "../../src/server/knowledge/rank/search.ts";
import type { Passage } from "../../src/server/knowledge/rank/split.ts";
import type { Tables } from "../../src/server/knowledge/rank/tables.ts";
import type { Forest } from "../../src/server/knowledge/rank/trees.ts";
import { runAtOnce } from "../../src/server/platform/steps.ts";
import { boost, logisticLoss, softmaxLoss } from "./boost.ts";
import { addTables, count, countAnswered, countPairs, emptyTables } from "./count.ts";
import { fitLinear } from "./linear.ts";
import { judge as judgeAnswer } from "./score.ts";
import { authorOf, type Business, isOwn, type Question } from "./sets.ts";
import { askAtLevels, chooseThresholds } from "./thresholds.ts";
import { trainEncoder } from "./train-encoder.ts";

interface Example {
  question: Question;
  asked: Asked;
}

interface Shelf {
  library: Library;
  examples: readonly Example[];
}

/** The part of a business's data that does not depend on the training. */
export interface Prepared {
  business: Business;
  whole: Shelf;
  /** The same with some entries left out, and the questions that only those entries answered, which are now unanswerable. */
  reduced: readonly Shelf[];
  /** The counts of this business only. */
  tables: Tables;
}

/** The number of reduced shelves. Each entry is left out of one of them. */
const REDUCTIONS = 3;

export function prepare(business: Business): Prepared {
  // A follow-up does not say enough without the question before it.
  const questions = business.questions.filter(
    ({ after, kind, text }) => after === undefined && (kind !== "smalltalk" || findSmallTalk(text, business.name) === null),
  );
  const whole = fill(business.knowledge, questions);
  const reduced = Array.from({ length: REDUCTIONS }, (_, round) => {
    const isOut = (position: number) => position % REDUCTIONS === round;
    const orphans = questions.filter(({ kind, entries }) => kind === "answerable" && entries.every(isOut));
    const knowledge = business.knowledge.map((entry, position) => (isOut(position) ? "" : entry));
    return fill(
      knowledge,
      orphans.map((question) => ({ ...question, kind: "unanswerable", entries: [], must: [], mustNot: [] })),
    );
  });
  return { business, whole, reduced, tables: countAll(whole) };
}

function fill(knowledge: readonly string[], questions: readonly Question[]): Shelf {
  const library = runAtOnce(buildLibrary(knowledge.map(parseEntry)));
  return { library, examples: questions.map((question) => ({ question, asked: readQuestion(library, question.text) })) };
}

function countAll({ library, examples }: Shelf): Tables {
  const tables = emptyTables();
  for (const { question, asked } of examples) {
    if (question.kind !== "smalltalk") countAnswered(tables, asked, question.kind === "answerable");
    if (question.kind === "answerable") countPairs(tables, library, asked, question.entries);
    for (const indexed of library.passages) {
      if (!question.entries.includes(indexed.passage.entry)) continue;
      count(tables, library, asked, indexed, (term) => isMet(levelOf(term, indexed.keys, 0, wholeEnd(indexed))));
    }
  }
  return tables;
}

function sumTables(parts: readonly Prepared[]): Tables {
  const tables = emptyTables();
  for (const part of parts) addTables(tables, part.tables);
  return tables;
}

/** The vectors of words that each business is described with in training: learned from the businesses of other authors. */
type Encoders = ReadonlyMap<Prepared, PackedEncoder>;

function encodeApart(groups: readonly Prepared[][]): Encoders {
  return new Map(
    groups.flatMap((held) => {
      const packed = trainEncoder(without(groups, held));
      return held.map((part) => [part, packed] as const);
    }),
  );
}

const without = (groups: readonly Prepared[][], held: readonly Prepared[]): Prepared[] =>
  groups
    .filter((group) => group !== held)
    .flat()
    .toSorted((a, b) => (a.business.id < b.business.id ? -1 : 1));

/** Unpacking takes long, and the businesses of a group share their vectors. */
const unpacked = new WeakMap<PackedEncoder, Encoder>();

function unpack(packed: PackedEncoder): Encoder {
  const encoder = unpacked.get(packed) ?? new Encoder(packed);
  unpacked.set(packed, encoder);
  return encoder;
}

function withEncoder(tables: Tables, part: Prepared, encoders: Encoders): Tables {
  const packed = encoders.get(part);
  return { ...tables, encoder: packed ? unpack(packed) : EMPTY_ENCODER };
}

const RANKER = { rounds: 120, depth: 4, rate: 0.12, columns: 0.5, rows: 0.8, minWeight: 2, lambda: 4, seed: 7 };
const JUDGE = { rounds: 200, depth: 4, rate: 0.06, columns: 0.3, rows: 0.7, minWeight: 12, lambda: 8 };

function trainRanker(parts: readonly Prepared[], encoders: Encoders): Forest {
  const rows: Float64Array[] = [];
  const labels: number[] = [];
  const groups: [number, number][] = [];
  const tables = sumTables(parts);
  for (const part of parts) {
    const { business, tables: own, whole } = part;
    addTables(tables, own, -1);
    const known = withEncoder(tables, part, encoders);
    for (const { question, asked } of whole.examples) {
      if (question.kind !== "answerable") continue;
      const described = runAtOnce(describeCandidates(whole.library, asked, findCandidates(whole.library, asked, CANDIDATES), known));
      const isGold = findGold(
        business,
        question,
        described.map(({ indexed }) => indexed.passage),
      );
      const hits = isGold.filter(Boolean).length;
      if (hits === 0 || hits === described.length) continue;
      groups.push([rows.length, rows.length + described.length]);
      for (const [at, { features }] of described.entries()) {
        rows.push(features);
        labels.push(isGold[at] ? 1 / hits : 0);
      }
    }
    addTables(tables, own);
  }
  return boost(rows, softmaxLoss(groups, Float64Array.from(labels)), RANKER);
}

const textOf = ({ lead, text }: Passage): string => (lead ? `${lead}: ${text}` : text);

/** Marks the passages that are a right answer alone, or if there are none, those of the entries that answer it together. */
function findGold({ knowledge }: Business, question: Question, passages: readonly Passage[]): boolean[] {
  const isRight = passages.map((passage) => judgeAnswer(question, textOf(passage), knowledge) === "right");
  const isOfEntry = passages.map(({ entry }) => question.entries.includes(entry));
  const both = isRight.map((right, at) => right && isOfEntry[at] === true);
  return both.some(Boolean) ? both : isOfEntry;
}

/** A training example for the judge: a question with its best passage, and whether that passage is a right answer. */
interface Verdict {
  business: string;
  question: Question;
  features: Float64Array;
  isRight: boolean;
  /** Whether entries were left out of the knowledge. */
  isReduced: boolean;
}

function verdictsOn({ business, whole, reduced }: Prepared, tables: Tables, ranker: Forest): Verdict[] {
  const on = ({ library, examples }: Shelf, isReduced: boolean) =>
    examples.flatMap(({ question, asked }): Verdict[] => {
      const ranking = runAtOnce(rankSteps(library, asked, { tables, ranker }));
      const passage = ranking.candidates[0]?.indexed.passage;
      if (!passage) return [];
      const isRight = judgeAnswer(question, textOf(passage), business.knowledge) === "right";
      return [{ business: business.id, question, features: judgeFeatures(ranking), isRight, isReduced }];
    });
  return [...on(whole, false), ...reduced.flatMap((shelf) => on(shelf, true))];
}

function trainJudge(verdicts: readonly Verdict[]): Judge {
  const labels = Float64Array.from(verdicts, ({ isRight }) => (isRight ? 1 : 0));
  const weights = Float64Array.from(
    verdicts,
    ({ isReduced, business }) => (isReduced ? REDUCED_WEIGHT : 1) * (isOwn(business) ? OWN_WEIGHT : 1),
  );
  const rows = verdicts.map(({ features }) => features);
  const forest = average(SEEDS.map((seed) => boost(rows, logisticLoss(labels, weights), { ...JUDGE, seed })));
  return { forest, linear: fitLinear(rows, labels, weights) };
}

/** One forest with the mean of several forests, each trained on other random rows and columns. */
function average(forests: readonly Forest[]): Forest {
  const shrunk = (tree: readonly number[]) =>
    tree.map((value, at) => (at % 4 === 1 && tree[at - 1] === -1 ? Number((value / forests.length).toPrecision(4)) : value));
  return { trees: forests.flatMap(({ trees }) => trees.map(shrunk)) };
}

const SEEDS = [11, 12, 13];
/** The developers' own questions are easier than those of visitors. */
const OWN_WEIGHT = 0.5;

const REDUCED_WEIGHT = 0.15;

/** Splits items evenly into parts; deterministic. */
export function fold<T>(items: readonly T[], folds: number): T[][] {
  return Array.from({ length: folds }, (_, number) => items.filter((_, at) => at % folds === number));
}

/** Splits businesses into groups of about the same size, with all businesses of an author in one group; deterministic. */
export function foldByAuthor(parts: readonly Prepared[], folds: number): Prepared[][] {
  const authors = [...Map.groupBy(parts, ({ business }) => authorOf(business.id)).values()].toSorted((a, b) => b.length - a.length);
  const groups = Array.from({ length: folds }, (): Prepared[] => []);
  for (const author of authors) groups.toSorted((a, b) => a.length - b.length)[0]?.push(...author);
  return groups;
}

const INNER = 4;

/** What was trained without the authors of some businesses, and how it judges their questions. */
interface Apart {
  held: Prepared[];
  others: Prepared[];
  tables: Tables;
  ranker: Forest;
  verdicts: Verdict[];
}

function rankApart(groups: readonly Prepared[][], encoders: Encoders): Apart[] {
  return groups.map((held) => {
    const others = without(groups, held);
    const tables = sumTables(others);
    const ranker = trainRanker(others, encoders);
    const verdicts = held.flatMap((part) => verdictsOn(part, withEncoder(tables, part, encoders), ranker));
    return { held, others, tables, ranker, verdicts };
  });
}

/** A complete model, with the businesses by whose authors it has seen nothing. */
export interface ModelApart {
  held: Prepared[];
  model: Model;
}

function completeApart(parts: readonly Apart[], encoders: Encoders): ModelApart[] {
  return parts.map((part) => {
    const { held, others, tables, ranker } = part;
    const judge = trainJudge(parts.filter((other) => other !== part).flatMap(({ verdicts }) => verdicts));
    const [first] = held;
    const known = prune(first ? withEncoder(tables, first, encoders) : tables);
    return { held, model: { tables: known, ranker, judge, talk: trainTalk(others), threshold: 1, thresholds: [] } };
  });
}

/** Models for groups of authors, each trained on the businesses of the other groups. */
export function trainApart(parts: readonly Prepared[]): ModelApart[] {
  const groups = foldByAuthor(parts, INNER);
  const encoders = encodeApart(groups);
  return completeApart(rankApart(groups, encoders), encoders);
}

/** @param packed the vectors that were trained on all of the parts. */
export function train(parts: readonly Prepared[], packed: PackedEncoder = trainEncoder(parts)): Model {
  const groups = foldByAuthor(parts, INNER);
  const encoders = encodeApart(groups);
  const apart = rankApart(groups, encoders);
  const thresholds = chooseThresholds(completeApart(apart, encoders).flatMap(askAtLevels));
  return {
    tables: prune({ ...sumTables(parts), encoder: new Encoder(packed) }),
    ranker: trainRanker(parts, encoders),
    judge: trainJudge(apart.flatMap(({ verdicts }) => verdicts)),
    talk: trainTalk(parts),
    threshold: thresholds[WRONG_PERCENT - 1] ?? 1,
    thresholds,
  };
}

/** Only what ranks passages. */
export const trainRanking = (parts: readonly Prepared[]): Pick<Model, "tables" | "ranker"> => ({
  tables: prune({ ...sumTables(parts), encoder: new Encoder(trainEncoder(parts)) }),
  ranker: trainRanker(parts, encodeApart(foldByAuthor(parts, INNER))),
});

/** Learns to tell small talk from questions, of which there are nine times as many. */
function trainTalk(parts: readonly Prepared[]): Linear {
  const rows: Float64Array[] = [];
  const labels: number[] = [];
  for (const { business } of parts) {
    for (const { text, kind, after } of business.questions) {
      const features = after === undefined ? talkFeatures(text, business.name) : null;
      if (!features) continue;
      rows.push(features);
      labels.push(kind === "smalltalk" ? 1 : 0);
    }
  }
  return fitLinear(rows, Float64Array.from(labels), new Float64Array(rows.length).fill(1));
}

/** Counts from fewer questions than this are dropped. */
const FEWEST_ASKED = 3;
const FEWEST_PAIRED = 2;
const LEAST_LIFT = 0.25;

/** Drops rare counts: the model is smaller and its answers are as good. */
function prune({ met, answered, aspects, pairs, encoder }: Tables): Tables {
  const often = Object.entries(aspects).filter(([, { asked }]) => asked >= FEWEST_ASKED);
  const rounded = often.map(([name, row]) => [name, { ...row, chance: row.chance.map((value) => Math.round(value * 10) / 10) }] as const);
  // Words that hardly anybody uses are dropped, and so are pairs that say little.
  const words = Object.entries(met).filter(([name, [asked]]) => !name.startsWith("=") || asked >= FEWEST_ASKED);
  const kept = unpackPairs(packPairs(pairs, (count) => count[0] + count[1] >= FEWEST_PAIRED && Math.abs(liftOf(count)) >= LEAST_LIFT));
  return { met: Object.fromEntries(words), answered, aspects: Object.fromEntries(rounded), evidence: null, pairs: kept, encoder };
}
