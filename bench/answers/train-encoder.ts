/**
 * Trains the vectors of src/server/knowledge/rank/encoder.ts on the questions and statements of bench/answers-topics and on
 * labelled businesses. Deterministic.
 */
import { conceptToken, Encoder, isNumber, type PackedEncoder, SHARED_ROWS } from "../../src/server/knowledge/rank/encoder.ts";
import { FIRST_CONCEPT, FIRST_STEM } from "../../src/server/knowledge/rank/keys.ts";
import type { Library } from "../../src/server/knowledge/rank/library.ts";
import { type Indexed, wholeEnd } from "../../src/server/knowledge/rank/passages.ts";
import type { Asked } from "../../src/server/knowledge/rank/question.ts";
import { readEntryUnits, readUnits, type Unit } from "../../src/server/knowledge/words/read.ts";
import type { Prepared } from "./learn.ts";
import { createRandom } from "./report.ts";
import { loadTopics } from "./topics.ts";
import { compare, type Side, Vectors } from "./vectors.ts";

const EPOCHS = 20;
const BATCH = 32;
const FIRST_RATE = 0.4;
const LAST_RATE = 0.003;
/** The share of a text's tokens that is left out at random, so that not all depends on the usual word. */
const DROPPED = 0.4;
/** Statements about another aspect of the same subject that a question is compared with. */
const NEIGHBOURS = 3;
/** Passages of the same business that a labelled question is compared with, and how much it counts. */
const OTHERS = 16;
const LABELLED_WEIGHT = 3;
/** How often a question is compared with a statement, and not with another question about the same. */
const WITH_STATEMENT = 0.8;
/** Tokens in fewer texts than this have no vector of their own. */
const FEWEST_TEXTS = 2;

type Tokens = readonly string[];

interface TokenTopic {
  subject: string;
  asks: readonly Tokens[];
  says: readonly Tokens[];
}

/** A labelled question with the passages of its business. */
interface Labelled {
  ask: Tokens;
  right: readonly Tokens[];
  others: readonly Tokens[];
}

const tokensOfUnits = (units: readonly Unit[]): Tokens =>
  units.flatMap(({ kind, stems, concepts }) => (kind === "number" ? [] : [...stems, ...concepts.map(conceptToken)]));

function tokensOfAsked({ terms }: Asked, { vocabulary }: Library): Tokens {
  const meant = terms.flatMap(({ near }) => (near === null ? [] : [vocabulary.table.wordOf(near - FIRST_STEM)]));
  const concepts = terms.flatMap((term) => term.concepts.map((key) => conceptToken(key - FIRST_CONCEPT)));
  return [...terms.flatMap(({ unit }) => (unit.kind === "number" ? [] : unit.stems)), ...concepts, ...meant];
}

function tokensOfPassage(indexed: Indexed, { vocabulary }: Library): Tokens {
  const keys = [...indexed.keys.subarray(0, wholeEnd(indexed))].filter((key) => key >= FIRST_CONCEPT);
  const tokens = keys.map((key) => (key < FIRST_STEM ? conceptToken(key - FIRST_CONCEPT) : vocabulary.table.wordOf(key - FIRST_STEM)));
  return tokens.filter((token) => !isNumber(token));
}

let topics: readonly TokenTopic[] | null = null;

function readTopics(): readonly TokenTopic[] {
  topics ??= loadTopics().map(({ subject, asks, says }) => ({
    subject,
    asks: asks.map((ask) => tokensOfUnits(readUnits(ask))),
    says: says.map((say) => tokensOfUnits(readEntryUnits(say))),
  }));
  return topics;
}

function readLabelled({ whole: { library, examples } }: Prepared): Labelled[] {
  const passages = library.passages.map((indexed) => ({ entry: indexed.passage.entry, tokens: tokensOfPassage(indexed, library) }));
  return examples.flatMap(({ question, asked }): Labelled[] => {
    if (question.kind !== "answerable") return [];
    const [right, others] = [true, false].map((wanted) =>
      passages.filter(({ entry }) => question.entries.includes(entry) === wanted).map(({ tokens }) => tokens),
    );
    if (!right?.length || !others?.length) return [];
    return [{ ask: tokensOfAsked(asked, library), right, others }];
  });
}

/** @param parts the businesses whose labels may be learned from. */
export function trainEncoder(parts: readonly Prepared[]): PackedEncoder {
  const all = readTopics();
  const labelled = parts.flatMap(readLabelled);
  const texts = [
    ...all.flatMap(({ asks, says }) => [...asks, ...says]),
    ...labelled.map(({ ask }) => ask),
    ...parts.flatMap(({ whole: { library } }) => library.passages.map((indexed) => tokensOfPassage(indexed, library))),
  ];
  const random = createRandom(3);
  const vectors = new Vectors(lengthsOf(texts));
  const lessons = new Lessons(vectors, random, all, labelled);
  for (let epoch = 0; epoch < EPOCHS; epoch++) lessons.epoch(FIRST_RATE * (1 - epoch / EPOCHS) + LAST_RATE);
  return vectors.pack();
}

