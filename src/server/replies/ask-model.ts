/** Asks models outside of any conversation: the test questions of an agent. */
import { DEFAULT_LANGUAGE } from "../../contract/language.ts";
import { STORED } from "../../contract/messages/stored.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { BilledCall, ModelAsker } from "../agents/golden/model-tests.ts";
import { saysUnknown } from "../agents/golden/says-unknown.ts";
import { loadEngine } from "../knowledge/load-engine.ts";
import type { ReplyEnded } from "../models/calls/reply.ts";
import { costOf } from "../models/cost/cost.ts";
import { estimateTokens } from "../models/tokens.ts";
import { type Answering, answerByModel, isWhole } from "./model-reply.ts";
import { buildPrompt, knowledgeBudget, outputLimit } from "./prompt.ts";
import { sourcesOfReply } from "./sources.ts";

/** Tokens of a usual reply: one to four sentences. */
const USUAL_REPLY = 150;

export function createModelAsker(deps: Answering): ModelAsker {
  return {
    async expect(agent, questions) {
      const settings = await deps.settings.read();
      const [candidate] = deps.models.choose(settings).candidates;
      if (!candidate) return null;
      const inputTokens =
        questions.reduce((sum, question) => sum + estimateTokens(question), 0) +
        questions.length * promptTokens(agent, candidate.contextTokens);
      const usage = { inputTokens, outputTokens: questions.length * USUAL_REPLY, estimated: true };
      return { model: candidate.label, costMicros: costOf(usage, candidate.price, settings.rmPerUsd) };
    },
    async ask(agent, text, signal) {
      const settings = await deps.settings.read();
      const { candidates } = deps.models.choose(settings);
      if (candidates.length === 0) return { calls: [], failure: "" };
      const { detectLanguage, recognizeLanguage } = await loadEngine();
      const language = detectLanguage(text, DEFAULT_LANGUAGE);
      const question = { agent, history: [], text, language, builtInOnly: null, addressKey: "", signal, mayBeHeard: Promise.resolve() };
      const { said, ended, stop, given } = await answerByModel(deps, question, { candidates, settings, say: () => undefined });
      const calls = callsOf(ended, settings.rmPerUsd);
      if (ended.model === null || said.trim() === "" || !(stop || isWhole(ended))) {
        return { calls, failure: ended.notes.join("; ") || STORED["note.notCalled"] };
      }
      const sources = await sourcesOfReply(deps.retrieval, agent, given, said);
      const entryIds = sources.flatMap(({ entryId }) => entryId ?? []);
      // A reply in a third language that rests on nothing most probably says that it does not know.
      const isSilent = entryIds.length === 0 && recognizeLanguage(said) === null;
      const found = stop ? stop.found : !saysUnknown(said) && !isSilent;
      return { calls, answer: { text: said, model: ended.model, found, entryIds } };
    },
  };
}

/** About as many tokens as the prompt of one question has beside the question. */
function promptTokens({ fields, entries }: LiveAgent, contextTokens: number): number {
  const maxOutputTokens = outputLimit(contextTokens);
  const agent = { name: fields.name, mood: fields.mood, focus: fields.focus };
  const { system } = buildPrompt({ agent, entries: [], history: [], question: "", contextTokens, maxOutputTokens });
  const room = knowledgeBudget(contextTokens, maxOutputTokens);
  let knowledge = 0;
  for (const { text } of entries) {
    if (knowledge >= room) break;
    knowledge += estimateTokens(text);
  }
  return estimateTokens(system) + Math.min(knowledge, room);
}

/** What vendors bill for: the reply, and what was lost on the way to it. */
function callsOf({ model, usage, price, lost }: ReplyEnded, rmPerUsd: number): BilledCall[] {
  const all = [
    ...(model === null ? [] : [{ usage, price, replies: 1 }]),
    ...lost.map(({ isReply = true, ...call }) => ({ ...call, replies: isReply ? 1 : 0 })),
  ];
  return all.map((call) => ({ usage: call.usage, costMicros: costOf(call.usage, call.price, rmPerUsd), replies: call.replies }));
}
