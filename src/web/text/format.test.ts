import { afterEach, expect, test } from "bun:test";
import i18next from "i18next";
import { formatDateTime, formatTime } from "./format.ts";
import { startWith } from "./i18n.ts";

afterEach(() => startWith("en"));

test("the time of day is written in small letters in both languages", () => {
  const afternoon = new Date(2026, 10, 24, 14, 27).toISOString();
  startWith("ms");
  expect(i18next.language).toBe("ms");
  expect(formatTime(afternoon)).toBe("2:27 ptg");
  expect(formatDateTime(afternoon)).toBe("24 Nov 2026, 2:27 ptg");
  startWith("en");
  expect(formatTime(afternoon)).toBe("2:27 pm");
});