export const toEncoder = (parts: readonly Prepared[]): Encoder => new Encoder(trainEncoder(parts));

/** The tokens that get a vector; rare ones a longer one. */
function lengthsOf(texts: readonly Tokens[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const token of new Set(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= FEWEST_TEXTS);
  const rare = Array.from({ length: SHARED_ROWS }, (_, row) => [`*${row}`, FEWEST_TEXTS - 1] as const);
  return [...often, ...rare].map(([token, count]) => [token, Math.log(1 + texts.length / (count + 1)) / 12]);
}

interface RowTopic {
  subject: string;
  asks: readonly Int32Array[];
  says: readonly Int32Array[];
}

interface RowLabelled {
  ask: Int32Array;
  right: readonly Int32Array[];
  others: readonly Int32Array[];
}

class Lessons {
  readonly #topics: readonly RowTopic[];
  readonly #bySubject: Map<string, RowTopic[]>;
  readonly #labelled: readonly RowLabelled[];

  constructor(
    readonly vectors: Vectors,
    readonly random: () => number,
    topics: readonly TokenTopic[],
    labelled: readonly Labelled[],
  ) {
    const toRows = (texts: readonly Tokens[]) => texts.map((text) => vectors.rowsOf(text)).filter(({ length }) => length > 0);
    this.#topics = topics.map(({ subject, asks, says }) => ({ subject, asks: toRows(asks), says: toRows(says) }));
    this.#bySubject = Map.groupBy(this.#topics, ({ subject }) => subject);
    const rows = labelled.map(({ ask, right, others }) => ({ ask: vectors.rowsOf(ask), right: toRows(right), others: toRows(others) }));
    this.#labelled = rows.filter(({ ask, right, others }) => ask.length > 0 && right.length > 0 && others.length > 0);
  }

  /** Goes through all questions once, in random order. */
  epoch(rate: number): void {
    const asks = this.#topics.flatMap((topic) => topic.asks.map((ask) => ({ topic, ask })));
    const lessons = [
      ...this.#batches(asks).map((batch) => () => this.#learnTopics(batch, rate)),
      ...this.#batches(this.#labelled).map((batch) => () => this.#learnLabelled(batch, rate)),
    ];
    for (const lesson of this.#shuffled(lessons)) lesson();
  }

  /** Each question is compared with the statements of the whole batch and with some about another aspect of its subject. */
  #learnTopics(batch: readonly { topic: RowTopic; ask: Int32Array }[], rate: number): void {
    const questions = batch.map(({ ask }) => this.#side(ask));
    const answers = batch.map(({ topic, ask }) => this.#side(this.#answerOf(topic, ask)));
    const used: Side[] = [...questions, ...answers];
    for (const [at, question] of questions.entries()) {
      const topic = batch[at]?.topic;
      const others = (this.#bySubject.get(topic?.subject ?? "") ?? []).filter((other) => other !== topic);
      const count = others.length > 0 ? NEIGHBOURS : 0;
      const neighbours = Array.from({ length: count }, () => this.#side(this.#pick(this.#pick(others).says)));
      used.push(...neighbours);
      compare(question, [...answers, ...neighbours], (place) => batch[place]?.topic === topic, 1 / batch.length);
    }
    for (const side of used) this.vectors.turn(side, rate);
  }

  #answerOf({ asks, says }: RowTopic, ask: Int32Array): Int32Array {
    const answer = this.random() < WITH_STATEMENT ? says : asks;
    const picked = this.#pick(answer);
    return picked === ask ? this.#pick(says) : picked;
  }

  #learnLabelled(batch: readonly RowLabelled[], rate: number): void {
    for (const { ask, right, others } of batch) {
      const question = this.#side(ask);
      const passages = [right, ...Array.from({ length: OTHERS }, () => others)].map((from) => this.#side(this.#pick(from)));
      compare(question, passages, (place) => place === 0, LABELLED_WEIGHT / batch.length);
      for (const side of [question, ...passages]) this.vectors.turn(side, rate);
    }
  }

  #side(rows: Int32Array): Side {
    const kept = rows.filter(() => this.random() >= DROPPED);
    return this.vectors.side(kept.length > 0 ? kept : rows);
  }

  #pick<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.random() * list.length)] as Item;
  }

  #shuffled<Item>(list: readonly Item[]): Item[] {
    return list
      .map((item) => ({ item, place: this.random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }

  #batches<Item>(list: readonly Item[]): Item[][] {
    const shuffled = this.#shuffled(list);
    return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) => shuffled.slice(at * BATCH, (at + 1) * BATCH));
  }
}
