/** Splits questions with several parts, such as "how much is it, and do you deliver?" */

/** Where a part ends. Every alternative takes time in proportion to the text. */
const ENDS = /[?!\n]|\.(?=\s|$)|,(?=\s)|\s(?:and|dan|serta|plus|also|juga)\s|\s[&+]\s/i;
const MAX_PARTS = 3;
/** Characters. A shorter part has no meaning by itself. */
const SHORTEST = 3;

/** The parts of a question; at most one element if the question has only one part. */
export function splitParts(question: string): string[] {
  const parts = question
    .split(ENDS)
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST);
  return parts.length > MAX_PARTS || parts.length < 2 ? [] : parts;
}
