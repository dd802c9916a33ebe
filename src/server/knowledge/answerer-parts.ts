/** Questions of several parts: "how much is it, and do you deliver?" */

/** Each takes time in proportion to the text. */
const ENDS = /[?!\n]|\.(?=\s|$)|,(?=\s)|\s(?:and|dan|serta|plus|also|juga)\s|\s[&+]\s/i;
const MAX_PARTS = 3;
/** A part that is shorter says nothing by itself. */
const SHORTEST = 3;

/** The parts of a question; one or none if it has only one. */
export function splitParts(question: string): string[] {
  const parts = question
    .split(ENDS)
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST);
  return parts.length > MAX_PARTS || parts.length < 2 ? [] : parts;
}
