/** Decides which models the overview shows as failing. Pure. */
import type { ModelHealth } from "../../../../../contract/model.ts";

/** A model is failing if it has not replied since its last error. */
export function isFailing({ lastError, lastAnswerAt }: ModelHealth): boolean {
  return lastError !== null && (lastAnswerAt === null || lastAnswerAt <= lastError.at);
}

/** Sorts failing models first, because the strip shows only a few. */
export function failingFirst(models: readonly ModelHealth[]): ModelHealth[] {
  return models.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)));
}
