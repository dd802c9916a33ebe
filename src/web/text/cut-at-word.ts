/** The shortest result, as a share of `max`: the end of a word is not searched further back, since some scripts have no spaces. */
const LEAST = 0.6;

/** Cuts a text that is longer than `max` UTF-16 units after a whole word, or else after a whole character, and adds "…". */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max + 1);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  if (end >= max * LEAST) return `${start.slice(0, end).replace(/[\s,;:–-]+$/, "")}…`;
  const [last] = [...new Intl.Segmenter().segment(start)].slice(-1);
  return `${start.slice(0, last?.index ?? max)}…`;
}
