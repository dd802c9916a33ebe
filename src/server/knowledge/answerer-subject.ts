/** Leaves out of a question what only names the business itself: every entry is about it, and few contain its name. */
import { BUSINESS } from "./lexicon/business.ts";
import { type Asked, isFrame, isOwnSubject } from "./rank/question.ts";
import { fold, toWords } from "./words/read.ts";

/** Leaves out the agent's name, and words such as "your clinic" if no passage has them and the rest asks for a place or hours. */
export function withoutBusiness(asked: Asked, agentName: string): Asked {
  const named = new Set(toWords(fold(agentName)));
  const unnamed = asked.terms.filter(({ unit, concepts }) => concepts.length > 0 || !named.has(unit.word));
  // If the question contains nothing else, it is about the name.
  const terms = unnamed.length === 0 ? asked.terms : unnamed;
  const rest = terms.filter(({ unit, frequency }) => frequency > 0 || !BUSINESS.has(unit.word));
  return { ...asked, terms: rest.every(isFrame) && rest.some(isOwnSubject) ? rest : terms };
}
