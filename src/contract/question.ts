/** The questions that an agent could not answer, grouped by what they ask for (product 6.12). */

/** The latest unanswered questions that are grouped. */
export const MAX_GROUPED = 2_000;
/** The wordings of a group that are listed, and that one call asks again. */
export const MAX_LISTED_WORDINGS = 50;

export interface QuestionWording {
  text: string;
  /** How often visitors asked in this wording. */
  count: number;
}

export interface QuestionGroup {
  /** How many questions the group has, also in wordings that are not listed. */
  count: number;
  /** When the latest one was asked; ISO 8601 UTC. */
  latest: string;
  /** The most frequent first; at least one and at most `MAX_LISTED_WORDINGS`. */
  wordings: QuestionWording[];
}

export interface QuestionGroupPage {
  groups: QuestionGroup[];
  /** The number of groups. */
  total: number;
  totalPages: number;
}

/** For each question in its order: whether the built-in answerer answers it from the present knowledge. */
export interface AskedAgain {
  answered: boolean[];
}
