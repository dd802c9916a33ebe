/** What the built-in answerer says to a visitor's question, as a whole reply or in place of a fact that was stopped. */
import type { Language } from "../../contract/language.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Said } from "../conversations/store.ts";
import type { Answer } from "../knowledge/answerer-quote.ts";
import { loadEngine } from "../knowledge/load-engine.ts";
import type { KnowledgeSource, Retrieval } from "../knowledge/retrieve.ts";
import type { SettingsSource } from "../settings/settings.ts";

interface Asked {
  agent: LiveAgent;
  /** Earlier messages of the conversation, oldest first. */
  history: readonly Said[];
  text: string;
  language: Language;
}

export async function answerFromEntries(
  { retrieval, settings }: { retrieval: Retrieval; settings: SettingsSource },
  { agent, history, text, language }: Asked,
): Promise<Answer> {
  const index = await retrieval.ready(sourceOf(agent));
  const { answerSteps } = await loadEngine();
  const steps = answerSteps({
    agentName: agent.fields.name,
    entries: agent.entries,
    index,
    question: text,
    previousQuestion: lastQuestion(history),
    language,
    wrongPercent: (await settings.read()).wrongAnswers,
  });
  return retrieval.run(agent.key, steps);
}

/** The visitor's message before the question. */
export const lastQuestion = (history: readonly Said[]): string | undefined =>
  history.filter((message) => message.author === "visitor").at(-1)?.text;

export function sourceOf(agent: LiveAgent): KnowledgeSource {
  return { agentId: agent.key, version: agent.version, entries: agent.entries };
}
