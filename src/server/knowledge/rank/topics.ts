/**
 * Which of the topics of bench/answers-topics a question is about: what small businesses are asked, in many wordings of two
 * languages. Two questions without a word in common may be about the same topics.
 */
import { product, SIZE } from "./encoder.ts";

/** As scripts/generate.ts makes it of the trained model and the topics. */
export interface PackedTopics {
  /** What all questions have in common. */
  mean: readonly number[];
  /** The direction of each topic from there: SIZE signed bytes, in base64. */
  directions: string;
}

/** The nearest topics of a question by their numbers. It has the length 1, or is empty. */
export type TopicProfile = ReadonlyMap<number, number>;

const FULL = 127;
/** Topics of one profile, and how much more the nearest ones count. Found with bench/question-groups. */
const MOST = 10;
const SHARPNESS = 12;

export class Topics {
  readonly #mean: Float32Array;
  readonly #directions: Float32Array[];

  constructor({ mean, directions }: PackedTopics) {
    this.#mean = Float32Array.from(mean);
    const bytes = Buffer.from(directions, "base64");
    const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#directions = Array.from({ length: values.length / SIZE }, (_, at) =>
      Float32Array.from(values.subarray(at * SIZE, (at + 1) * SIZE), (value) => value / FULL),
    );
  }

  /** @param vector of length 1, or 0 if nothing is known of the question */
  profileOf(vector: Float32Array): TopicProfile {
    if (!vector.some((value) => value !== 0)) return new Map();
    const own = directionFrom(this.#mean, vector);
    const near = this.#directions.map((one, topic) => ({ topic, nearness: product(own, one) }));
    const nearest = near.sort((a, b) => b.nearness - a.nearness || a.topic - b.topic).slice(0, MOST);
    const highest = nearest[0]?.nearness ?? 0;
    const weights = nearest.map(({ topic, nearness }): [number, number] => [topic, Math.exp(SHARPNESS * (nearness - highest))]);
    const length = Math.hypot(...weights.map(([, weight]) => weight));
    return new Map(weights.map(([topic, weight]) => [topic, weight / length]));
  }
}

/** How much two questions are about the same topics, 0 to 1. */
export function topicsShared(one: TopicProfile, other: TopicProfile): number {
  let shared = 0;
  for (const [topic, weight] of one) shared += weight * (other.get(topic) ?? 0);
  return shared;
}

function directionFrom(mean: Float32Array, vector: Float32Array): Float32Array {
  const apart = vector.map((value, at) => value - (mean[at] ?? 0));
  const length = Math.hypot(...apart);
  return length > 0 ? apart.map((value) => value / length) : apart;
}

/** @param topics the vectors of the questions of each topic, of length 1 or 0 */
export function packTopics(topics: readonly (readonly Float32Array[])[]): PackedTopics {
  const all = topics.flat();
  const mean = Float32Array.from({ length: SIZE }, (_, at) => sumAt(all, at) / all.length);
  const bytes = topics.flatMap((vectors) => {
    const centred = vectors.map((vector) => directionFrom(mean, vector));
    const sum = Float32Array.from({ length: SIZE }, (_, at) => sumAt(centred, at));
    const length = Math.hypot(...sum);
    return [...sum].map((value) => Math.round((FULL * value) / (length || 1)));
  });
  return { mean: [...mean], directions: Buffer.from(Int8Array.from(bytes).buffer).toString("base64") };
}

const sumAt = (vectors: readonly Float32Array[], at: number): number => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0);
