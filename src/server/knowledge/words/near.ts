/** Finds the known word that a mistyped one is meant to be. The work for one question is limited. */

/** The limit of effort, about a millisecond: each word costs 1, and `COMPARING` more if it is compared letter by letter. */
const MAX_EFFORT = 60_000;
const COMPARING = 20;
const SHORTEST = 3;

export interface Effort {
  left: number;
}

export const newEffort = (): Effort => ({ left: MAX_EFFORT });

/** Words by their first letter: people seldom mistype it, and comparing only these words is fast. */
export type ByLetter = Map<string, string[]>;

export function addByLetter(groups: ByLetter, word: string): void {
  const group = groups.get(word.charAt(0));
  if (group) group.push(word);
  else groups.set(word.charAt(0), [word]);
}

const VOWELS = "aeiou";
const isVowel = (letter: string) => VOWELS.includes(letter);

/** The maximum distance at which a word of this length still matches another one. */
function allowedFor(length: number): number {
  if (length <= 3) return 0.5;
  if (length === 4) return 0.75;
  if (length <= 6) return 1.1;
  return length <= 8 ? 1.6 : 2.1;
}

export interface Near {
  word: string;
  distance: number;
}

/** The nearest word; of equally near words, the one that was added first. Null if none is near enough. */
export function findNear(asked: string, words: ByLetter, effort: Effort): Near | null {
  if (asked.length < SHORTEST) return null;
  const allowed = allowedFor(asked.length);
  let best: Near | null = null;
  for (const word of words.get(asked.charAt(0)) ?? []) {
    if (--effort.left <= 0) break;
    const longer = word.length - asked.length;
    if (longer > Math.max(3, asked.length) || longer < -2) continue;
    const isClipped = asked.length >= 4 && longer > 0 && word.startsWith(asked);
    if (!isClipped) effort.left -= COMPARING;
    const distance = isClipped ? 0.6 + 0.05 * longer : typingDistance(asked, word, allowed);
    if (distance <= allowed && (!best || distance < best.distance)) best = { word, distance };
  }
  return best;
}

/**
 * The edit distance. Omitting a vowel or doubling a letter costs little, any other letter costs 1; a distance above
 * `limit` is `limit + 1`.
 */
export function typingDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = [0];
  for (let j = 1; j <= b.length; j++) previous.push((previous[j - 1] ?? 0) + skipCost(b, j));
  for (let i = 1; i <= a.length; i++) {
    const row = [(previous[0] ?? 0) + skipCost(a, i)];
    let smallest = row[0] ?? 0;
    for (let j = 1; j <= b.length; j++) {
      const [x, y] = [a[i - 1] ?? "", b[j - 1] ?? ""];
      const same = (previous[j - 1] ?? 0) + (x === y ? 0 : isVowel(x) && isVowel(y) ? 0.5 : 1);
      let value = Math.min((previous[j] ?? 0) + skipCost(a, i), (row[j - 1] ?? 0) + skipCost(b, j), same);
      const isSwap = i > 1 && j > 1 && x === b[j - 2] && a[i - 2] === y && x !== y;
      if (isSwap) value = Math.min(value, (before[j - 2] ?? 0) + 0.7);
      row.push(value);
      smallest = Math.min(smallest, value);
    }
    if (smallest > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}

/** The cost of a letter that only one of the words has. */
function skipCost(word: string, position: number): number {
  const letter = word[position - 1] ?? "";
  if (position > 1 && letter === word[position - 2]) return 0.3;
  return isVowel(letter) && position > 1 ? 0.4 : letter === "h" ? 0.6 : 1;
}
