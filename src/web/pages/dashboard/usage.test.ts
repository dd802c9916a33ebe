import { expect, test } from "bun:test";
import { readUsage } from "./usage.ts";

test("the bar is green up to 90 percent and red above", () => {
  expect(readUsage(90, 100)).toMatchObject({ share: 0.9, isRed: false, isNear: true });
  expect(readUsage(91, 100).isRed).toBe(true);
});

test("the upgrade is offered from 80 percent on", () => {
  expect(readUsage(79, 100).isNear).toBe(false);
  expect(readUsage(80, 100).isNear).toBe(true);
});

test("the bar is capped at 100 percent", () => {
  expect(readUsage(250, 100).share).toBe(1);
});

test("a limit of 0 counts as used up, not as unlimited", () => {
  expect(readUsage(0, 0)).toEqual({ share: 1, isRed: true, isNear: true, isReached: true, percent: 100 });
});

test("the limit is reached at 100 percent and above, and rounding does not show it earlier", () => {
  expect(readUsage(999, 1_000)).toMatchObject({ isReached: false, percent: 99 });
  expect(readUsage(1_000, 1_000)).toMatchObject({ isReached: true, percent: 100 });
  expect(readUsage(1_001, 1_000).isReached).toBe(true);
});
