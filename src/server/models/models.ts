/**
 * The one place that calls models: which ones can be called now, one retry loop, failover, timeouts.
 * Source: design.md §5; spec.md §3 "AI model choices".
 */
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { estimateTokens } from "../replies/prompt.ts";
import { createAnthropicModel } from "./anthropic.ts";
import { type Attempt, openAttempt } from "./attempt.ts";
import { createBreaker } from "./breaker.ts";
import { findModel, type ListedModel, type LiveModel, PROVIDER_NAMES } from "./catalogue.ts";
import { createCohereModel } from "./cohere.ts";
import { createGoogleModel } from "./google.ts";
import {
  type Dialect,
  type Model,
  ModelError,
  type ModelEvent,
  type ModelFailure,
  type ModelRequest,
  type Provider,
  RETRIABLE,
  type StopReason,
  type TokenUsage,
} from "./model.ts";
import { createOllamaModel, listOllamaModels } from "./ollama.ts";
import { createOpenAiModel, OPENAI_VARIANTS } from "./openai.ts";
import { createSlots } from "./slots.ts";

export interface ModelTimeouts {
  /** Milliseconds until the first text of one attempt. */
  firstTokenMs: number;
  /** Milliseconds between two pieces of text. */
  betweenTokensMs: number;
  /** Milliseconds for the whole reply: all attempts, all models. */
  totalMs: number;
  /** In place of `firstTokenMs` for Ollama, which loads the model first. Default 120 s. */
  ollamaFirstTokenMs?: number;
}

export const DEFAULT_TIMEOUTS: Required<ModelTimeouts> = {
  firstTokenMs: 20_000,
  betweenTokensMs: 15_000,
  totalMs: 120_000,
  ollamaFirstTokenMs: 120_000,
};

export interface ModelSettings {
  /** A listed id of spec.md §3, or `provider/model-id`, or `ollama/NAME`. */
  aiModel: string;
  /** Tried in this order after `aiModel`; same forms. */
  failover: string[];
  keys: Partial<Record<Provider, string>>;
  timeouts: ModelTimeouts;
}

/** A model that can be called now, with everything decided. Holds a key: never log or send it whole. */
export interface Candidate {
  /** The id as chosen in the settings. */
  listed: string;
  label: string;
  provider: Provider;
  /** The id that the vendor knows today. */
  model: string;
  baseUrl: string;
  apiKey: string | null;
  dialect: Dialect;
  contextTokens: number;
  /** The model's own ceiling; a request asks for at most this. */
  maxOutputTokens: number;
  /** Asked instead when the vendor does not know `model` any more. */
  successor: Candidate | null;
}

export interface ReplyRequest {
  system: string;
  /** Begins and ends with a user turn; neighbours alternate. */
  messages: { role: "user" | "assistant"; text: string }[];
  /** Stable for one agent. */
  cacheKey: string;
  maxOutputTokens: number;
  signal: AbortSignal;
}

export type ReplyEvent =
  | { type: "text"; text: string }
  /** Exactly one, last, unless the request was aborted. `model`: the listed id that answered. `notes`: what failed before it, for the owner. */
  | { type: "end"; model: string; stop: StopReason; usage: TokenUsage | null; notes: string[] };

/** No candidate gave a first text (`begun` false), or a begun reply broke (`begun` true). */
export class ReplyError extends ModelError {
  override name = "ReplyError";
  constructor(
    failure: ModelFailure,
    detail: string,
    /** What failed, in order, for the owner. No keys. */
    readonly notes: readonly string[],
    readonly begun: boolean,
    /** Listed id of the model that failed last; null when there was no candidate. */
    readonly model: string | null,
    options?: { cause?: unknown },
  ) {
    super(failure, detail, null, options);
  }
}

export interface Models {
  /** In failover order; only those that can be called now (a key is stored, or Ollama was found). Empty: the built-in answerer stands alone. */
  candidates(settings: ModelSettings): Candidate[];
  /**
   * Retries with jitter and Retry-After, then fails over, only before the first text. Ends without an `end` event
   * when `request.signal` is aborted.
   * @throws ReplyError
   */
  stream(candidates: readonly Candidate[], request: ReplyRequest, timeouts: ModelTimeouts): AsyncIterable<ReplyEvent>;
  /** Asks the local Ollama for its models (bounded, 1 s); remembered for candidates(). Never throws. */
  refreshOllama(): Promise<void>;
}

