/**
 * What a question is about: people tell a story and then ask, so the words of the asking clause decide, and among them the
 * words beside the question word. Pure.
 */
import { type AskedFact, findAsked } from "../words/asked.ts";
import { type Quantity, readCodes, readQuantities } from "../words/quantities.ts";
import { fold, toUnits, toWords, type Unit } from "../words/read.ts";
import { findExpected } from "../words/values.ts";
import { readVariants, type Variant } from "./variants.ts";

export interface Focus {
  /** The names of the terms (`nameOf`) in clauses that ask. */
  inFocus: ReadonlySet<string>;
  /** Of these, the ones that follow a word such as "got" or "ada", and the ones that precede a word such as "berapa". */
  heads: ReadonlySet<string>;
  beforeAsk: ReadonlySet<string>;
  clauses: number;
  words: number;
  quantities: readonly Quantity[];
  codes: readonly string[];
  variants: readonly Variant[];
  asked: readonly AskedFact[];
}

/** The name of a unit of a question, the same for all its forms. */
export const nameOf = ({ stems }: Pick<Unit, "stems">): string => stems.join(" ");

/** Characters. A longer message is a pasted text. */
const MAX_TEXT = 600;
const CLAUSE_ENDS = /[,.;!?\n]|\s(?:and|dan|tapi|but|sebab|because|since)\s/;
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** What follows these words is what the question is about. */
const BEFORE_HEAD = words(
  "got have sell do provide offer any there for of accept include take serve ada jual buat terima boleh untuk harga sewa servis beli bagi price cost kira can could want nak need",
);
const HEAD_DISTANCE = 4;
/** What precedes these words is what the question is about. */
const ASK = words("berapa price harga ada how tak ke");
const ASKING = words(
  "what when where who how which why apa bila mana siapa berapa macam kenapa ke kah x tak anot adakah boleh can could is are do does did will ada got any harga price",
);

/** Whether the words of a clause ask for something. */
export const isAsking = (clause: readonly string[]): boolean =>
  findExpected(clause.join(" ")) !== 0 || clause.some((word) => ASKING.has(word));

export function readFocus(question: string): Focus {
  const text = fold(question).slice(0, MAX_TEXT);
  const clauses = text
    .split(CLAUSE_ENDS)
    .map((clause) => toWords(clause.trim()))
    .filter((clause) => clause.length > 0);
  const asking = clauses.filter(isAsking);
  const inFocus = new Set<string>();
  const heads = new Set<string>();
  const beforeAsk = new Set<string>();
  for (const clause of asking.length > 0 ? asking : clauses) {
    for (const unit of toUnits(clause)) inFocus.add(nameOf(unit));
    for (const [at, word] of clause.entries()) {
      const isNamed = ({ stems }: Unit) => stems.length > 0;
      const head = BEFORE_HEAD.has(word) ? toUnits(clause.slice(at + 1, at + 1 + HEAD_DISTANCE)).find(isNamed) : undefined;
      if (head) heads.add(nameOf(head));
      const before = ASK.has(word) ? toUnits(clause.slice(Math.max(0, at - HEAD_DISTANCE), at)).findLast(isNamed) : undefined;
      if (before) beforeAsk.add(nameOf(before));
    }
  }
  const all = toWords(text);
  const asked = findAsked(all.join(" ") + (question.includes("?") ? "?" : ""));
  const values = { quantities: readQuantities(text), codes: readCodes(text), variants: readVariants(question.slice(0, MAX_TEXT)), asked };
  return { inFocus, heads, beforeAsk, clauses: clauses.length, words: all.length, ...values };
}
