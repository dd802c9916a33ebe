/** Cross-validation by business: each is answered by a model that was trained on the others. */
import { fold, type Prepared, prepare, train } from "./learn.ts";
import type { Result } from "./report.ts";
import { type Business, isOwn } from "./sets.ts";
import { builtIn, run } from "./systems.ts";

const FOLDS = 6;

export interface Validation {
  /** At the threshold that was learned along with the model. */
  results: Result[];
  /** With whatever fits best, however unlikely: for the curve. */
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

/** Shares of the answerable that are right, and of the unanswerable that are abstained from, where `wrong` of all are wrong. */
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
