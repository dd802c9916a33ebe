/** The trained model. `bun bench/train-answers.ts` writes model.json; the executable contains it in compressed form. */
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import packed from "../../generated/answer-model.zst" with { type: "file" };
import { type PackedPairs, unpackPairs } from "./pairs.ts";
import type { Model } from "./rank.ts";
import type { Tables } from "./tables.ts";

type Packed = Omit<Model, "tables"> & { tables: Omit<Tables, "pairs"> & { pairs: PackedPairs } };

let model: Model | null = null;

const unpack = ({ tables, ...rest }: Packed): Model => ({ ...rest, tables: { ...tables, pairs: unpackPairs(tables.pairs) } });

/** The trained model. Read at the first call, which takes some milliseconds, because it is not needed before the first question. */
export function readModel(): Model {
  model ??= unpack(JSON.parse(zstdDecompressSync(readFileSync(packed)).toString("utf8")) as Packed);
  return model;
}
