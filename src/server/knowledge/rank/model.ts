/** The trained model. `bun bench/train-answers.ts` writes model.json; the executable contains it in compressed form. */
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import packed from "../../generated/answer-model.zst" with { type: "file" };
import { Encoder, type PackedEncoder } from "./encoder.ts";
import { type PackedPairs, unpackPairs } from "./pairs.ts";
import type { Model } from "./rank.ts";
import type { Tables } from "./tables.ts";

/** The contents of model.json. */
export type PackedModel = Omit<Model, "tables"> & {
  tables: Omit<Tables, "pairs" | "encoder"> & { pairs: PackedPairs; encoder: PackedEncoder };
};

let model: Model | null = null;

const unpack = ({ tables, ...rest }: PackedModel): Model => ({
  ...rest,
  tables: { ...tables, pairs: unpackPairs(tables.pairs), encoder: new Encoder(tables.encoder) },
});

/** The trained model. Read at the first call, which takes some milliseconds, because it is not needed before the first question. */
export function readModel(): Model {
  model ??= unpack(JSON.parse(zstdDecompressSync(readFileSync(packed)).toString("utf8")) as PackedModel);
  return model;
}
