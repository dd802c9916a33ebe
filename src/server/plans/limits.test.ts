import { expect, test } from "bun:test";
import { countWords, truncateWords } from "../../contract/knowledge.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { verdictOnKnowledge, verdictOnNewAgent } from "./limits.ts";

const limits: PlanLimits = { msgLimit: 100, chatLimit: 1, knowledgeWordLimit: 20, addKnowledgeLimit: 2 };

test("an agent fits below the limit, not at it, and a limit of 0 means not one", () => {
  expect(verdictOnNewAgent(0, limits)).toBeNull();
  expect(verdictOnNewAgent(1, limits)?.text).toBe("Agent limit (1) reached");
  expect(verdictOnNewAgent(0, { ...limits, chatLimit: 0 })).not.toBeNull();
  expect(verdictOnNewAgent(99, null)).toBeNull();
});

test("a list may grow to the limit; over it it may be kept or shrunk, never grown", () => {
  expect(verdictOnKnowledge([], ["a", "b"], limits)).toBeNull();
  expect(verdictOnKnowledge(["a", "b"], ["a", "b", "c"], limits)?.text).toBe("Knowledge update limit (2) reached");
  const over = ["a", "b", "c", "d"];
  expect(verdictOnKnowledge(over, over, limits)).toBeNull();
  expect(verdictOnKnowledge(over, ["a", "b", "c"], limits)).toBeNull();
  expect(verdictOnKnowledge(over, ["a", "b", "c", "e"], limits)).toBeNull();
  expect(verdictOnKnowledge(over, [...over, "e"], limits)).not.toBeNull();
});

test("words are limited per entry, an image's description to a tenth, and an unchanged entry may stay", () => {
  const long = Array(21).fill("kata").join(" ");
  expect(verdictOnKnowledge([], [long], limits)?.text).toBe("Knowledge text is too long: 21/20 words");
  expect(verdictOnKnowledge([long], [long], limits)).toBeNull();
  expect(verdictOnKnowledge([], ["[image]https://a.example/b.png[/image]dua kata"], limits)).toBeNull();
  expect(verdictOnKnowledge([], ["[image]https://a.example/b.png[/image]tiga kata lagi"], limits)?.text).toBe(
    "Knowledge text is too long: 3/2 words",
  );
});

test("invisible characters, dots and newlines do not make one word out of many", () => {
  const signs = ["\u200b", "\u2060", "\n", "_", "\u00ad"];
  // These are letters, marks and a sign to Unicode, and nothing to the eye.
  const blanks = ["\u3164", "\uffa0", "\u115f", "\u1160", "\u034f", "\ufe00", "\ufe0f", "\u2800"];
  for (const glue of [...signs, ...blanks]) {
    expect(verdictOnKnowledge([], [Array(30).fill("kata").join(glue)], limits)).not.toBeNull();
  }
  for (const blank of blanks) expect(countWords(`${blank}satu${blank}dua${blank.repeat(3)} tiga`)).toBe(3);
  expect(countWords("suka \u2764\ufe0f 한국어 दिल")).toBe(3);
  expect(verdictOnKnowledge([], ["漢".repeat(21)], limits)).not.toBeNull();
  expect(verdictOnKnowledge([], ["!".repeat(950_000)], limits)).not.toBeNull();
  expect(countWords(truncateWords("!".repeat(950_000), 20))).toBe(20);
});
