import { expect, test } from "bun:test";
import { countWords, truncateWords } from "../../contract/knowledge.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { verdictOnKnowledge, verdictOnNewAgent } from "./limits.ts";

const ofSources = { sourceLimit: 1, pageLimit: 1, memberLimit: 3, totalWordLimit: 100 };
const limits: PlanLimits = { msgLimit: 100, chatLimit: 1, knowledgeWordLimit: 20, addKnowledgeLimit: 2, ...ofSources };

test("another agent is allowed below the limit and not at it, and a limit of 0 allows none", () => {
  expect(verdictOnNewAgent(0, limits)).toBeNull();
  expect(verdictOnNewAgent(1, limits)?.text).toBe("Agent limit (1) reached");
  expect(verdictOnNewAgent(0, { ...limits, chatLimit: 0 })).not.toBeNull();
  expect(verdictOnNewAgent(99, null)).toBeNull();
});

test("words are limited for each entry, to a tenth for an image's description, and an unchanged entry may stay", () => {
  const long = Array(21).fill("kata").join(" ");
  expect(verdictOnKnowledge([], [long], limits)?.text).toBe("Knowledge text is too long: 21/20 words");
  expect(verdictOnKnowledge([long], [long], limits)).toBeNull();
  expect(verdictOnKnowledge([], ["[image]https://a.example/b.png[/image]dua kata"], limits)).toBeNull();
  expect(verdictOnKnowledge([], ["[image]https://a.example/b.png[/image]tiga kata lagi"], limits)?.text).toBe(
    "Knowledge text is too long: 3/2 words",
  );
});

test("invisible characters, dots and newlines do not join many words into one", () => {
  const signs = ["\u200b", "\u2060", "\n", "_", "\u00ad"];
  // Unicode classifies these as letters, marks and a symbol, but they are invisible.
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
