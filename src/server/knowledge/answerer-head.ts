/** A passage that begins with exactly what a question is about: "Deposit: 30% …" answers "how much is the deposit?" Pure. */
import { labelOf } from "./answerer-label.ts";
import { toPlainLines } from "./plain.ts";
import { hasFact } from "./rank/features-focus.ts";
import { conceptKey } from "./rank/keys.ts";
import { isFrame, type Term } from "./rank/question.ts";
import { type Ranking, variantIn } from "./rank/rank.ts";
import type { Passage } from "./rank/split.ts";
import { readUnits, type Unit } from "./words/read.ts";

/** Characters of a passage that are its beginning. */
const HEAD_LENGTH = 60;
/** Words. A longer question tells more than what it asks for. */
const LONGEST = 8;

/** The heading or the label of a passage, or else its first words. An item of a list has the heading of the list. */
function headOf({ lead, text, list }: Passage): Unit[] {
  const first = lead === "" || list ? (toPlainLines(text)[0] ?? "") : lead;
  return readUnits((labelOf(first) ?? first).slice(0, HEAD_LENGTH)).filter(({ stems }) => stems.length > 0);
}

const isSame = ({ stems, concepts }: Unit, term: Term): boolean =>
  stems.join(" ") === term.name || concepts.some((concept) => term.concepts.includes(conceptKey(concept)));

const hasAll = (head: readonly Unit[], terms: readonly Term[]): boolean => terms.every((term) => head.some((unit) => isSame(unit, term)));

/**
 * The ranking of the only candidate that begins with all that the question is about and with nothing else, and has the facts that it
 * asks for; null if there is none, if another one has the same words at its beginning, or if a word may be mistyped.
 */
export function findHeaded({ asked, candidates, scores }: Ranking): Ranking | null {
  const { focus, terms } = asked;
  const content = terms.filter((term) => !isFrame(term));
  if (content.length === 0 || focus.words > LONGEST || terms.some(({ conceptShare }) => conceptShare < 1)) return null;
  const [found, ...others] = candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0, head: headOf(candidate.indexed.passage) }))
    .filter(({ head }) => hasAll(head, content));
  if (!found || others.length > 0) return null;
  const { candidate, score, head } = found;
  const first = head.slice(0, content.length);
  const isAll = hasAll(first, content) && first.every((unit) => content.some((term) => isSame(unit, term)));
  const { passage, types } = candidate.indexed;
  const hasFacts = focus.asked.every(({ by }) => hasFact(passage.text, types, by));
  return isAll && hasFacts && variantIn(asked, candidate) !== "other" ? { asked, candidates: [candidate], scores: [score] } : null;
}
