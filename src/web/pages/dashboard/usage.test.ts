import { expect, test } from "bun:test";
import { readUsage } from "./usage.ts";

test("the bar is green up to 90 percent and red above", () => {
  expect(readUsage(90, 100)).toEqual({ share: 0.9, isRed: false, isNear: true });
  expect(readUsage(91, 100).isRed).toBe(true);
});

test("the upgrade is offered from 80 percent on", () => {
  expect(readUsage(79, 100).isNear).toBe(false);
  expect(readUsage(80, 100).isNear).toBe(true);
});

test("the bar is capped at 100 percent", () => {
  expect(readUsage(250, 100).share).toBe(1);
});

test("a limit of 0 is used up, not unlimited", () => {
  expect(readUsage(0, 0)).toEqual({ share: 1, isRed: true, isNear: true });
});
