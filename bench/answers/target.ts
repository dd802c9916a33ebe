/** The share of all questions that may be answered wrongly, measured on businesses that were left out of the training. */
export const WRONG = 0.03;
