import { expect, test } from "bun:test";
import { isNews } from "./news.ts";

const at = "2026-11-24T01:00:00.000Z";
const hours = (after: number) => Date.parse(at) + after * 3_600_000;

test("the notice of a payment is shown for a day", () => {
  expect(isNews({ kind: "payment", at }, hours(23))).toBe(true);
  expect(isNews({ kind: "payment", at }, hours(24))).toBe(false);
});

test("other notices stay until they are dismissed", () => {
  expect(isNews({ kind: "ended", at }, hours(24 * 300))).toBe(true);
});
