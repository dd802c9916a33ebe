/**
 * The languages of Sapa, declared once. Everything that differs by language is a `Record<Language, …>`, so that the
 * compiler lists what a new language lacks (docs/recipes.md#a-language). Imports nothing, since the widget's loader
 * contains a part of it.
 */

export const LANGUAGES = ["en", "ms"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Used when none of our languages is requested. The texts that other programs rely on are English. */
export const DEFAULT_LANGUAGE: Language = "en";

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", ms: "Bahasa Melayu" };

/** The same, where there is room for few letters only. */
export const LANGUAGE_ABBREVIATIONS: Record<Language, string> = { en: "EN", ms: "BM" };

/** The locales in which numbers and dates are written. */
export const LOCALES: Record<Language, string> = { en: "en-MY", ms: "ms-MY" };

/**
 * Writes days and times in the words of a language. The data of browsers and servers has "PTG" in Malay, which people write in
 * small letters, and "Sept" in English, the only short month of four letters, which puts columns of dates out of step. To make
 * such a function takes longer than to call it.
 */
export function timeWriter(language: Language, options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], options);
  return (at) =>
    format
      .formatToParts(at)
      .map(({ type, value }) => (type === "dayPeriod" ? value.toLowerCase() : type === "month" && value === "Sept" ? "Sep" : value))
      .join("");
}

export function writeTime(at: Date | number, language: Language, options: Intl.DateTimeFormatOptions): string {
  return timeWriter(language, options)(at);
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * Matches a language tag, or a comma-separated list of tags, that names one of our languages, in lower case.
 * language.test.ts compares it with the list.
 */
export const LANGUAGE_TAG = /(^|,)(en|ms)/;

/** The language of the first given tag ("ms-MY", "EN", or a comma-separated list) that begins with one of ours; otherwise the default. */
export function pickLanguage(...tags: (string | null | undefined)[]): Language {
  const found = LANGUAGE_TAG.exec(`${tags},${DEFAULT_LANGUAGE}`.toLowerCase()) as unknown as [unknown, unknown, Language];
  return found[2];
}
