/** Everything that needs the lexicon and the trained model. Import it through `loadEngine` only, except in tests and benchmarks. */
export { answerSteps, warmUp } from "./answerer.ts";
export { detectLanguage, recognizeLanguage } from "./answerer-talk.ts";
export { checkEntries } from "./checks/check-entries.ts";
export { groupQuestions } from "./groups/group-questions.ts";
export { indexEntries } from "./knowledge-index.ts";
export { readModel } from "./rank/model.ts";
export { selectFrom } from "./selection.ts";
export { findSources } from "./sources.ts";
