/** Makes a reply: retrieve → prompt → model stream, or the built-in answerer if no model can reply (product 7.3, 7.5). */

import { CUT_NOTE } from "../../contract/conversation.ts";
import { STORED } from "../../contract/messages/stored.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { LiveAgent } from "../agents/book.ts";
import { streamInPieces } from "../knowledge/answerer-stream.ts";
import type { ReplyEnded } from "../models/calls/reply.ts";
import { type Answering, answerByModel, type ByModelEnded, isWhole, type Question } from "./model-reply.ts";
import { answerFromEntries, sourceOf } from "./own-answer.ts";
import { knowledgeBudget, LARGE_CONTEXT, outputLimit } from "./prompt.ts";
import type { TurnEnd } from "./record.ts";
import { nameSources, sourcesOfReply } from "./sources.ts";

export const ADDRESS_NOTE = STORED["note.addressLimit"];
const BUDGET_NOTE = STORED["note.budget"];
const UNVERIFIED_NOTE = STORED["note.unverified"];
/** Notes for the owner about an incomplete reply. */
const STOP_NOTES = { length: CUT_NOTE, refusal: STORED["note.safety"] };
/** The built-in answerer has its answer at once; the pause shows it as if it were being written. */
const PIECE_PAUSE_MS = 36;

/**
 * Writes the reply piece by piece through `say`. Never throws because of a model: if a model fails before its first text,
 * the built-in answerer replaces it, and its answer is free. @returns how the reply ended.
 */
export async function answer(deps: Answering, question: Question, say: (piece: string) => void): Promise<TurnEnd> {
  const settings = await deps.settings.read();
  // Like any other fallback, this reply is free (product 2.6).
  const barred = question.builtInOnly === "budget" ? BUDGET_NOTE : question.builtInOnly === "unverified" ? UNVERIFIED_NOTE : null;
  if (barred !== null) return answerBuiltIn(deps, question, say, { notes: [barred], isCharged: false });
  const { candidates, missing } = question.builtInOnly ? { candidates: [], missing: [] } : deps.models.choose(settings);
  // A note for the owner if a model other than the chosen one answers.
  const absent = candidates[0]?.listed === settings.aiModel ? [] : missing;
  if (candidates.length === 0) return answerBuiltIn(deps, question, say, { notes: absent, isCharged: true });
  const isOverAddress = deps.rates.take(settings.rates.modelCalls, question.addressKey) > 0;
  if (isOverAddress) return answerBuiltIn(deps, question, say, { notes: [ADDRESS_NOTE], isCharged: false });

  let isHeard = false;
  const sayAndNote = (piece: string) => {
    isHeard = true;
    say(piece);
  };
  let reply: ByModelEnded;
  try {
    reply = await answerByModel(deps, question, { candidates, settings, say: sayAndNote });
  } catch (error) {
    // A bug in Sapa, not a failure of a vendor. The visitor still gets an answer.
    if (isHeard || question.signal.aborted) throw error;
    deps.log.error("a model could not be called", { agent: question.agent.key, error });
    return answerBuiltIn(deps, question, say, { notes: [...absent, STORED["note.notCalled"]], isCharged: false });
  }
  const { said, ended, stop, given } = reply;
  const notes = [...absent, ...ended.notes];
  if (stop || (isWhole(ended) && said.trim() !== "")) {
    const sources = await sourcesOfReply(deps.retrieval, question.agent, given, said);
    if (!stop) return { ...endWhole(said, ended, absent), sources };
    return { ...endWhole(said, ended, [...absent, stop.note]), unanswered: !stop.found, sources };
  }
  // The visitor left or reset the conversation. Text that was sent by then was paid for at the vendor, so it is charged.
  if (ended.outcome === "left") return endBroken(said, ended, { note: STORED["note.visitorLeft"], isCharged: said !== "" });
  // The whole reply was the marker of an image that does not exist, so the built-in answerer must give the visitor a text.
  if (isWhole(ended)) notes.push(`${ended.model}: ${STORED["note.emptyReply"]}`);
  deps.log.warn("no model completed the reply", { agent: question.agent.key, begun: said !== "", notes, error: ended.failure });
  if (said !== "" || question.signal.aborted) return endBroken(said, ended, { note: notes.join("; "), isCharged: false });
  const unheard = ended.usage ? [{ usage: ended.usage, price: ended.price }] : [];
  return { ...(await answerBuiltIn(deps, question, say, { notes, isCharged: false })), lost: [...ended.lost, ...unheard] };
}

/**
 * Prepares for the first question of a visitor who opened the chat: builds the index of large knowledge if it will be
 * searched. Returns at once.
 */
export function prepareFor(deps: Answering, agent: LiveAgent): void {
  const prepare = async () => {
    const settings = await deps.settings.read();
    const { candidates } = deps.models.choose(settings);
    const budget = knowledgeBudget(LARGE_CONTEXT, outputLimit(LARGE_CONTEXT));
    const answering = { agentName: agent.fields.name, wrongPercent: settings.wrongAnswers };
    await deps.retrieval.warm(sourceOf(agent), candidates.length === 0 ? 0 : budget, answering);
  };
  prepare().catch((error: unknown) => deps.log.error("a knowledge index could not be built", { agent: agent.key, error }));
}

function endWhole(said: string, { outcome, model, usage, price, notes, lost }: ReplyEnded, absent: readonly string[]): TurnEnd {
  const stopNotes = outcome === "length" || outcome === "refusal" ? [STOP_NOTES[outcome]] : [];
  const note = [...absent, ...notes, ...stopNotes].join("; ") || null;
  const state = outcome === "refusal" ? "interrupted" : "answered";
  return { state, text: said, model, usage, price, lost, note, isCharged: true, unanswered: false };
}

function endBroken(said: string, { model, usage, price, lost }: ReplyEnded, end: Pick<TurnEnd, "note" | "isCharged">): TurnEnd {
  return { state: said === "" ? "failed" : "interrupted", text: said, model, usage, price, lost, ...end, unanswered: false };
}

async function answerBuiltIn(
  deps: Answering,
  question: Question,
  say: (piece: string) => void,
  { notes, isCharged }: { notes: readonly string[]; isCharged: boolean },
): Promise<TurnEnd> {
  const { agent } = question;
  await question.mayBeHeard;
  const found = await answerFromEntries(deps, question);
  let text = "";
  for (const piece of streamInPieces(found.text)) {
    if (text !== "") await deps.clock.sleep(PIECE_PAUSE_MS, question.signal);
    if (question.signal.aborted) {
      const state = text === "" ? "failed" : "interrupted";
      const end = { text, model: BUILTIN_MODEL, usage: null, price: null, note: STORED["note.visitorLeft"], unanswered: false };
      return { state, ...end, isCharged: isCharged && text !== "" };
    }
    text += piece;
    say(piece);
  }
  const note = notes.length > 0 ? notes.join("; ") : null;
  const quickReplies = found.offers?.map((topic) => topic.text);
  const sources = nameSources(agent, found.sources ?? []);
  return {
    state: "answered",
    text,
    model: BUILTIN_MODEL,
    usage: null,
    price: null,
    note,
    isCharged,
    unanswered: !found.found,
    quickReplies,
    sources,
  };
}
