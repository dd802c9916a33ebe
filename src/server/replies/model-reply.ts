/** The reply of a model: its prompt, and what its text passes through on its way to the visitor. */

import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { Language } from "../../contract/language.ts";
import { STORED } from "../../contract/messages/stored.ts";
import { isStorable, toStorable } from "../../contract/storable.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Said } from "../conversations/store.ts";
import { type Given, NOTHING_GIVEN, partOf } from "../knowledge/given.ts";
import type { Library } from "../knowledge/rank/library.ts";
import type { Retrieval } from "../knowledge/retrieve.ts";
import type { MeaningSearch, NearPassages } from "../meaning/search.ts";
import type { Candidate } from "../models/calls/candidates.ts";
import type { Models } from "../models/calls/models.ts";
import { type Ask, askEach, type ReplyEnded } from "../models/calls/reply.ts";
import type { Lost } from "../models/model.ts";
import type { Clock } from "../platform/clock.ts";
import type { Rates } from "../platform/http/rates.ts";
import type { Log } from "../platform/log.ts";
import type { Settings, SettingsSource } from "../settings/settings.ts";
import type { BuiltInOnly } from "./accept.ts";
import { createFactCheck, readSources } from "./facts/check.ts";
import { replaceFact } from "./facts/replacement.ts";
import { answerFromEntries, lastQuestion, sourceOf } from "./own-answer.ts";
import { buildPrompt, createReplyFilter, knowledgeBudget, LARGE_CONTEXT, outputLimit } from "./prompt.ts";

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
  meaning: MeaningSearch;
  rates: Rates;
  clock: Clock;
  log: Log;
}

/** The end of a reply that reached the output limit. */
const CUT_MARK = "…";

export interface ByModel {
  candidates: readonly Candidate[];
  settings: Settings;
  say: (piece: string) => void;
}

export interface ByModelEnded {
  /** The text that the visitor got. */
  said: string;
  ended: ReplyEnded;
  /** Set if a fact was stopped, which ended the reply; `found`: what replaced it answers the question. */
  stop: { note: string; found: boolean } | null;
  /** The knowledge in the prompt of the model that replied. */
  given: Given;
}

/** Passes a model's reply to the visitor. @returns the text that the visitor got, and how the reply ended. */
export async function answerByModel(deps: Answering, question: Question, { candidates, settings, say }: ByModel): Promise<ByModelEnded> {
  const { onWait } = question;
  const { key: cacheKey, accountId: account } = question.agent;
  const prompts = createPrompts(deps, question);
  const asked = await askEach(candidates, prompts.askFor);
  const stopping = new AbortController();
  const signal = AbortSignal.any([question.signal, stopping.signal]);
  let given = NOTHING_GIVEN;
  let passage: Passage | null = null;
  let stop: ByModelEnded["stop"] = null;
  let said = "";
  const pass = (piece: string) => {
    if (piece === "") return;
    said += piece;
    say(piece);
  };
  /** Ends the reply if a fact was stopped: what follows it may rest on it. */
  const endAtStop = async (): Promise<void> => {
    const fact = passage?.stopped() ?? null;
    if (fact === null || stop) return;
    stopping.abort();
    const { text, language } = question;
    const replacement = await replaceFact({
      answer: await answerFromEntries(deps, question),
      given: given.entries,
      question: text,
      language,
      said,
    });
    stop = { note: STORED["note.stopped"].replace("{{fact}}", () => shorten(fact)), found: replacement.found };
    pass(toStorable(replacement.text));
  };
  const request = { asked, cacheKey, account, places: settings.limits, signal, onWait };
  for await (const event of deps.models.stream(request, settings.timeouts)) {
    if (event.type === "text") {
      if (!passage) {
        await question.mayBeHeard;
        const of = prompts.knowledgeOf(event.ask);
        given = of.shown;
        passage = await openPassage(deps, question, of, settings);
      }
      if (!signal.aborted) pass(passage.write(event.text));
      if (!question.signal.aborted) await endAtStop();
      continue;
    }
    if (isWhole(event) && passage && !stop) {
      pass(passage.end());
      await endAtStop();
    }
    // Without the mark, the text would look complete.
    if (event.outcome === "length" && !stop) pass(CUT_MARK);
    const lost = [...event.lost, ...(await prompts.lost())];
    return { said, ended: { ...event, lost, outcome: stop ? "complete" : event.outcome }, stop, given };
  }
  throw new Error("the model stream ended without an end event");
}

