/** What a passage is called when it is offered as a topic. Pure. */
import { toPlainLines } from "./plain.ts";
import { type Passage, splitSentences } from "./rank/split.ts";

/** Characters; a longer topic is cut. With the ellipsis it is a quick reply (`QUICK_REPLY_LENGTH`). */
export const TOPIC_LENGTH = 60;
/** "Payment (in the shop): cash and cards only." The words before the brackets or the colon say what the passage is about. */
const LABEL = /^([^:;.()!?]{2,39}[^:;.()!?\s]) ?(?:\([^()]{1,120}\) ?)?:\s/;

/** The label of a line: "Payment". */
export const labelOf = (line: string): string | undefined => LABEL.exec(line)?.[1];

/** Whether a passage has a heading or a label. */
export const hasLabel = ({ lead, text }: Passage) =>
  (lead !== "" && lead.length <= TOPIC_LENGTH) || labelOf(toPlainLines(text)[0] ?? "") !== undefined;

export const CUT = "…";
/** Where the first words of a sentence may end: a clause, or what is said before a preposition. The first kind is better. */
const ENDS = [
  /[,;:](?=\s)|\s?[(–—]|\s-\s|\s(?:and|but|because|if|when|so|dan|tetapi|tapi|kerana|sebab|jika|kalau|bila)\s/gi,
  /\s(?:for|to|with|at|on|in|by|from|until|after|before|which|that|untuk|dengan|di|ke|dari|pada|dalam|oleh|selepas|sebelum|yang)\s/gi,
];
const SHORTEST_TOPIC = 12;
const IN_BRACKETS = /\([^)]*$/;

/** The first words of a long sentence, without what follows the last end that leaves them short enough; null if there is none. */
function firstWords(sentence: string): string | null {
  for (const end of ENDS) {
    const fits = ({ index }: RegExpExecArray) =>
      index >= SHORTEST_TOPIC && index <= TOPIC_LENGTH && !IN_BRACKETS.test(sentence.slice(0, index));
    const at = [...sentence.matchAll(end)].findLast(fits)?.index;
    if (at !== undefined) return sentence.slice(0, at);
  }
  return null;
}

/**
 * A heading, a question, a label, or the first words of a passage up to the end of a clause; without marks of Markdown.
 * If that is too long, it is cut and ends with an ellipsis.
 */
export function describeTopic({ lead, text }: Passage): string {
  const [named] = toPlainLines(lead);
  const first = named ?? toPlainLines(text)[0] ?? "";
  return named === undefined ? shorten(labelOf(first) ?? firstSentence(first)) : cut(named);
}

/** The heading with the first words of the passage below it, or its first words with their label. */
export function describeMore({ lead, text }: Passage): string {
  const [named] = toPlainLines(lead);
  const own = firstSentence(toPlainLines(text)[0] ?? "");
  return shorten(named === undefined ? own : `${named}: ${own}`);
}

const firstSentence = (line: string): string => splitSentences(line)[0]?.split(";")[0] ?? line;

function shorten(text: string): string {
  if (text.length <= TOPIC_LENGTH) return cut(text);
  const words = firstWords(text.slice(0, 2 * TOPIC_LENGTH));
  return words === null ? cut(text) : tidy(words);
}

function cut(text: string): string {
  if (text.length <= TOPIC_LENGTH) return tidy(text);
  const end = text.lastIndexOf(" ", TOPIC_LENGTH);
  return `${text.slice(0, end > 20 ? end : TOPIC_LENGTH)}${CUT}`;
}

const tidy = (text: string): string => text.trim().replace(/[.:;,]$/, "");
