/** Making a reply: retrieve → prompt → model stream, and the built-in answerer where no model can (product 7.3, 7.5). */
import { CUT_NOTE } from "../../contract/conversation.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Said } from "../conversations/store.ts";
import { answerFromKnowledge } from "../knowledge/answerer.ts";
import { streamInPieces } from "../knowledge/answerer-stream.ts";
import type { KnowledgeSource, Retrieval } from "../knowledge/retrieve.ts";
import type { Candidate } from "../models/calls/candidates.ts";
import { type Models, ReplyError, type ReplyEvent } from "../models/calls/models.ts";
import type { Lost, Price } from "../models/model.ts";
import { estimateTokens } from "../models/tokens.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import type { BuiltInOnly } from "./accept.ts";
import { buildPrompt, createReplyFilter, knowledgeBudget, outputLimit, type Prompt } from "./prompt.ts";
import type { TurnEnd } from "./record.ts";
import type { Language } from "./texts.ts";

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
export const ADDRESS_NOTE = "too many replies by a model for one address today";
const BUDGET_NOTE = "this month's budget for models is used up";
/** What the owner reads of a reply that is not whole. */
const STOP_NOTES = { length: CUT_NOTE, refusal: "the vendor's safety filter broke the reply off" };
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

  const attempt: ModelAttempt = { said: "", model: null, price: null, prompt: null };
  try {
    return await answerByModel(deps, question, { candidates, settings, absent, attempt, say });
  } catch (error) {
    const notes = [...absent, ...(error instanceof ReplyError ? error.notes : ["the model could not be called"])];
    deps.log.warn("no model answered to the end", {
      agent: question.agent.key,
      begun: attempt.said !== "",
      notes,
      error: error instanceof ReplyError ? error.failure : error,
    });
    const lost = error instanceof ReplyError ? error.lost : [];
    if (attempt.said !== "" || question.signal.aborted) return { ...interrupted(attempt, notes.join("; "), false), lost };
    return { ...(await answerBuiltIn(deps, question, say, { notes, isCharged: false })), lost };
  }
}

/** What a model has done so far; it outlives the model's failure. */
interface ModelAttempt {
  said: string;
  /** The listed id of the model that answers; null before its first text. */
  model: string | null;
  price: Price | null;
  prompt: Prompt | null;
}

interface ByModel {
  candidates: readonly Candidate[];
  settings: Settings;
  absent: readonly string[];
  attempt: ModelAttempt;
  say: (piece: string) => void;
}

async function answerByModel(
  deps: Answering,
  question: Question,
  { candidates, settings, absent, attempt, say }: ByModel,
): Promise<TurnEnd> {
  let filter = createReplyFilter([]);
  const ask = async (contextTokens: number) => {
    const { entries, prompt } = await preparePrompt(deps, question, contextTokens);
    attempt.prompt = prompt;
    // Pictures are named by their places in the knowledge of this prompt.
    filter = createReplyFilter(entries);
    return prompt;
  };
  const pass = (piece: string) => {
    if (piece === "") return;
    attempt.said += piece;
    say(piece);
  };
  const { signal, onWait } = question;
  let lost: readonly Lost[] = [];
  const { key: cacheKey, accountId: account } = question.agent;
  const request = { ask, cacheKey, account, places: settings.limits, signal, onWait };
  for await (const event of deps.models.stream(candidates, request, settings.timeouts)) {
    if (event.type === "start") {
      Object.assign(attempt, { model: event.model, price: event.price });
      await question.mayBeHeard;
      if (signal.aborted) break;
    } else if (event.type === "text") pass(filter.write(event.text));
    else if (event.type === "left") lost = event.lost;
    else {
      pass(filter.end());
      // Its own words would seem to be all it had to say.
      if (event.stop === "length") pass(CUT_MARK);
      return endByModel(attempt, event, absent);
    }
  }
  // The visitor left or reset: what was said was paid for upstream.
  return { ...interrupted(attempt, "the visitor left", attempt.said !== ""), lost };
}

function endByModel({ said: text, price }: ModelAttempt, end: Extract<ReplyEvent, { type: "end" }>, absent: readonly string[]): TurnEnd {
  const { model, usage, stop, notes, lost } = end;
  // A reply that was nothing but a marker of no image: the visitor must get words all the same.
  if (text.trim() === "") {
    const story = { notes: [...notes, `${model}: an empty reply`], begun: false, model, lost: usage ? [...lost, { usage, price }] : lost };
    throw new ReplyError("protocol", "an empty reply", story);
  }
  const note = [...absent, ...notes, ...(stop === "complete" ? [] : [STOP_NOTES[stop]])].join("; ") || null;
  const state = stop === "refusal" ? "interrupted" : "answered";
  return { state, text, model, usage, price, lost, note, isCharged: true, unanswered: false };
}

async function preparePrompt({ retrieval }: Answering, { agent, text, history }: Question, contextTokens: number) {
  const maxOutputTokens = outputLimit(contextTokens);
  const budget = knowledgeBudget(contextTokens, maxOutputTokens);
  const entries = await retrieval.selectEntries(sourceOf(agent), text, budget);
  const prompt = buildPrompt({
    agent: { name: agent.fields.name, mood: agent.fields.mood, focus: agent.fields.focus },
    entries,
    history: history.map((message) => ({ role: message.sender === "user" ? "user" : "assistant", text: message.text })),
    question: text,
    contextTokens,
    maxOutputTokens,
  });
  return { entries, prompt: { ...prompt, maxOutputTokens } };
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
      const end = { text, model: BUILTIN_MODEL, usage: null, price: null, note: "the visitor left", unanswered: false };
      return { state, ...end, isCharged: isCharged && text !== "" };
    }
    text += piece;
    say(piece);
  }
  const note = notes.length > 0 ? notes.join("; ") : null;
  return { state: "answered", text, model: BUILTIN_MODEL, usage: null, price: null, note, isCharged, unanswered: !found.found };
}

/** A model that was broken off gives no figures, and is paid for all the same: the figures are ours. */
function interrupted({ said, model, price, prompt }: ModelAttempt, note: string, isCharged: boolean): TurnEnd {
  const usage = model && prompt ? { inputTokens: estimatePrompt(prompt), outputTokens: estimateTokens(said), estimated: true } : null;
  return { state: said === "" ? "failed" : "interrupted", text: said, model, usage, price, note, isCharged, unanswered: false };
}

function estimatePrompt({ system, messages }: Prompt): number {
  return messages.reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(system));
}

function sourceOf(agent: LiveAgent): KnowledgeSource {
  return { agentId: agent.key, version: agent.version, entries: agent.entries };
}
