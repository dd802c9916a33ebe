/**
 * In which language and theme the tests that visit every screen look at it. Names and sizes depend on the language, contrasts
 * on the theme. In the long suite (SAPA_EVERY_LOOK=1), each screen is looked at in both; otherwise the screens take turns,
 * because in continuous integration these visits would take half of the time of all browser tests.
 */
import type { Language } from "../../src/contract/language.ts";
import { readEnvironment } from "../../src/server/platform/config-environment.ts";

export interface Look {
  language: Language;
  theme: "light" | "dark";
}

const ENGLISH: Look = { language: "en", theme: "light" };
const MALAY: Look = { language: "ms", theme: "dark" };

const HAS_ALL = readEnvironment().SAPA_EVERY_LOOK === "1";

/** @returns the looks of the screen at position `at` of a list. */
export function looksOf(at: number): readonly [Look, ...Look[]] {
  if (HAS_ALL) return [ENGLISH, MALAY];
  return [at % 2 === 0 ? ENGLISH : MALAY];
}
