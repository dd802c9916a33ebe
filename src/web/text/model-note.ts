/** What the server noted about models that failed, in the language on screen. Rows keep the English words for good. */
import { storedText } from "./server-text.ts";

/** "Gemini Pro (Google): the vendor is overloaded, 3 tries": names stay, words are looked up. */
const FAILURE = /^(?:(.*?): )??(broke off: )?([^:]+?)(?:, (\d+) tries|(, not asked again yet))?$/;

export function modelNote(note: string): string {
  return note.split("; ").map(translatePart).join("; ");
}

function translatePart(part: string): string {
  const whole = storedText(part);
  if (whole !== part) return whole;
  const [, name, broken = "", words = part, tries, notAsked = ""] = FAILURE.exec(part) ?? [];
  const times = tries === undefined ? storedText(notAsked) : storedText(", {{tries}} tries").replace("{{tries}}", tries);
  return (name === undefined ? "" : `${name}: `) + storedText(broken) + storedText(words) + times;
}
