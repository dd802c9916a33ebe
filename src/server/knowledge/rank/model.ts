/** The trained model. `bun bench/train-answers.ts` writes model.json; the executable contains it in compressed form. */
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import packed from "../../generated/answer-model.zst" with { type: "file" };
import type { Model } from "./rank.ts";

let model: Model | null = null;

/** The trained model. Read at the first call, which takes some milliseconds, because it is not needed before the first question. */
export function readModel(): Model {
  model ??= JSON.parse(zstdDecompressSync(readFileSync(packed)).toString("utf8")) as Model;
  return model;
}
