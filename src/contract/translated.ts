/** A text that its author writes in each language. */
import { LANGUAGES, type Language } from "./language.ts";

/** Empty in a language: the text of another one is shown. Empty in all: there is none. */
export type Translated = Readonly<Record<Language, string>>;

export const NO_TEXTS: Translated = Object.fromEntries(LANGUAGES.map((language) => [language, ""])) as Record<Language, string>;

/** The text in a language, or else in another one; empty if there is none. */
export const textIn = (texts: Translated, language: Language): string =>
  texts[language] || (LANGUAGES.map((other) => texts[other]).find((text) => text !== "") ?? "");
