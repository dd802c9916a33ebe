/**
 * The languages of Sapa, declared once: whatever differs by language is a `Record<Language, …>`, so that the compiler
 * lists what a new one lacks (docs/recipes.md#a-language). Imports nothing: the widget's loader carries a part of it.
 */

export const LANGUAGES = ["en", "ms"] as const;
export type Language = (typeof LANGUAGES)[number];

/** For whoever asks for none of them. Described texts are English until a person chooses otherwise. */
export const DEFAULT_LANGUAGE: Language = "en";

/** Each in its own language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", ms: "Bahasa Melayu" };

/** For numbers and dates. */
export const LOCALES: Record<Language, string> = { en: "en-MY", ms: "ms-MY" };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** A tag, or a list of tags with commas, that names a language of ours; in small letters. language.test.ts compares it with the list. */
export const LANGUAGE_TAG = /(^|,)(en|ms)/;

/** The first of the given tags ("ms-MY", "EN", or a list with commas) that begins with a language of ours; else the default. */
export function pickLanguage(...tags: (string | null | undefined)[]): Language {
  const found = LANGUAGE_TAG.exec(`${tags},${DEFAULT_LANGUAGE}`.toLowerCase()) as unknown as [unknown, unknown, Language];
  return found[2];
}
