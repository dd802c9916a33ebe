/** Cross-validation by business: a model that was trained on the other businesses answers the questions of each one. */
import { fold, type Prepared, prepare, train } from "./learn.ts";
import type { Result } from "./report.ts";
import { type Business, isOwn } from "./sets.ts";
import { builtIn, run } from "./systems.ts";

const FOLDS = 6;

export interface Validation {
  /** With the threshold that was trained with the model. */
  results: Result[];
  /** Without a threshold: always the best passage, however unlikely. For the curve. */
  unguarded: Result[];
}

export function crossValidate(businesses: readonly Business[], wrong: number): Validation {
  const parts = businesses.map(prepare);
  const results: Result[] = [];
  const unguarded: Result[] = [];
  for (const held of fold(parts, FOLDS)) {
    const model = train(
      parts.filter((part) => !held.includes(part)),
      wrong,
    );
    const asked = held.map((part: Prepared) => part.business);
    results.push(...run(builtIn(model), asked));
    unguarded.push(...run(builtIn({ ...model, threshold: 0 }), asked));
  }
  return { results, unguarded };
}

/** At the threshold at which the share `wrong` of all is wrong: the answerable that are right, the unanswerable not answered. */
export function curve(unguarded: readonly Result[], wrong: number): { right: number; abstained: number } {
  const foreign = unguarded.filter(({ business, question }) => !isOwn(business) && question.kind !== "smalltalk");
  const sorted = foreign.filter(({ chance }) => chance !== undefined).sort((a, b) => (b.chance ?? 0) - (a.chance ?? 0));
  let [right, mistakes, unanswerable] = [0, 0, 0];
  for (const { outcome, question } of sorted) {
    if (outcome === "right") {
      right++;
      continue;
    }
    if (mistakes + 1 > wrong * foreign.length) break;
    mistakes++;
    if (question.kind === "unanswerable") unanswerable++;
  }
  const count = (kind: string) => Math.max(1, foreign.filter(({ question }) => question.kind === kind).length);
  return { right: right / count("answerable"), abstained: 1 - unanswerable / count("unanswerable") };
}
