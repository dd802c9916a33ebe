/** Chooses from which probability on a passage is quoted, by what complete answerers do at each threshold. */
import { MAX_WRONG_PERCENT } from "../../src/contract/answers.ts";
import { parseEntry } from "../../src/contract/knowledge.ts";
import { answerFromKnowledge } from "../../src/server/knowledge/answerer.ts";
import { indexEntries } from "../../src/server/knowledge/knowledge-index.ts";
import type { ModelApart } from "./learn.ts";
import { createRandom } from "./report.ts";
import { judge, type Outcome } from "./score.ts";
import { authorOf, isOwn, type Question } from "./sets.ts";

/** Thresholds that are tried: 0 is always answered, `LEVELS` never. */
const LEVELS = 256;

/** What becomes of a question at each level. */
export interface Levelled {
  business: string;
  question: Question;
  outcomes: readonly Outcome[];
}

/** Asks the questions of the businesses that a model has not seen, at each level. */
export function askAtLevels({ held, model }: ModelApart): Levelled[] {
  return held.flatMap(({ business }) => {
    const entries = business.knowledge.map(parseEntry);
    const index = indexEntries(entries);
    return business.questions.map((question): Levelled => {
      const said = { question: question.text, previousQuestion: question.after };
      const asked = { agentName: business.name, entries, index, ...said, known: new Map() };
      const answers = new Map<number, string>();
      const answerAt = (level: number) => {
        const answer = answers.get(level) ?? answerFromKnowledge({ ...asked, model: { ...model, threshold: level / LEVELS } }).text;
        answers.set(level, answer);
        return answer;
      };
      const outcomes = new Array<Outcome>(LEVELS + 1);
      // Between two levels with the same answer, no other answer is expected.
      const fill = (from: number, to: number): void => {
        if (to - from > 1 && answerAt(from) !== answerAt(to)) {
          const middle = (from + to) >> 1;
          fill(from, middle);
          fill(middle, to);
          return;
        }
        for (let level = from; level < to; level++) outcomes[level] = judge(question, answerAt(from), business.knowledge);
        outcomes[to] = judge(question, answerAt(to), business.knowledge);
      };
      fill(0, LEVELS);
      return { business: business.id, question, outcomes };
    });
  });
}

const RESAMPLES = 200;
/** The share of the resamples in which more answers may be wrong than permitted. */
const BROKEN = 0.05;

/**
 * @returns for each share of wrong answers that an operator may permit, the lowest threshold that keeps it, not only for these
 * authors but in almost all resamples of similar ones. Authors differ, so the resamples draw whole authors.
 */
export function chooseThresholds(asked: readonly Levelled[]): number[] {
  const foreign = asked.filter(({ business }) => !isOwn(business));
  const authors = [...Map.groupBy(foreign, ({ business }) => authorOf(business)).values()];
  const random = createRandom(5);
  const draws = Array.from({ length: RESAMPLES }, () => authors.map(() => Math.floor(random() * authors.length)));
  const levels = Array.from({ length: LEVELS + 1 }, (_, level) => {
    const wrong = authors.map((questions) => questions.filter(({ outcomes }) => outcomes[level] === "wrong").length);
    const shares = draws.map((drawn) => sum(drawn.map((at) => wrong[at] ?? 0)) / sum(drawn.map((at) => authors[at]?.length ?? 0)));
    return shares.toSorted((a, b) => b - a)[Math.floor(BROKEN * RESAMPLES)] ?? 1;
  });
  return Array.from({ length: MAX_WRONG_PERCENT }, (_, at) => {
    // From the last level on that breaks the promise.
    const level = levels.findLastIndex((share) => share > (at + 1) / 100) + 1;
    return Math.min(level, LEVELS) / LEVELS;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
