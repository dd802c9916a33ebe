/** The share of all questions that may be answered wrongly, by risk control on businesses that were held back. */
export const WRONG = 0.03;