export interface ModelsDeps {
  /** Scheme, host and port of each vendor (design.md §9), e.g. `VENDOR_URLS` with the environment's replacements. */
  urls: Record<Provider, string>;
  clock: Clock;
  log: Log;
  /** 0 ≤ x < 1, for jitter. */
  random?: () => number;
}

const OLLAMA_PROBE_MS = 1_000;
const MAX_OLLAMA_MISSES = 2;
/** Tries of one model: fewer when another one waits behind it. */
const MAX_TRIES = { last: 3, before: 2 } as const;
const FIRST_BACKOFF_MS = 400;
/** A longer Retry-After is not waited for: the next model, or the built-in answerer, is sooner. */
const MAX_WAIT_MS = { last: 8_000, before: 2_000 } as const;
const MAX_PLAIN = 1_000;
/** Longest wait for a place at a vendor. */
const MAX_QUEUE_MS = 20_000;

const adapters: Readonly<Record<Provider, Model>> = {
  openai: createOpenAiModel(OPENAI_VARIANTS.openai),
  groq: createOpenAiModel(OPENAI_VARIANTS.groq),
  deepseek: createOpenAiModel(OPENAI_VARIANTS.deepseek),
  mistral: createOpenAiModel(OPENAI_VARIANTS.mistral),
  anthropic: createAnthropicModel(),
  google: createGoogleModel(),
  cohere: createCohereModel(),
  ollama: createOllamaModel(),
};

