/** Compares an answer with what its owner expects. Pure. */
import type { GoldenExpectations, GoldenFailure, GoldenFault } from "../../../contract/golden.ts";
import type { Language } from "../../../contract/language.ts";

export interface Answered {
  text: string;
  /** False: the agent has said that it does not know. */
  found: boolean;
  /** The ids of the entries that the answer rests on. */
  entryIds: readonly string[];
  /** Null: its words do not show it. */
  language: Language | null;
}

/** @param hasEntry whether the agent has an entry with this id now. */
export function judgeAnswer(answered: Answered, expects: GoldenExpectations, hasEntry: (id: string) => boolean): GoldenFailure[] {
  const text = normalize(answered.text);
  const fail = (fault: GoldenFault): GoldenFailure[] => [{ fault, text: "" }];
  const failures = [
    ...expects.says.filter((wanted) => !contains(text, wanted)).map((wanted): GoldenFailure => ({ fault: "missing", text: wanted })),
    ...expects.neverSays
      .filter((unwanted) => contains(text, unwanted))
      .map((found): GoldenFailure => ({ fault: "forbidden", text: found })),
  ];
  if (expects.isUnknown && answered.found) failures.push(...fail("answered"));
  // What follows from the missing answer is not listed as well.
  if (!expects.isUnknown && !answered.found) return [...fail("unanswered"), ...failures.filter(({ fault }) => fault === "forbidden")];
  if (expects.entryId !== null && !answered.entryIds.includes(expects.entryId))
    failures.push(...fail(hasEntry(expects.entryId) ? "otherEntry" : "entryGone"));
  // A list of names and prices is in no language, and is understood in each.
  if (expects.language !== null && answered.language !== null && answered.language !== expects.language) failures.push(...fail("language"));
  return failures;
}

/** "RM 8.00" and "rm8" are the same amount, and so are "RM 1,200" and "RM1200", "RM8.50" and "RM8.5". */
function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/\brm (?=\d)/g, "rm")
    .replace(/\brm\d{1,3}(?:,\d{3}){1,3}(?!\d)/g, (amount) => amount.replaceAll(",", ""))
    .replace(/\b(rm\d{1,12})\.00(?!\d)/g, "$1")
    .replace(/\b(rm\d{1,12}\.\d)0(?!\d)/g, "$1");
}

const IS_WORD = /[\p{L}\p{N}]/u;

/** Whether the text has these words: "RM5" is not in "RM50", and "open" not in "reopened". */
function contains(text: string, part: string): boolean {
  const wanted = normalize(part).trim();
  const first = IS_WORD.test(wanted.charAt(0));
  const last = IS_WORD.test(wanted.charAt(wanted.length - 1));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    const goesOn = last && (IS_WORD.test(after.charAt(0)) || (/\d$/.test(wanted) && /^[.,]\d/.test(after)));
    if (!(first && at > 0 && IS_WORD.test(before)) && !goesOn) return true;
  }
  return false;
}
