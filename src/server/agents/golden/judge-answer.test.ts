import { expect, test } from "bun:test";
import type { GoldenExpectations } from "../../../contract/golden.ts";
import { type Answered, judgeAnswer } from "./judge-answer.ts";

const NOTHING: GoldenExpectations = { says: [], neverSays: [], entryId: null, isUnknown: false, language: null };
const faults = (text: string, expects: Partial<GoldenExpectations>, more: Partial<Answered> = {}) =>
  judgeAnswer({ text, found: true, entryIds: ["a"], language: "en", ...more }, { ...NOTHING, ...expects }, (id) => id !== "gone").map(
    ({ fault, text: of }) => (of === "" ? fault : `${fault}: ${of}`),
  );

test("amounts are the same however they are written, and a shorter number is not in a longer one", () => {
  expect(faults("Delivery costs RM 8.00 in Shah Alam.", { says: ["rm8", "Shah  alam"] })).toEqual([]);
  expect(faults("Delivery costs RM80.", { says: ["RM8"] })).toEqual(["missing: RM8"]);
  expect(faults("Delivery costs RM8.50.", { says: ["RM8"] })).toEqual(["missing: RM8"]);
  expect(faults("RM80, or RM8.", { says: ["RM8"] })).toEqual([]);
  expect(faults("Delivery to Sabah costs RM 1,200.00.", { says: ["RM1200", "RM 1,200"] })).toEqual([]);
  expect(faults("Delivery to Sabah costs RM1200.", { says: ["RM 1,200.00"], neverSays: ["RM1", "RM 1,2"] })).toEqual([]);
  expect(faults("Delivery costs RM 8.50.", { says: ["RM8.5"] })).toEqual([]);
  expect(faults("Delivery costs RM 8.55.", { says: ["RM8.5"] })).toEqual(["missing: RM8.5"]);
  expect(faults("Sizes: RM1,2000.", { says: ["RM12000"] })).toEqual(["missing: RM12000"]);
  expect(faults("We reopened.", { says: ["open"] })).toEqual(["missing: open"]);
  expect(faults("Kedai buka pukul 9 pagi。", { says: ["9 pagi"] })).toEqual([]);
});

test("what must never be said is found in whole words only", () => {
  expect(faults("We do not sell pork.", { neverSays: ["pork", "lard"] })).toEqual(["forbidden: pork"]);
  expect(faults("Porkless.", { neverSays: ["pork"] })).toEqual([]);
});

test("an answer is expected unless the agent is expected not to know", () => {
  expect(faults("I do not have that information.", { says: ["RM8"], entryId: "a" }, { found: false })).toEqual(["unanswered"]);
  expect(faults("I do not have that information.", { isUnknown: true }, { found: false })).toEqual([]);
  expect(faults("Of course!", { isUnknown: true })).toEqual(["answered"]);
});

test("another entry than the expected one is a fault, and a deleted one is named as such", () => {
  expect(faults("Yes.", { entryId: "a" })).toEqual([]);
  expect(faults("Yes.", { entryId: "b" })).toEqual(["otherEntry"]);
  expect(faults("Yes.", { entryId: "gone" })).toEqual(["entryGone"]);
});

test("the language is only compared if the words of the answer show one", () => {
  expect(faults("Kami buka setiap hari.", { language: "en" }, { language: "ms" })).toEqual(["language"]);
  expect(faults("Nasi lemak RM8", { language: "en" }, { language: null })).toEqual([]);
});

test("long texts are compared in time in proportion to their length", () => {
  const text = `${"rm ".repeat(50_000)}${"1".repeat(100_000)}`;
  expect(faults(text, { says: [`${"rm ".repeat(60)}x`, "1".repeat(200)] })).toHaveLength(2);
});
