/** Which passages say the same in nearly the same words, as a website and a file of one business do. Pure. */
import { fold } from "../words/read.ts";
import type { Passage } from "./split.ts";

/**
 * Words that can be left out of a sentence without changing what it says. Words that tell who, where from, until when, or how
 * much are not among them: "you pay", "from 6 pm", "up to 5", "only", "free", "not".
 */
const IDLE = new Set(
  (
    "a an the this these that those is are be am we our us i it its there here have has will would of on in at please kindly very also " +
    "yang ialah adalah kami ini itu di pada sila akan ada juga"
  ).split(" "),
);

/** In a clause with one of these words, the order of the words tells what is what: "not pork but chicken", "from Ipoh to Lumut". */
const ORDERED = new Set(
  (
    "not no non never without cant cannot dont except instead than before after from to by with for if until till unless per " +
    "tidak tak bukan jangan tanpa tiada kecuali daripada sebelum selepas dari ke oleh dengan untuk jika kalau sehingga hingga sampai"
  ).split(" "),
);

const CLAUSE_END = /\n|[,.;!?|](?=\s)|\s[-–—]\s|\s(?:and|or|but|dan|atau|tetapi)\s/i;
/** Numbers, words, and signs with a meaning, such as "%", "RM" in another currency, or a tick in a table. */
const TOKENS = /(?:(?<!\S)[-−])?\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}'’]+|[^\s\p{L}\p{M}\p{N}\p{P}]|[%&@/]/gu;
const RANGE = /(?<=\p{N}\s?(?:[ap]m)?)\s?(?:[-–—]|\b(?:to|until|till|hingga|sampai)\b)\s?(?=\p{N})/giu;
/** "Vitamin A" and "IT" are names, "a" and "it" are not. */
const IS_NAME = /^\p{Lu}+$/u;

/** The same text for passages that say the same. The words of a clause may be in another order if it has at most one number. */
export function saidBy({ lead, text, image }: Passage): string {
  return JSON.stringify([readClauses(lead), readClauses(text), image]);
}

function readClauses(text: string): string {
  const clauses = text.replace(RANGE, " ").split(CLAUSE_END).map(readClause);
  return clauses.filter((clause) => clause !== "").join("\n");
}

function readClause(clause: string): string {
  const tokens = clause.match(TOKENS) ?? [];
  const words = tokens.map((token) => (IS_NAME.test(token) && token.length < 3 ? token : fold(token)));
  const numbers = words.filter((word) => /\p{N}/u.test(word)).length;
  const isOrdered = numbers > 1 || words.some((word) => ORDERED.has(word));
  const kept = words.filter((word) => !IDLE.has(word));
  return (isOrdered ? kept : kept.toSorted()).join(" ");
}
