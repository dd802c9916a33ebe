/**
 * Trains the model of the built-in answerer from all labelled sets and writes src/server/knowledge/rank/model.json.
 * Deterministic: the same sets give the same file. Run: bun bench/train-answers.ts
 */
import { join } from "node:path";
import { prepare, train } from "./answers/learn.ts";
import { loadSets } from "./answers/sets.ts";
import { WRONG } from "./answers/target.ts";

const FILE = join(import.meta.dir, "../src/server/knowledge/rank/model.json");
const model = train(loadSets().map(prepare), WRONG);
const text = JSON.stringify(model, (_, value) => (typeof value === "number" ? Number(value.toPrecision(5)) : value));
await Bun.write(FILE, `${text}\n`);
console.log(`${FILE}: ${(text.length / 1024).toFixed(0)} kB, threshold ${model.threshold.toFixed(3)}`);
