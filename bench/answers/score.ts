/**
 * Judges one answer to a labelled question. The three outcomes are checked in this order:
 *   abstained  the answer says that it does not know (`DO_NOT_KNOW`). Checked first, so that "not sure, but …" before
 *              every quotation gains nothing.
 *   right      for an answerable question: the answer contains a text of each `must` group and none of `mustNot`; for
 *              small talk: it replies without quoting the knowledge; never for an unanswerable question.
 *   wrong      every other answer, an empty one included.
 * A wrong answer that asks the visitor a question (`ASKS_BACK`) counts as abstained.
 */
import type { Question } from "./sets.ts";

export type Outcome = "right" | "wrong" | "abstained";

/** Matched against the text after `normalise`. "If I don't know, I say so" is a promise, not an abstention. */
const DO_NOT_KNOW: readonly RegExp[] = [
  // English
  /(?<!\b(?:if|when|whenever|what|anything) (?:i|we) )\b(?:do not|don'?t|did not|didn'?t) (?:\w+ ){0,2}?(?:know|understand)\b/,
  /(?<!\b(?:if|when|whenever|what|anything) (?:i|we) )\b(?:do not|don'?t|haven'?t|have not) (?:have|got|been (?:given|told)) (?:\w+ ){0,5}?(?:information|info|answer|details?|knowledge)\b/,
  /(?<!\b(?:if|when|whenever) (?:i|we) )\b(?:can ?not|can'?t|could not|couldn'?t|unable to|not able to) (?:\w+ )?(?:find|answer|say|tell|help (?:you )?with (?:that|this))\b/,
  /\b(?:did not|didn'?t|haven'?t|have not) (?:find|found)\b/,
  /\b(?:not sure|no idea|unsure)\b/,
  /\b(?:no|not any) (?:\w+ )?(?:information|info|answer|details?) (?:about|on|for|that|regarding)\b/,
  /\b(?:isn'?t|is not|not) (?:covered|mentioned|included|found|something i know) (?:in|by|about)\b/,
  /\b(?:outside|beyond|not in|not part of) (?:of )?(?:what i know|(?:my|our) (?:knowledge|notes|information))\b/,
  /\b(?:haven'?t|have not|wasn'?t|was not) (?:been )?(?:told|taught)\b/,
  /\b(?:sorry|afraid)\b.*\bcan only (?:answer|help)\b/,
  /\bnothing (?:about|on) (?:that|this|it)\b/,
  // Malay
  /(?<!\b(?:kalau|jika|bila|apabila) (?:saya |kami )?)\b(?:tidak|tak|x|belum) (?:\w+ ){0,2}?(?:tahu|pasti|faham|jumpa|jumpai|menjumpai|menemui|menemukan)\b/,
  /\b(?:tidak|tak|x|belum) (?:ada|punya|mempunyai|memiliki|dapat|menerima) (?:\w+ )?(?:maklumat|info|jawapan|butiran)\b/,
  /\b(?:tidak|tak|x) (?:dapat|boleh|mampu) (?:\w+ )?(?:menjawab|jawab|mencari|cari|memastikan|pastikan)\b/,
  /\btiada (?:\w+ )?(?:maklumat|info|jawapan|butiran)\b/,
  /\bkurang pasti\b/,
  /\b(?:di ?luar|melebihi|bukan dalam|tiada dalam) pengetahuan\b/,
  /\bmaaf\b.*\bhanya (?:dapat|boleh) (?:menjawab|jawab|membantu|bantu)\b/,
  /\b(?:tidak|tak) (?:terdapat|dijumpai|disebut|dinyatakan) (?:dalam|di)\b/,
];

/** These count only in an answer with a question mark. */
const ASKS_BACK: readonly RegExp[] = [
  /\b(?:do|did) you mean\b/,
  /\bwhich (?:one|of (?:these|them)|do you)\b/,
  /\bare you asking (?:about|for)\b/,
  /\bmaksud(?:kan)? (?:anda|awak|tuan|puan|encik|cik)\b/,
  /\b(?:anda|awak|tuan|puan) (?:ber)?maksud(?:kan)?\b/,
  /\b(?:yang )?mana satu\b/,
];

/** This many words in a row from an entry make a quotation. */
const QUOTATION_WORDS = 8;

function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/[*_]/g, "")
    .replace(/\s+/g, " ")
    .replace(/\brm (?=\d)/g, "rm")
    .replace(/(\d) (am|pm)\b/g, "$1$2")
    .trim();
}

/** Whether the answer contains the fact. A number must match as a whole: "RM35" is not in "RM350", "5pm" not in "9.15pm". */
export function includesFact(answer: string, fact: string): boolean {
  const [text, wanted] = [normalise(answer), normalise(fact)];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isCutBefore = /^\d/.test(wanted) && /\d[.,:]?$/.test(text.slice(0, at));
    const isCutAfter = /\d$/.test(wanted) && /^[.,:]?\d/.test(text.slice(at + wanted.length));
    if (!isCutBefore && !isCutAfter) return true;
  }
  return false;
}

const words = (text: string): string[] => normalise(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function quotes(answer: string, knowledge: readonly string[]): boolean {
  const said = ` ${words(answer).join(" ")} `;
  return knowledge.some((entry) => {
    const all = words(entry);
    return all.some((_, at) => at + QUOTATION_WORDS <= all.length && said.includes(` ${all.slice(at, at + QUOTATION_WORDS).join(" ")} `));
  });
}

const matches = (patterns: readonly RegExp[], answer: string) => patterns.some((pattern) => pattern.test(normalise(answer)));

export function judge(question: Question, answer: string, knowledge: readonly string[]): Outcome {
  if (answer.trim() === "") return "wrong";
  if (matches(DO_NOT_KNOW, answer)) return "abstained";
  const hasFacts = question.must.every((group) => group.some((fact) => includesFact(answer, fact)));
  const hasWrongFact = question.mustNot.some((fact) => includesFact(answer, fact));
  if (question.kind === "answerable" && hasFacts && !hasWrongFact) return "right";
  if (question.kind === "smalltalk") return hasWrongFact || quotes(answer, knowledge) ? "wrong" : "right";
  return answer.includes("?") && matches(ASKS_BACK, answer) ? "abstained" : "wrong";
}
