/** Makes a reply: retrieve → prompt → model stream, or the built-in answerer if no model can reply (product 7.3, 7.5). */

import { CUT_NOTE } from "../../contract/conversation.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { Language } from "../../contract/language.ts";
import { STORED } from "../../contract/messages/stored.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import { isStorable, toStorable } from "../../contract/storable.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Said } from "../conversations/store.ts";
import { streamInPieces } from "../knowledge/answerer-stream.ts";
import { loadEngine } from "../knowledge/load-engine.ts";
import type { KnowledgeSource, Retrieval } from "../knowledge/retrieve.ts";
import type { Candidate } from "../models/calls/candidates.ts";
import type { Models } from "../models/calls/models.ts";
import { type Ask, askEach, type ReplyEnded } from "../models/calls/reply.ts";
import type { Clock } from "../platform/clock.ts";
import type { Rates } from "../platform/http/rates.ts";
import type { Log } from "../platform/log.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import type { BuiltInOnly } from "./accept.ts";
import { buildPrompt, createReplyFilter, knowledgeBudget, LARGE_CONTEXT, outputLimit, type ReplyFilter } from "./prompt.ts";
import type { TurnEnd } from "./record.ts";

export interface Question {
  agent: LiveAgent;
  /** Earlier messages of the conversation, oldest first. */
  history: readonly Said[];
  text: string;
  language: Language;
  builtInOnly: BuiltInOnly;
  /** The key under which the model replies of the visitor's address are counted. */
  addressKey: string;
  signal: AbortSignal;
  /** Nothing of the reply may be sent until it resolves, because the visitor's message is still being stored. */
  mayBeHeard: Promise<void>;
  /** Called when the reply must wait for a place at its vendor; `ahead`: the number of replies that wait before it. */
  onWait?: (ahead: number) => void;
}

export interface Answering {
  settings: SettingsSource;
  models: Models;
  retrieval: Retrieval;
  rates: Rates;
  clock: Clock;
  log: Log;
}

/** The end of a reply that reached the output limit. */
const CUT_MARK = "…";
export const ADDRESS_NOTE = STORED["note.addressLimit"];
const BUDGET_NOTE = STORED["note.budget"];
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
  if (question.builtInOnly === "budget") return answerBuiltIn(deps, question, say, { notes: [BUDGET_NOTE], isCharged: false });
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
  let reply: { said: string; ended: ReplyEnded };
  try {
    reply = await answerByModel(deps, question, { candidates, settings, say: sayAndNote });
  } catch (error) {
    // A bug in Sapa, not a failure of a vendor. The visitor still gets an answer.
    if (isHeard || question.signal.aborted) throw error;
    deps.log.error("a model could not be called", { agent: question.agent.key, error });
    return answerBuiltIn(deps, question, say, { notes: [...absent, STORED["note.notCalled"]], isCharged: false });
  }
  const { said, ended } = reply;
  const notes = [...absent, ...ended.notes];
  if (isWhole(ended) && said.trim() !== "") return endWhole(said, ended, absent);
  // The visitor left or reset the conversation. Text that was sent by then was paid for at the vendor, so it is charged.
  if (ended.outcome === "left") return endBroken(said, ended, { note: STORED["note.visitorLeft"], isCharged: said !== "" });
  // The whole reply was the marker of an image that does not exist, so the built-in answerer must give the visitor a text.
  if (isWhole(ended)) notes.push(`${ended.model}: ${STORED["note.emptyReply"]}`);
  deps.log.warn("no model completed the reply", { agent: question.agent.key, begun: said !== "", notes, error: ended.failure });
  if (said !== "" || question.signal.aborted) return endBroken(said, ended, { note: notes.join("; "), isCharged: false });
  const unheard = ended.usage ? [{ usage: ended.usage, price: ended.price }] : [];
  return { ...(await answerBuiltIn(deps, question, say, { notes, isCharged: false })), lost: [...ended.lost, ...unheard] };
}

interface ByModel {
  candidates: readonly Candidate[];
  settings: Settings;
  say: (piece: string) => void;
}

