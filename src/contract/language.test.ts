import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_TAG, LANGUAGES, pickLanguage } from "./language.ts";

const SOURCE = resolve(import.meta.dir, "..");

describe("picking a language", () => {
  test("the first of our languages is picked, or else the default", () => {
    expect(pickLanguage("ms-MY", "en")).toBe("ms");
    expect(pickLanguage("", undefined, "EN-gb", "ms")).toBe("en");
    expect(pickLanguage("fr", "zh", "MS")).toBe("ms");
    expect(pickLanguage("fr,zh-ms;q=0.9,ms;q=0.8,en;q=0.7")).toBe("ms");
    for (const tags of [[], ["fr"], [null, undefined, ""], ["xms", "/en", "constructor"]]) {
      expect(pickLanguage(...tags)).toBe(DEFAULT_LANGUAGE);
    }
  });

  test("the pattern names the languages of the list", () => {
    expect(LANGUAGE_TAG.source).toBe(`(^|,)(${LANGUAGES.join("|")})`);
    for (const language of LANGUAGES) expect(pickLanguage(`${language.toUpperCase()}-XX`)).toBe(language);
  });

  test("a megabyte of tags is read in one pass", () => {
    const start = performance.now();
    expect(pickLanguage("f,".repeat(500_000), "m".repeat(500_000))).toBe(DEFAULT_LANGUAGE);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test("only a code in the list is a language", () => {
    expect([...LANGUAGES, "fr", "EN", "", null, undefined].filter(isLanguage)).toEqual([...LANGUAGES]);
  });
});

/** Places that may name a language: the folders of the languages, and the one declaration. */
const OWN_PLACES = new RegExp(`^contract/language\\.ts$|/(?:${LANGUAGES.join("|")})/`);
/** Language codes that are also ordinary words in code. They count only in a line about languages. */
const WORDS: readonly string[] = ["id", "is", "no", "to"];
/** Lines that name English only because the formatter needs some language, for example to test whether a time zone exists. */
const MACHINE_ENGLISH = ['new Intl.DateTimeFormat("en", { timeZone: name })'];

test("no source outside of a language's folder names a language by a literal or in a pattern", () => {
  const named: string[] = [];
  for (const path of readdirSync(SOURCE, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(path) || /\.test\.|generated\//.test(path) || OWN_PLACES.test(path)) continue;
    for (const line of readFileSync(join(SOURCE, path), "utf8").split("\n")) {
      const rest = MACHINE_ENGLISH.reduce((text, allowed) => text.replace(allowed, ""), line.replace(/"[^"]*\/[^"]*"/g, ""));
      const languages = LANGUAGES.filter((language) => !WORDS.includes(language) || /lang/i.test(line)).join("|");
      if (new RegExp(`["'](?:${languages})["']|\\b(?:${languages})\\|(?:${languages})\\b`).test(rest))
        named.push(`${path}: ${line.trim()}`);
    }
  }
  expect(named).toEqual([]);
});
