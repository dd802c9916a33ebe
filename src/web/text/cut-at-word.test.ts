import { expect, test } from "bun:test";
import { cutAtWord } from "./cut-at-word.ts";

test("a long text is cut after a whole word, without the comma after it", () => {
  expect(cutAtWord("We deliver on public holidays, too", 24)).toBe("We deliver on public…");
  expect(cutAtWord("We deliver on public holidays, too", 30)).toBe("We deliver on public holidays…");
  expect(cutAtWord("We deliver on public\nholidays", 22)).toBe("We deliver on public…");
});

test("a text that fits stays as it is", () => {
  expect(cutAtWord("Nasi lemak", 10)).toBe("Nasi lemak");
});

test("a text without spaces is cut between two characters, never within one", () => {
  expect(cutAtWord("我们每天早上七点开门晚上六点关门", 8)).toBe("我们每天早上七点…");
  expect(cutAtWord("👨‍👩‍👧‍👦".repeat(3), 12)).toBe("👨‍👩‍👧‍👦…");
});
