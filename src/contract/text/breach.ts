/** The letters after a breach of data, and the places that the operator fills in. */
export interface BreachTexts {
  toCommissioner: string;
  toPersons: string;
  /** Where the operator has to write something. */
  fill: string;
}
