/** How far back the end of a word is looked for, as a share of the length; a script without spaces has none. */
const LEAST = 0.6;

/** The beginning of a text that is longer than `max` UTF-16 units: it ends with a whole word, or else with a whole character, and "…". */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max + 1);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  if (end >= max * LEAST) return `${start.slice(0, end).replace(/[\s,;:–-]+$/, "")}…`;
  const [last] = [...new Intl.Segmenter().segment(start)].slice(-1);
  return `${start.slice(0, last?.index ?? max)}…`;
}