/** What a model's text passes through on its way to the visitor. */
interface Passage {
  write(text: string): string;
  end(): string;
  stopped(): string | null;
}

/** First the markers of pictures are removed, because text that is joined by this may be a fact. */
async function openPassage(
  { clock }: Answering,
  { agent, history, text }: Question,
  { numbered, shown: { pieces } }: OfPrompt,
  settings: Settings,
): Promise<Passage> {
  const filter = createReplyFilter(numbered);
  const visitor = [...history.filter((message) => message.author === "visitor").map((message) => message.text), text];
  const owner = [agent.fields.name, agent.fields.focus];
  const sources = { entries: pieces.flat(), owner, visitor, allowsSums: settings.allowSums };
  if (agent.fields.checkFacts) await readSources(sources, clock.elapsed);
  const check = agent.fields.checkFacts ? createFactCheck(sources) : null;
  let half = "";
  const whole = (piece: string): string => {
    const joined = half + piece;
    half = "";
    if (isStorable(joined)) return joined;
    // A vendor may cut its pieces within a surrogate pair.
    half = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? "";
    return toStorable(joined.slice(0, joined.length - half.length));
  };
  return {
    write: (piece) => {
      const clean = whole(filter.write(piece));
      return check ? check.write(clean) : clean;
    },
    end: () => {
      const clean = whole(filter.end());
      return check ? check.write(clean) + check.end() : clean;
    },
    stopped: () => check?.stopped() ?? null,
  };
}

/** Characters of a stopped fact in a note. Notes are divided by "; ". */
const MAX_FACT = 80;
const shorten = (fact: string): string =>
  toStorable(fact.length > MAX_FACT ? `${fact.slice(0, MAX_FACT - 1)}…` : fact).replaceAll("; ", ", ");

/** Whether the model itself ended the reply. */
export function isWhole({ outcome }: ReplyEnded): boolean {
  return outcome === "complete" || outcome === "length" || outcome === "refusal";
}

/** The knowledge of a prompt. */
interface OfPrompt {
  /** Everything that has a number, by which models name pictures. */
  numbered: readonly KnowledgeEntry[];
  /** What the prompt had room for. */
  shown: Given;
}

/** The prompts of one question, one for each context size. All large contexts share one prompt. */
function createPrompts({ retrieval, meaning }: Answering, { agent, text, history, signal }: Question) {
  const made = new Map<number, Promise<Ask>>();
  const knowledge = new Map<Ask, OfPrompt>();
  let near: Promise<NearPassages | null> | null = null;
  const byMeaning = async (library: Library) => {
    near ??= meaning.rank(agent, library, text, signal);
    return (await near)?.ranked ?? null;
  };
  const wanted = { question: text, previousQuestion: lastQuestion(history), byMeaning };

  const prepare = async (contextTokens: number) => {
    const maxOutputTokens = outputLimit(contextTokens);
    const given = await retrieval.select(sourceOf(agent), wanted, knowledgeBudget(contextTokens, maxOutputTokens));
    const { isShown, ...prompt } = buildPrompt({
      agent: { name: agent.fields.name, mood: agent.fields.mood, focus: agent.fields.focus },
      entries: given.entries,
      history: history.map((message) => ({ role: message.author === "visitor" ? "user" : "assistant", text: message.text })),
      question: text,
      contextTokens,
      maxOutputTokens,
    });
    const ask = { ...prompt, maxOutputTokens };
    knowledge.set(ask, { numbered: given.entries, shown: partOf(given, isShown) });
    return ask;
  };

  return {
    askFor(contextTokens: number): Promise<Ask> {
      const size = Math.min(contextTokens, LARGE_CONTEXT);
      const known = made.get(size) ?? prepare(size);
      made.set(size, known);
      return known;
    },
    /** What it has cost to make the prompts. */
    lost: async (): Promise<Lost[]> => (await near)?.lost ?? [],
    knowledgeOf: (ask: Ask): OfPrompt => knowledge.get(ask) ?? { numbered: [], shown: NOTHING_GIVEN },
  };
}
