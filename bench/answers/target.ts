import { WRONG_PERCENT } from "../../src/contract/answers.ts";

/** The share of all questions that may be answered wrongly, measured on businesses that were left out of the training. */
export const WRONG = WRONG_PERCENT / 100;
