/** How the overview judges a model's last failure. Pure. */
import type { ModelHealth } from "../../../../../contract/model.ts";

/** A failure that a later reply has made good is history. */
export function isFailing({ lastError, lastAnswerAt }: ModelHealth): boolean {
  return lastError !== null && (lastAnswerAt === null || lastAnswerAt <= lastError.at);
}

/** The strip shows a few only: those that fail now must be among them. */
export function failingFirst(models: readonly ModelHealth[]): ModelHealth[] {
  return models.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)));
}
