/** Translates the server's notes about failed models into the language on screen. The database stores them in English. */
import { storedText } from "./server-text.ts";

/** Matches "Gemini Pro (Google): the vendor is overloaded, 3 tries". Names stay as they are, the other texts are looked up. */
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