export function createModels(deps: ModelsDeps): Models {
  const { urls, clock, log } = deps;
  const random = deps.random ?? Math.random;
  const breaker = createBreaker(clock);
  /** The plainer form for models that refused our parameters once. */
  const plain = new Map<string, Dialect>();
  let ollamaModels: readonly string[] = [];
  let ollamaMisses = 0;

  const toCandidate = (row: ListedModel, settings: ModelSettings): Candidate | null => {
    if (row.provider === "ollama") {
      const name = ollamaModels.find((known) => known === row.model || known === `${row.model}:latest`);
      return name ? place({ ...row, model: name }, row, null, urls) : null;
    }
    const key = settings.keys[row.provider];
    return key ? place(row, row, key, urls) : null;
  };

  const findCandidate = (id: string, settings: ModelSettings): Candidate | null => {
    const row = findModel(id, clock.now());
    return row ? toCandidate(row, settings) : null;
  };

  const slots = createSlots(clock);

  const open = (candidate: Candidate, run: Run): Attempt => {
    const dialect = plain.get(nameOf(candidate)) ?? candidate.dialect;
    const limits = limitsFor(candidate, run);
    return openAttempt(adapters[candidate.provider], toModelRequest(candidate, dialect, run.request), {
      clock,
      limits,
      visitor: run.request.signal,
    });
  };

  /** A place at the vendor, then its first text. The place is kept as long as the reply runs. */
  const tryModel = async (candidate: Candidate, run: Run): Promise<Outcome> => {
    let release: (() => void) | null;
    try {
      release = await slots.take(candidate.provider, run.request.signal, Math.min(MAX_QUEUE_MS, run.deadline - clock.now()));
    } catch (fault) {
      return { failed: fault as ModelError, tries: 0 };
    }
    if (!release) return "left";
    const outcome = await tryInPlace(candidate, run);
    if (outcome === "left" || "failed" in outcome) release();
    else outcome.begun.release = release;
    return outcome;
  };

  /** One model until its first text, its last try, or the visitor's leaving. */
  const tryInPlace = async (candidate: Candidate, run: Run): Promise<Outcome> => {
    for (let tries = 1; ; tries++) {
      const attempt = open(candidate, run);
      try {
        const first = await attempt.next();
        if (first) return { begun: { candidate, attempt, first, release: () => undefined } };
        attempt.close();
        return "left";
      } catch (fault) {
        attempt.close();
        const error = fault as ModelError;
        log.warn("a model failed", { model: nameOf(candidate), failure: error.failure, detail: error.detail, tries });
        if (learnPlainForm(candidate, error)) continue;
        const wait = chooseWait(error, tries, run.isLast(), random());
        if (wait === null || clock.now() + wait >= run.deadline) return { failed: error, tries };
        await clock.sleep(wait, run.request.signal);
        if (run.request.signal.aborted) return "left";
      }
    }
  };

  /** True when the model is worth asking again with fewer parameters. */
  const learnPlainForm = (candidate: Candidate, error: ModelError): boolean => {
    const name = nameOf(candidate);
    if (!refusesParameters(error) || plain.has(name)) return false;
    if (plain.size >= MAX_PLAIN) plain.clear();
    plain.set(name, toPlain(candidate.dialect, error.detail));
    return true;
  };

  /** The first model that gives a text; null when the visitor left. @throws ReplyError when none does. */
  const begin = async (queue: Candidate[], run: Run): Promise<Begun | null> => {
    let last: { error: ModelError; candidate: Candidate } | null = null;
    for (let candidate = queue.shift(); candidate && clock.now() < run.deadline; candidate = queue.shift()) {
      const closedFor = breaker.closedFor(candidate);
      const outcome = closedFor ? skip(closedFor) : await tryModel(candidate, run);
      if (outcome === "left") return null;
      if ("begun" in outcome) return outcome.begun;
      // What was not asked did not fail.
      if (outcome.tries > 0) breaker.fail(candidate, outcome.failed);
      last = { error: outcome.failed, candidate };
      run.notes.push(describeFailure(candidate, outcome.failed, outcome.tries));
      if (outcome.failed.failure === "unknown_model" && candidate.successor) queue.unshift(candidate.successor);
    }
    if (run.request.signal.aborted) return null;
    const { error, candidate } = last ?? { error: new ModelError("rejected", "no model can be called now"), candidate: null };
    throw new ReplyError(error.failure, error.detail, run.notes, false, candidate?.listed ?? null, { cause: error });
  };

  async function* stream(candidates: readonly Candidate[], request: ReplyRequest, timeouts: ModelTimeouts): AsyncGenerator<ReplyEvent> {
    const queue = [...candidates];
    const limits = { ...DEFAULT_TIMEOUTS, ...timeouts };
    const run: Run = { request, timeouts: limits, deadline: clock.now() + limits.totalMs, notes: [], isLast: () => queue.length === 0 };
    const begun = await begin(queue, run);
    if (!begun) return;
    const { candidate, attempt } = begun;
    try {
      let event: ModelEvent | null = begun.first;
      for (; event?.type === "text"; event = await nextOf(begun, run)) yield event;
      if (!event) return;
      breaker.succeed(candidate);
      const usage = event.usage ?? estimateUsage(request, attempt.text());
      yield { type: "end", model: candidate.listed, stop: event.stop, usage, notes: run.notes };
    } finally {
      attempt.close();
      begun.release();
    }
  }

  /** What was shown cannot be taken back: a begun reply is neither repeated nor failed over. */
  const nextOf = async ({ candidate, attempt }: Begun, run: Run): Promise<ModelEvent | null> => {
    try {
      return await attempt.next();
    } catch (fault) {
      const error = fault as ModelError;
      log.warn("a model broke off", { model: nameOf(candidate), failure: error.failure, detail: error.detail });
      breaker.fail(candidate, error);
      const notes = [...run.notes, describeFailure(candidate, error, 1)];
      throw new ReplyError(error.failure, error.detail, notes, true, candidate.listed, { cause: error });
    }
  };

  return {
    candidates(settings) {
      if (settings.aiModel === BUILTIN_MODEL) return [];
      const ids = [...new Set([settings.aiModel, ...settings.failover])];
      const found = ids.map((id) => findCandidate(id, settings)).filter((candidate) => candidate !== null);
      const local = ollamaModels[0];
      if (found.length > 0 || local === undefined) return found;
      const fallback = findCandidate(`ollama/${local}`, settings);
      return fallback ? [fallback] : [];
    },
    stream,
    async refreshOllama() {
      try {
        ollamaModels = await listOllamaModels(urls.ollama, OLLAMA_PROBE_MS);
        ollamaMisses = 0;
      } catch (error) {
        ollamaMisses++;
        // Busy loading a model it may miss one question; its models are still there then.
        if (ollamaModels.length === 0 || ollamaMisses < MAX_OLLAMA_MISSES) return;
        log.warn("Ollama does not answer any more", { cause: error });
        ollamaModels = [];
      }
    },
  };
}

/** What holds for one reply over all its attempts. */
interface Run {
  request: ReplyRequest;
  timeouts: Required<ModelTimeouts>;
  /** Epoch milliseconds. */
  deadline: number;
  notes: string[];
  isLast(): boolean;
}

/** A model that gave its first text. */
interface Begun {
  candidate: Candidate;
  attempt: Attempt;
  first: ModelEvent;
  /** Gives the place at the vendor back. */
  release: () => void;
}

