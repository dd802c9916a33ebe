/** The trained model. `bun bench/train-answers.ts` writes model.json; the executable contains it in compressed form. */
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import packed from "../../generated/answer-model.zst" with { type: "file" };
import packedTopics from "../../generated/group-topics.zst" with { type: "file" };
import { Encoder, type PackedEncoder } from "./encoder.ts";
import { type PackedPairs, unpackPairs } from "./pairs.ts";
import type { Model } from "./rank.ts";
import { FEATURES } from "./sheet.ts";
import type { Tables } from "./tables.ts";
import { type PackedTopics, Topics } from "./topics.ts";

/** The contents of model.json. */
export type PackedModel = Omit<Model, "tables"> & {
  /** The names of the features, in the order in which the trees and the linear models number them. */
  features: readonly string[];
  tables: Omit<Tables, "pairs" | "encoder" | "evidence"> & { pairs: PackedPairs; encoder: PackedEncoder };
};

let model: Model | null = null;
let topics: Topics | null = null;

/** @throws if the code describes passages by other features than those of the training. */
export function unpack({ tables, features, ...rest }: PackedModel): Model {
  const at = Array.from({ length: Math.max(FEATURES.length, features.length) }).findIndex(
    (_, place) => features[place] !== FEATURES[place],
  );
  if (at >= 0)
    throw new Error(`feature ${at} is ${FEATURES[at]}, but the model was trained with ${features[at]}: run bench/train-answers.ts`);
  return { ...rest, tables: { ...tables, evidence: new Map(), pairs: unpackPairs(tables.pairs), encoder: new Encoder(tables.encoder) } };
}

/** The trained model. The first call reads it. */
export function readModel(): Model {
  model ??= unpack(readPacked(packed) as PackedModel);
  return model;
}

/** The topics, by the vectors of the model's encoder. The first call reads them. */
export function readTopics(): Topics {
  topics ??= new Topics(readPacked(packedTopics) as PackedTopics);
  return topics;
}

const readPacked = (path: string): unknown => JSON.parse(zstdDecompressSync(readFileSync(path)).toString("utf8"));
