/** The trained model. `bun bench/train-answers.ts` writes model.json anew. */
import json from "./model.json";
import type { Model } from "./rank.ts";

export const MODEL: Model = json as unknown as Model;
