import { expect, test } from "bun:test";
import type { ModelHealth } from "../../../../../contract/model.ts";
import { failingFirst, isFailing } from "./model-health.ts";

const EARLY = "2026-11-22T01:00:00.000Z";
const LATE = "2026-11-22T02:00:00.000Z";
const model = (name: string, failedAt: string | null, lastAnswerAt: string | null): ModelHealth => ({
  model: name,
  answers: lastAnswerAt === null ? 0 : 1,
  failures: failedAt === null ? 0 : 1,
  firstTokenP50Ms: null,
  firstTokenP95Ms: null,
  lastAnswerAt,
  lastError: failedAt === null ? null : { at: failedAt, words: "no answer in time" },
});

test("a model stops counting as failing only when it has answered since", () => {
  expect(isFailing(model("a", EARLY, LATE))).toBe(false);
  expect(isFailing(model("a", LATE, EARLY))).toBe(true);
  expect(isFailing(model("a", LATE, null))).toBe(true);
  expect(isFailing(model("a", null, null))).toBe(false);
});

test("failing models are listed first, and otherwise the given order is kept", () => {
  const all = [model("a", null, LATE), model("b", EARLY, LATE), model("c", LATE, EARLY)];
  expect(failingFirst(all).map(({ model: name }) => name)).toEqual(["c", "a", "b"]);
});
