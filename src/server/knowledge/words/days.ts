/** Finds days that a text includes without naming them: "Tuesday to Sunday", "weekends", "daily". Pure. */
import { LEXICON } from "../lexicon/concepts.ts";

const numberOf = (name: string): number => LEXICON.concepts.findIndex((concept) => concept.name === `day/${name}`);
const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(numberOf);
const ANY_DAY = numberOf("day");
const MEANT: ReadonlyMap<number, readonly number[]> = new Map([
  [numberOf("everyday"), WEEK],
  [numberOf("weekend"), WEEK.slice(5)],
  [numberOf("weekday"), WEEK.slice(0, 5)],
]);
/** The words between the first and the last day of a span. */
const SPAN = /^(?:to|till|until|thru|through|hingga|sampai|ke)$/;

/** The concepts of the days that a text includes, and of "day" itself; empty if there are none. */
export function daysOf(words: readonly string[], conceptsOf: (word: string) => readonly number[]): number[] {
  const days = new Set<number>();
  let last = -1;
  let gap = 0;
  for (const word of words) {
    const concepts = conceptsOf(word);
    const day = WEEK.findIndex((concept) => concepts.includes(concept));
    for (const concept of concepts) for (const meant of MEANT.get(concept) ?? []) days.add(meant);
    if (day >= 0) {
      days.add(WEEK[day] ?? -1);
      if (last >= 0 && gap === 1) for (let at = last; at !== day; at = (at + 1) % WEEK.length) days.add(WEEK[at] ?? -1);
      last = day;
      gap = 0;
    } else if (last >= 0) {
      // Exactly one word may stand between two days, and it must be one of SPAN.
      gap = gap === 0 && SPAN.test(word) ? 1 : 2;
    }
  }
  return days.size === 0 ? [] : [...days, ANY_DAY];
}
