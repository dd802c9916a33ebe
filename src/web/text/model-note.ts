/** Translates the server's notes about failed models into the language on screen. The database stores them in English. */
import { storedText } from "./server-text.ts";

/** Matches "Gemini Pro (Google): the vendor is overloaded, 3 tries". Names stay as they are, the other texts are looked up. */
const FAILURE = /^(?:(.*?): )??(broke off: )?([^:]+?)(?:, (\d+) tries|(, not asked again yet))?$/;
/** Matches "stopped: RM45 is not in your knowledge". */
const STOPPED = /^stopped: (.+) is not in your knowledge$/;

export function modelNote(note: string): string {
  return note.split("; ").map(translatePart).join("; ");
}

function translatePart(part: string): string {
  const whole = storedText(part);
  if (whole !== part) return whole;
  const fact = STOPPED.exec(part)?.[1];
  if (fact !== undefined) return storedText("stopped: {{fact}} is not in your knowledge").replace("{{fact}}", () => fact);
  const [, name, broken = "", words = part, tries, notAsked = ""] = FAILURE.exec(part) ?? [];
  const times = tries === undefined ? storedText(notAsked) : storedText(", {{tries}} tries").replace("{{tries}}", tries);
  return (name === undefined ? "" : `${name}: `) + storedText(broken) + storedText(words) + times;
}
