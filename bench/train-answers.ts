/**
 * Trains the model of the built-in answerer from all labelled sets and writes src/server/knowledge/rank/model.json.
 * Deterministic: the same sets give the same file. Run: bun bench/train-answers.ts
 */
import { join } from "node:path";
import type { PackedModel } from "../src/server/knowledge/rank/model.ts";
import { packPairs } from "../src/server/knowledge/rank/pairs.ts";
import { prepare, train } from "./answers/learn.ts";
import { loadSets } from "./answers/sets.ts";
import { trainEncoder } from "./answers/train-encoder.ts";

const FILE = join(import.meta.dir, "../src/server/knowledge/rank/model.json");
const parts = loadSets().map(prepare);
const encoder = trainEncoder(parts);
const model = train(parts, encoder);
const packed: PackedModel = { ...model, tables: { ...model.tables, pairs: packPairs(model.tables.pairs), encoder } };
const text = JSON.stringify(packed, (_, value) => (typeof value === "number" ? Number(value.toPrecision(5)) : value));
await Bun.write(FILE, `${text}\n`);
console.log(`${FILE}: ${(text.length / 1024).toFixed(0)} kB, threshold ${model.threshold.toFixed(3)}`);
