/** The trained model. `bun bench/train-answers.ts` writes model.json anew; the executable carries it compressed. */
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import packed from "../../generated/answer-model.zst" with { type: "file" };
import type { Model } from "./rank.ts";

let model: Model | null = null;

/** The first call reads it, which takes some milliseconds: it is not needed before the first question. */
export function readModel(): Model {
  model ??= JSON.parse(zstdDecompressSync(readFileSync(packed)).toString("utf8")) as Model;
  return model;
}
