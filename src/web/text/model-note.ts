/** What the server noted about models that failed, in the language on screen. Rows keep the English words for good. */
import { serverText } from "./server-text.ts";

/** "Gemini Pro (Google): the vendor is overloaded, 3 tries": names stay, words are looked up. */
const FAILURE = /^(?:(.*?): )??(broke off: )?([^:]+?)(, \d+ tries|, not asked again yet)?$/;

export function modelNote(note: string): string {
  return note.split("; ").map(translatePart).join("; ");
}

function translatePart(part: string): string {
  const whole = serverText(part);
  if (whole !== part) return whole;
  const [, name, broken = "", words = part, times = ""] = FAILURE.exec(part) ?? [];
  const said = serverText(words) + serverText(times);
  return (name === undefined ? "" : `${name}: `) + serverText(broken) + said;
}
