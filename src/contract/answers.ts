/** The share of replies of the built-in answerer that may be wrong, in percent of all questions. Imports nothing. */

export const WRONG_PERCENT = 3;
export const MAX_WRONG_PERCENT = 10;
