import { expect, test } from "bun:test";
import { runAtOnce } from "../../platform/steps.ts";
import { product } from "../rank/encoder.ts";
import { buildLibrary } from "../rank/library.ts";
import { readModel, readTopics } from "../rank/model.ts";
import { readForGroups, withoutShared } from "./likeness.ts";

const empty = runAtOnce(buildLibrary([]));
const read = (texts: readonly string[]) =>
  texts.map((text) => readForGroups(text, empty, { encoder: readModel().tables.encoder, topics: readTopics() }));
const nearness = (readings: ReturnType<typeof read>, one: number, other: number) =>
  product(readings[one]?.vector ?? new Float32Array(), readings[other]?.vector ?? new Float32Array());

const CLINIC = [
  "How much is a dental filling at the clinic?",
  "Is there parking at the dental clinic?",
  "When does the dental clinic open?",
  "Does the dental clinic accept insurance?",
  "How much is a dental filling at the clinic?",
];

test("what all questions share does not make them alike", () => {
  const before = read(CLINIC);
  const after = withoutShared(before);
  for (const other of [1, 2, 3]) expect(nearness(after, 0, other)).toBeLessThan(nearness(before, 0, other));
  expect(nearness(after, 0, 4)).toBeCloseTo(1);
});

test("two questions alone keep nearly all of their likeness", () => {
  const before = read(["Is there parking?", "Where can I park my car?"]);
  expect(nearness(withoutShared(before), 0, 1)).toBeGreaterThan(nearness(before, 0, 1) - 0.2);
});

test("a question without a known word has no direction, also among others", () => {
  const readings = withoutShared(read(["", ...CLINIC]));
  expect(nearness(readings, 0, 1)).toBe(0);
});
