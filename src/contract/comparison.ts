/** Which answers to visitors' latest questions would change if a draft was published (product 15.10). */

/** The latest questions that are asked again. */
export const MAX_COMPARED = 500;

/** `none`: the draft of now was not compared with the published version yet. */
export const COMPARISON_STATES = ["none", "waiting", "running", "done", "failed", "cancelled"] as const;
export type ComparisonState = (typeof COMPARISON_STATES)[number];

/** A question, the answer that visitors get, and the one that they would get. */
export interface ChangedAnswer {
  question: string;
  /** The visitor's message before it, on which a short question may depend; null: it was the first. */
  previous: string | null;
  /** How many of the compared questions are the same. */
  times: number;
  before: string;
  after: string;
}

export interface AnswerComparison {
  state: ComparisonState;
  /** The compared questions, those that were asked so far, and those with another answer. */
  total: number;
  asked: number;
  changed: number;
  /** A page of them once all were asked, those of the latest conversations first. Questions whose conversation was deleted are missing. */
  answers: ChangedAnswer[];
  totalPages: number;
}
