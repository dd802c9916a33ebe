import { expect, test } from "bun:test";
import { firstRenewal, isDue, isToTell, nextLook, pauseAfter, renewalIn } from "./schedule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIFE = { beginsAt: 0, expiresAt: 90 * DAY };

test("a moment in the window that was chosen once stays while it is in the window", () => {
  const window = { from: 50 * DAY, to: 52 * DAY, askAgainMs: 0 };
  expect(renewalIn(window, LIFE, 0, 0.25)).toBe(50.5 * DAY);
  expect(renewalIn(window, LIFE, 51 * DAY, 0.25)).toBe(51 * DAY);
  expect(renewalIn({ from: 200 * DAY, to: 300 * DAY, askAgainMs: 0 }, LIFE, 0, 1)).toBe(75 * DAY);
});

test("a new certificate is not renewed at once, even if the clock is far ahead", () => {
  expect(firstRenewal(LIFE, 0)).toBe(60 * DAY);
  expect(firstRenewal(LIFE, 80 * DAY)).toBe(95 * DAY);
});

test("the authority may be asked once a minute at most and once a day at least", () => {
  expect(nextLook(0, 60 * DAY, 0)).toBe(6 * HOUR);
  expect(nextLook(0, 60 * DAY, 1)).toBe(60_000);
  expect(nextLook(0, 60 * DAY, 40 * DAY)).toBe(DAY);
  expect(nextLook(0, HOUR, 0)).toBe(HOUR);
});

test("pauses grow to an hour, and the authority may make them longer, up to a week", () => {
  expect([1, 2, 3, 4, 400].map((failures) => pauseAfter(failures, 0))).toEqual([30_000, 120_000, 900_000, HOUR, HOUR]);
  expect(pauseAfter(1, 5 * HOUR)).toBe(5 * HOUR);
  expect(pauseAfter(1, 90 * DAY)).toBe(7 * DAY);
});

test("a clock that was set back makes everything due", () => {
  expect(isDue(100, 100)).toBe(true);
  expect(isDue(101, 100)).toBe(false);
  expect(isDue(8 * DAY, 100)).toBe(true);
});

test("the operator is told when a third is left and four tries have failed, and again after a twelfth of the life", () => {
  const failing = { failures: 4, toldAt: null };
  expect(isToTell(LIFE, failing, 59 * DAY)).toBe(false);
  expect(isToTell(LIFE, failing, 60 * DAY)).toBe(true);
  expect(isToTell(LIFE, { ...failing, failures: 3 }, 60 * DAY)).toBe(false);
  expect(isToTell(LIFE, { ...failing, toldAt: 60 * DAY }, 67 * DAY)).toBe(false);
  expect(isToTell(LIFE, { ...failing, toldAt: 60 * DAY }, 67.5 * DAY)).toBe(true);
  expect(isToTell(LIFE, failing, 91 * DAY)).toBe(true);
});
