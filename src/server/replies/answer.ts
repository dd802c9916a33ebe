/** Making a reply: retrieve → prompt → model stream, and the built-in answerer where no model can (product 7.3, 7.5). */

import { CUT_NOTE } from "../../contract/conversation.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { Language } from "../../contract/language.ts";
import { STORED } from "../../contract/messages/stored.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Said } from "../conversations/store.ts";
import { answerFromKnowledge } from "../knowledge/answerer.ts";
import { streamInPieces } from "../knowledge/answerer-stream.ts";
import type { KnowledgeSource, Retrieval } from "../knowledge/retrieve.ts";
import type { Candidate } from "../models/calls/candidates.ts";
import type { Models } from "../models/calls/models.ts";
import { type Ask, askEach, type ReplyEnded } from "../models/calls/reply.ts";
import type { Clock } from "../platform/clock.ts";
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
  /** Counts a model's reply for the visitor's address. @returns whether it may have one today. */
  mayCallModel(): boolean;
  signal: AbortSignal;
  /** Until it resolves nothing may be said: the visitor's message is being stored. */
  mayBeHeard: Promise<void>;
  /** Called when the reply must wait for a place at its vendor, with the number of those before it. */
  onWait?: (ahead: number) => void;
}

export interface Answering {
  settings: SettingsSource;
  models: Models;
  retrieval: Retrieval;
  clock: Clock;
  log: Log;
}

/** What a reply ends with that its limit of length cut off. */
const CUT_MARK = "…";
export const ADDRESS_NOTE = STORED["note.addressLimit"];
const BUDGET_NOTE = STORED["note.budget"];
/** What the owner reads of a reply that is not whole. */
const STOP_NOTES = { length: CUT_NOTE, refusal: STORED["note.safety"] };
/** The built-in answerer knows at once; a reader likes to see it being written. */
const PIECE_PAUSE_MS = 36;

/**
 * Writes the reply piece by piece through `say` and tells how it ended. Never throws for what a model did: a model
 * that fails before its first text is replaced by the built-in answerer, whose answer is then free.
 */
export async function answer(deps: Answering, question: Question, say: (piece: string) => void): Promise<TurnEnd> {
  const settings = await deps.settings.read();
  // Paid for by nobody: like any other fallback it is free (product 2.6).
  if (question.builtInOnly === "budget") return answerBuiltIn(deps, question, say, { notes: [BUDGET_NOTE], isCharged: false });
  const { candidates, missing } = question.builtInOnly ? { candidates: [], missing: [] } : deps.models.choose(settings);
  // What the owner is told when another than the chosen model answers.
  const absent = candidates[0]?.listed === settings.aiModel ? [] : missing;
  if (candidates.length === 0) return answerBuiltIn(deps, question, say, { notes: absent, isCharged: true });
  if (!question.mayCallModel()) return answerBuiltIn(deps, question, say, { notes: [ADDRESS_NOTE], isCharged: false });

  let isHeard = false;
  const sayAndNote = (piece: string) => {
    isHeard = true;
    say(piece);
  };
  let reply: { said: string; ended: ReplyEnded };
  try {
    reply = await answerByModel(deps, question, { candidates, settings, say: sayAndNote });
  } catch (error) {
    // A fault of our own, not a vendor's. The visitor gets an answer all the same.
    if (isHeard || question.signal.aborted) throw error;
    deps.log.error("a model could not be asked", { agent: question.agent.key, error });
    return answerBuiltIn(deps, question, say, { notes: [...absent, STORED["note.notCalled"]], isCharged: false });
  }
  const { said, ended } = reply;
  const notes = [...absent, ...ended.notes];
  if (isWhole(ended) && said.trim() !== "") return endWhole(said, ended, absent);
  // The visitor left or reset: what was said was paid for upstream.
  if (ended.outcome === "left") return endBroken(said, ended, { note: STORED["note.visitorLeft"], isCharged: said !== "" });
  // A reply that was nothing but a marker of no image: the visitor must get words all the same.
  if (isWhole(ended)) notes.push(`${ended.model}: ${STORED["note.emptyReply"]}`);
  deps.log.warn("no model answered to the end", { agent: question.agent.key, begun: said !== "", notes, error: ended.failure });
  if (said !== "" || question.signal.aborted) return endBroken(said, ended, { note: notes.join("; "), isCharged: false });
  const unheard = ended.usage ? [{ usage: ended.usage, price: ended.price }] : [];
  return { ...(await answerBuiltIn(deps, question, say, { notes, isCharged: false })), lost: [...ended.lost, ...unheard] };
}

interface ByModel {
  candidates: readonly Candidate[];
  settings: Settings;
  say: (piece: string) => void;
}

/** Says what a model says, and tells how that ended. `said`: what the visitor got. */
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
  const pass = (piece: string) => {
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
    // Its own words would seem to be all it had to say.
    if (event.outcome === "length") pass(CUT_MARK);
    return { said, ended: event };
  }
  throw new Error("the models' stream had no end");
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

/** The prompts of one question, one for each size of context. Larger contexts share one. */
function createPrompts({ retrieval }: Answering, { agent, text, history }: Question) {
  const made = new Map<number, Promise<Ask>>();
  const entriesOf = new Map<Ask, KnowledgeEntry[]>();

  const prepare = async (contextTokens: number) => {
    const maxOutputTokens = outputLimit(contextTokens);
    const entries = await retrieval.selectEntries(sourceOf(agent), text, knowledgeBudget(contextTokens, maxOutputTokens));
    const prompt = buildPrompt({
      agent: { name: agent.fields.name, mood: agent.fields.mood, focus: agent.fields.focus },
      entries,
      history: history.map((message) => ({ role: message.sender === "user" ? "user" : "assistant", text: message.text })),
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
    /** Pictures are named by their places in the knowledge of one prompt. */
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
  const previous = question.history.filter((message) => message.sender === "user").at(-1);
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
  return { state: "answered", text, model: BUILTIN_MODEL, usage: null, price: null, note, isCharged, unanswered: !found.found };
}

function sourceOf(agent: LiveAgent): KnowledgeSource {
  return { agentId: agent.key, version: agent.version, entries: agent.entries };
}
