/** Making a reply: retrieve → prompt → model stream, and the built-in answerer where no model can (design.md §5). */
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { StoredMessage } from "../conversations/store.ts";
import { answerFromKnowledge, streamInPieces } from "../knowledge/answerer.ts";
import type { KnowledgeSource, Retrieval } from "../knowledge/retrieve.ts";
import type { Candidate, Models } from "../models/models.ts";
import { ReplyError } from "../models/models.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import { buildPrompt, createReplyFilter, knowledgeBudget } from "./prompt.ts";
import type { TurnEnd } from "./record.ts";
import type { Language } from "./texts.ts";

export interface Question {
  agent: LiveAgent;
  /** Earlier messages of the conversation, oldest first. */
  history: readonly StoredMessage[];
  text: string;
  language: Language;
  mayUseModel: boolean;
  signal: AbortSignal;
}

export interface Answering {
  settings: SettingsSource;
  models: Models;
  retrieval: Retrieval;
  clock: Clock;
  log: Log;
}

/** Tokens of one reply: a visitor reads a chat box of 350 × 450. */
const MAX_OUTPUT_TOKENS = 1_024;
/** The built-in answerer knows at once; a reader likes to see it being written. */
const PIECE_PAUSE_MS = 18;

/**
 * Writes the reply piece by piece through `say` and tells how it ended. Never throws for what a model did: a model
 * that fails before its first text is replaced by the built-in answerer, whose answer is then free.
 */
export async function answer(deps: Answering, question: Question, say: (piece: string) => void): Promise<TurnEnd> {
  const settings = await deps.settings.read();
  const candidates = question.mayUseModel && settings.aiModel !== BUILTIN_MODEL ? deps.models.candidates(settings) : [];
  if (candidates.length === 0) return answerBuiltIn(deps, question, say, { notes: [], isCharged: true });

  let said = "";
  const sayCounted = (piece: string) => {
    said += piece;
    say(piece);
  };
  try {
    return await answerByModel(deps, question, candidates, settings, sayCounted);
  } catch (error) {
    const notes = error instanceof ReplyError ? [...error.notes] : ["the model could not be called"];
    deps.log.warn("a model failed", {
      agent: question.agent.key,
      begun: said !== "",
      notes,
      error: error instanceof ReplyError ? error.failure : error,
    });
    if (said !== "") return interrupted(said, error instanceof ReplyError ? error.model : null, notes.join("; "), false);
    if (question.signal.aborted) return interrupted("", null, notes.join("; "), false);
    return answerBuiltIn(deps, question, say, { notes, isCharged: false });
  }
}

async function answerByModel(
  deps: Answering,
  question: Question,
  candidates: readonly Candidate[],
  settings: Settings,
  say: (piece: string) => void,
): Promise<TurnEnd> {
  // The prompt must fit whichever candidate comes to answer.
  const contextTokens = Math.min(...candidates.map((candidate) => candidate.contextTokens));
  const { agent } = question;
  const entries = deps.retrieval.selectEntries(sourceOf(agent), question.text, knowledgeBudget(contextTokens, MAX_OUTPUT_TOKENS));
  const prompt = buildPrompt({
    agent: { name: agent.fields.name, mood: agent.fields.mood, focus: agent.fields.focus },
    entries,
    history: question.history.map((message) => ({ role: message.sender === "user" ? "user" : "assistant", text: message.text })),
    question: question.text,
    contextTokens,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  });
  const filter = createReplyFilter(entries);
  let text = "";
  const pass = (piece: string) => {
    if (piece === "") return;
    text += piece;
    say(piece);
  };
  const request = { ...prompt, cacheKey: agent.key, maxOutputTokens: MAX_OUTPUT_TOKENS, signal: question.signal };
  for await (const event of deps.models.stream(candidates, request, settings.timeouts)) {
    if (event.type === "text") pass(filter.write(event.text));
    else {
      pass(filter.end());
      // A reply that was nothing but a marker of no image: the visitor must get words all the same.
      if (text.trim() === "")
        throw new ReplyError("protocol", "an empty reply", [...event.notes, `${event.model}: an empty reply`], false, event.model);
      const note = event.notes.length > 0 ? event.notes.join("; ") : null;
      return { state: "answered", text, model: event.model, usage: event.usage, note, isCharged: true, unanswered: false };
    }
  }
  // The visitor left or reset: what was said was paid for upstream.
  return interrupted(text, candidates[0]?.listed ?? null, "the visitor left", text !== "");
}

async function answerBuiltIn(
  deps: Answering,
  question: Question,
  say: (piece: string) => void,
  { notes, isCharged }: { notes: readonly string[]; isCharged: boolean },
): Promise<TurnEnd> {
  const { agent } = question;
  const previous = question.history.filter((message) => message.sender === "user").at(-1);
  const found = answerFromKnowledge({
    agentName: agent.fields.name,
    entries: agent.entries,
    index: deps.retrieval.indexFor(sourceOf(agent)),
    question: question.text,
    previousQuestion: previous?.text,
    language: question.language,
  });
  let text = "";
  for (const piece of streamInPieces(found.text)) {
    if (question.signal.aborted) return interrupted(text, BUILTIN_MODEL, "the visitor left", isCharged && text !== "");
    text += piece;
    say(piece);
    await deps.clock.sleep(PIECE_PAUSE_MS, question.signal);
  }
  const note = notes.length > 0 ? notes.join("; ") : null;
  return { state: "answered", text, model: BUILTIN_MODEL, usage: null, note, isCharged, unanswered: !found.found };
}

function interrupted(text: string, model: string | null, note: string, isCharged: boolean): TurnEnd {
  return { state: text === "" ? "failed" : "interrupted", text, model, usage: null, note, isCharged, unanswered: false };
}

function sourceOf(agent: LiveAgent): KnowledgeSource {
  return { agentId: agent.key, version: agent.version, entries: agent.entries };
}
