/** Groups questions that one answer serves, across wordings and languages. Deterministic and bounded. */

import { runAtOnce } from "../../platform/steps.ts";
import { buildLibrary } from "../rank/library.ts";
import { readModel, readTopics } from "../rank/model.ts";
import { fold, toWords } from "../words/read.ts";
import { isFar, likeness, NEVER, type QuestionReading, readForGroups, withoutShared } from "./likeness.ts";

/** Different wordings that are compared; the work grows with the square of their number. The caller bounds the questions. */
const MAX_WORDINGS = 600;

interface AskedQuestion {
  text: string;
  /** Epoch milliseconds. */
  at: number;
}

interface Wording {
  text: string;
  count: number;
}

interface QuestionGroup {
  /** Of how many questions the group consists. */
  count: number;
  /** When the latest of them was asked; epoch milliseconds. */
  latest: number;
  /** The most frequent wording first; a group has at least one. */
  wordings: Wording[];
}

/** Groups are joined while the mean likeness between their questions is above this. Found with bench/question-groups. */
const JOINED_ABOVE = -1.1;

interface Cluster {
  members: number[];
  /** The sum of the likeness above `NEVER` between all pairs with another cluster. */
  near: Map<number, number>;
  best: number;
  mean: number;
}

/** In short steps. Questions come newest first, and the oldest wordings are left out if there are too many. */
export function* groupQuestions(questions: readonly AskedQuestion[]): Generator<undefined, QuestionGroup[]> {
  const wordings = new Map<string, Wording & { latest: number }>();
  for (const { text, at } of questions) {
    const name = toWords(fold(text)).join(" ") || text.trim();
    const known = wordings.get(name);
    if (known) {
      known.count++;
      known.latest = Math.max(known.latest, at);
    } else if (wordings.size < MAX_WORDINGS) wordings.set(name, { text: text.trim(), count: 1, latest: at });
    yield;
  }
  const list = [...wordings.values()];
  const empty = runAtOnce(buildLibrary([]));
  const tables = { encoder: readModel().tables.encoder, topics: readTopics() };
  const readings: QuestionReading[] = [];
  for (const { text } of list) {
    readings.push(readForGroups(text, empty, tables));
    yield;
  }
  const clusters = yield* compareAll(withoutShared(readings));
  yield* joinAll(clusters);
  return [...clusters.values()].map(({ members }) => toGroup(members.map((member) => list[member] as (typeof list)[number]))).sort(byCount);
}

function toGroup(wordings: readonly (Wording & { latest: number })[]): QuestionGroup {
  const sorted = wordings.toSorted((a, b) => b.count - a.count || b.latest - a.latest || (a.text < b.text ? -1 : 1));
  return {
    count: sorted.reduce((sum, { count }) => sum + count, 0),
    latest: Math.max(...sorted.map(({ latest }) => latest)),
    wordings: sorted.map(({ text, count }) => ({ text, count })),
  };
}

const byCount = (a: QuestionGroup, b: QuestionGroup) => b.count - a.count || b.latest - a.latest;

function* compareAll(readings: readonly QuestionReading[]): Generator<undefined, Map<number, Cluster>> {
  const clusters = new Map<number, Cluster>();
  for (const [at, reading] of readings.entries()) {
    const near = new Map<number, number>();
    for (const [before, other] of readings.slice(0, at).entries()) {
      if (before % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) yield;
      if (isFar(reading, other)) continue;
      const above = likeness(reading, other) - NEVER;
      if (above <= 0) continue;
      near.set(before, above);
      clusters.get(before)?.near.set(at, above);
    }
    clusters.set(at, { members: [at], near, best: -1, mean: NEVER });
  }
  for (const cluster of clusters.values()) {
    findBest(cluster, clusters);
    yield;
  }
  return clusters;
}

/** Comparisons of one step. */
const COMPARED_AT_ONCE = 20;

function findBest(cluster: Cluster, clusters: ReadonlyMap<number, Cluster>): void {
  cluster.best = -1;
  cluster.mean = NEVER;
  for (const [id, sum] of cluster.near) {
    const mean = NEVER + sum / (cluster.members.length * (clusters.get(id)?.members.length ?? 1));
    if (mean > cluster.mean || (mean === cluster.mean && id < cluster.best)) {
      cluster.best = id;
      cluster.mean = mean;
    }
  }
}

/** Joins the two groups that are most alike, again and again. */
function* joinAll(clusters: Map<number, Cluster>): Generator<undefined, void> {
  for (;;) {
    yield;
    let nearest: [number, Cluster] | undefined;
    for (const entry of clusters) if (!nearest || entry[1].mean > nearest[1].mean) nearest = entry;
    if (!nearest || nearest[1].mean <= JOINED_ABOVE) return;
    const [id, into] = nearest;
    const gone = into.best;
    const from = clusters.get(gone);
    if (!from) return;
    clusters.delete(gone);
    into.members.push(...from.members);
    for (const [other, sum] of from.near) if (other !== id) into.near.set(other, (into.near.get(other) ?? 0) + sum);
    into.near.delete(gone);
    for (const [other, sum] of into.near) {
      const cluster = clusters.get(other);
      if (!cluster) continue;
      cluster.near.delete(gone);
      cluster.near.set(id, sum);
      findBest(cluster, clusters);
      yield;
    }
    findBest(into, clusters);
  }
}