/** "left": the visitor did. */
type Outcome = "left" | { begun: Begun } | { failed: ModelError; tries: number };

function skip(failure: ModelFailure): Outcome {
  return { failed: new ModelError(failure, "not asked: it failed a moment ago"), tries: 0 };
}

function nameOf({ provider, model }: Candidate): string {
  return `${provider}/${model}`;
}

function place(live: LiveModel, row: ListedModel, apiKey: string | null, urls: Record<Provider, string>): Candidate {
  return {
    listed: row.listed,
    label: row.label,
    provider: live.provider,
    model: live.model,
    baseUrl: urls[live.provider].replace(/\/+$/, ""),
    apiKey,
    dialect: live.dialect,
    contextTokens: live.contextTokens,
    maxOutputTokens: live.maxOutputTokens,
    // A successor is another vendor's business only if the table said so, and then it would need that vendor's key.
    successor:
      row.successor && row.successor.provider === live.provider ? place(row.successor, { ...row, successor: null }, apiKey, urls) : null,
  };
}

function toModelRequest(candidate: Candidate, dialect: Dialect, request: ReplyRequest): Omit<ModelRequest, "signal"> {
  return {
    model: candidate.model,
    system: request.system,
    messages: request.messages,
    maxOutputTokens: Math.min(request.maxOutputTokens, candidate.maxOutputTokens),
    contextTokens: candidate.contextTokens,
    cacheKey: request.cacheKey,
    baseUrl: candidate.baseUrl,
    apiKey: candidate.apiKey,
    dialect,
  };
}

function limitsFor(candidate: Candidate, { timeouts, deadline }: Run) {
  const firstMs = candidate.provider === "ollama" ? timeouts.ollamaFirstTokenMs : timeouts.firstTokenMs;
  return { firstMs, betweenMs: timeouts.betweenTokensMs, deadline };
}

function estimateUsage(request: ReplyRequest, text: string): TokenUsage {
  const inputTokens = request.messages.reduce((sum, turn) => sum + estimateTokens(turn.text), estimateTokens(request.system));
  return { inputTokens, outputTokens: estimateTokens(text), estimated: true };
}

/** Milliseconds to wait before the next try of the same model; null: do not try it again. */
function chooseWait(error: ModelError, tries: number, isLast: boolean, random: number): number | null {
  const limit = isLast ? "last" : "before";
  if (!RETRIABLE.has(error.failure) || tries >= MAX_TRIES[limit]) return null;
  const backoff = FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + random);
  // The vendor's word is a minimum; the jitter keeps many visitors from coming back at the same moment.
  const wait = error.retryAfterMs === null ? backoff : error.retryAfterMs + FIRST_BACKOFF_MS * random;
  return error.retryAfterMs !== null && error.retryAfterMs > MAX_WAIT_MS[limit] ? null : wait;
}

function refusesParameters({ failure, detail }: ModelError): boolean {
  return (
    failure === "rejected" &&
    /param|unsupported|not support|unrecognized|unexpected|unknown|extra|temperature|reasoning|thinking|max_\w*tokens|developer|role/i.test(
      detail,
    )
  );
}

/** The fewest parameters: whatever a newer or older model may refuse is left out. */
function toPlain({ maxTokensParameter, thinkingRoom }: Dialect, detail: string): Dialect {
  const other = maxTokensParameter === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  // Vendors name the other parameter when they refuse this one.
  return {
    maxTokensParameter: /max_(?:completion_)?tokens/.test(detail) ? other : maxTokensParameter,
    systemRole: "system",
    temperature: null,
    thinkingRoom,
  };
}

const FAILURE_WORDS: Readonly<Record<ModelFailure, string>> = {
  bad_key: "the key was refused",
  no_credit: "the vendor account has no credit left",
  rate_limited: "too many requests at the vendor",
  overloaded: "the vendor is overloaded",
  unknown_model: "the vendor does not know this model",
  too_long: "the conversation is too long for this model",
  rejected: "the vendor refused the request",
  unreachable: "the vendor could not be reached",
  timeout: "no answer in time",
  protocol: "the vendor's answer could not be read",
};

/** For the owner: in words, without the vendor's text. */
function describeFailure(candidate: Candidate, { failure }: ModelError, tries: number): string {
  const times = tries > 1 ? `, ${tries} tries` : tries === 0 ? ", not asked again yet" : "";
  return `${candidate.label} (${PROVIDER_NAMES[candidate.provider]}): ${FAILURE_WORDS[failure]}${times}`;
}
