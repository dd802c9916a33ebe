/** The language that was chosen in this browser. */
import { isLanguage, type Language, pickLanguage } from "../../contract/language.ts";

export const LANGUAGE_KEY = "sapa:language";

/** The language that was chosen in this browser, otherwise the first of the browser's own languages that we have. */
export function readLanguage(): Language {
  return readChosen() ?? pickLanguage(...navigator.languages);
}

function readChosen(): Language | null {
  try {
    const stored = localStorage.getItem(LANGUAGE_KEY);
    return isLanguage(stored) ? stored : null;
  } catch (error) {
    console.debug("language: storage refused", error);
    return null;
  }
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch (error) {
    console.debug("language: not remembered, storage refused", error);
  }
}