/** Passes a model's reply to the visitor. @returns the text that the visitor got, and how the reply ended. */
async function answerByModel(
  deps: Answering,
  question: Question,
  { candidates, settings, say }: ByModel,
): Promise<{ said: string; ended: ReplyEnded }> {
  const { signal, onWait } = question;
  const { key: cacheKey, accountId: account } = question.agent;
  const prompts = createPrompts(deps, question);
  const asked = await askEach(candidates, prompts.askFor);
  let filter: ReplyFilter | null = null;
  let said = "";
  let half = "";
  const pass = (text: string) => {
    let piece = half + text;
    if (!isStorable(piece)) {
      // A vendor may cut its pieces within a surrogate pair.
      half = /[\ud800-\udbff]$/.exec(piece)?.[0] ?? "";
      piece = toStorable(piece.slice(0, piece.length - half.length));
    } else half = "";
    if (piece === "") return;
    said += piece;
    say(piece);
  };
  const request = { asked, cacheKey, account, places: settings.limits, signal, onWait };
  for await (const event of deps.models.stream(request, settings.timeouts)) {
    if (event.type === "text") {
      if (!filter) await question.mayBeHeard;
      filter ??= createReplyFilter(prompts.entriesOf(event.ask));
      if (!signal.aborted) pass(filter.write(event.text));
      continue;
    }
    if (isWhole(event) && filter) pass(filter.end());
    // Without the mark, the text would look complete.
    if (event.outcome === "length") pass(CUT_MARK);
    return { said, ended: event };
  }
  throw new Error("the model stream ended without an end event");
}

/** Whether the model itself ended the reply. */
function isWhole({ outcome }: ReplyEnded): boolean {
  return outcome === "complete" || outcome === "length" || outcome === "refusal";
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

/** The prompts of one question, one for each context size. All large contexts share one prompt. */
function createPrompts({ retrieval }: Answering, { agent, text, history }: Question) {
  const made = new Map<number, Promise<Ask>>();
  const entriesOf = new Map<Ask, KnowledgeEntry[]>();

  const prepare = async (contextTokens: number) => {
    const maxOutputTokens = outputLimit(contextTokens);
    const entries = await retrieval.selectEntries(sourceOf(agent), text, knowledgeBudget(contextTokens, maxOutputTokens));
    const prompt = buildPrompt({
      agent: { name: agent.fields.name, mood: agent.fields.mood, focus: agent.fields.focus },
      entries,
      history: history.map((message) => ({ role: message.author === "visitor" ? "user" : "assistant", text: message.text })),
      question: text,
      contextTokens,
      maxOutputTokens,
    });
    const ask = { ...prompt, maxOutputTokens };
    entriesOf.set(ask, entries);
    return ask;
  };

  return {
    askFor(contextTokens: number): Promise<Ask> {
      const size = Math.min(contextTokens, LARGE_CONTEXT);
      const known = made.get(size) ?? prepare(size);
      made.set(size, known);
      return known;
    },
    /** Models name pictures by the number of their entry in the knowledge of one prompt. */
    entriesOf: (ask: Ask) => entriesOf.get(ask) ?? [],
  };
}

async function answerBuiltIn(
  deps: Answering,
  question: Question,
  say: (piece: string) => void,
  { notes, isCharged }: { notes: readonly string[]; isCharged: boolean },
): Promise<TurnEnd> {
  const { agent } = question;
  await question.mayBeHeard;
  const index = await deps.retrieval.ready(sourceOf(agent));
  const previous = question.history.filter((message) => message.author === "visitor").at(-1);
  const { answerFromKnowledge } = await loadEngine();
  const found = answerFromKnowledge({
    agentName: agent.fields.name,
    entries: agent.entries,
    index,
    question: question.text,
    previousQuestion: previous?.text,
    language: question.language,
  });
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
  };
}

function sourceOf(agent: LiveAgent): KnowledgeSource {
  return { agentId: agent.key, version: agent.version, entries: agent.entries };
}
