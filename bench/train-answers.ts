/**
 * Trains the model of the built-in answerer from the labelled sets that are not held back, and writes src/server/knowledge/rank/model.json.
 * Deterministic: the same sets give the same file. Run: bun bench/train-answers.ts
 */
import { join } from "node:path";
import type { PackedModel } from "../src/server/knowledge/rank/model.ts";
import { packPairs } from "../src/server/knowledge/rank/pairs.ts";
import { FEATURES } from "../src/server/knowledge/rank/sheet.ts";
import { prepare, train } from "./answers/learn.ts";
import { loadSets } from "./answers/sets.ts";
import { trainEncoder } from "./answers/train-encoder.ts";

const FILE = join(import.meta.dir, "../src/server/knowledge/rank/model.json");
/** The model has not learned from these sets, so that they show how it answers questions about other businesses. */
const HELD_BACK = /^b[ab]/;

const parts = loadSets((id) => !HELD_BACK.test(id)).map(prepare);
const encoder = trainEncoder(parts);
const model = train(parts, encoder);
const { evidence: _, pairs, ...tables } = model.tables;
const packed: PackedModel = { ...model, features: FEATURES, tables: { ...tables, pairs: packPairs(pairs), encoder } };
const text = JSON.stringify(packed, (_, value) => (typeof value === "number" ? Number(value.toPrecision(5)) : value));
await Bun.write(FILE, `${text}\n`);
console.log(`${FILE}: ${(text.length / 1024).toFixed(0)} kB, threshold ${model.threshold.toFixed(3)}`);
