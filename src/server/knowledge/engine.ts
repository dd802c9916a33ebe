/** Everything that needs the lexicon and the trained model. Import it through `loadEngine` only, except in tests and benchmarks. */
export { answerFromKnowledge } from "./answerer.ts";
export { indexEntries, selectFrom, totalOf } from "./knowledge-index.ts";
