/**
 * The one place that calls models: one retry loop, failover, timeouts (product 7.3, 7.4).
 */
import type { Limits } from "../../../contract/limits.ts";
import { DEFAULT_TIMEOUTS, type ModelHealth } from "../../../contract/model.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type Catalogue, createCatalogue } from "../catalogue/catalogue.ts";
import {
  type Dialect,
  type Lost,
  type Model,
  ModelError,
  type ModelFailure,
  type ModelRequest,
  type Price,
  type Spoken,
  type StopReason,
  type TokenUsage,
} from "../model.ts";
import { estimateTokens } from "../tokens.ts";
import type { VendorUrls } from "../vendors/addresses.ts";
import { describeFailure, wordsFor } from "../vendors/failure-words.ts";
import { listOllamaModels } from "../vendors/ollama.ts";
import { ENDPOINT, VENDORS } from "../vendors/vendors.ts";
import { type Attempt, openAttempt } from "./attempt.ts";
import { createBreaker } from "./breaker.ts";
import { type Candidate, type Choice, chooseCandidates, findCandidate, type ModelSettings, servedBy } from "./candidates.ts";
import { createHealth } from "./health.ts";
import { chooseWait, refusesParameters, toPlain } from "./retry.ts";
import { createSlots, type LineLimits } from "./slots.ts";

/** In `ollamaFirstTokenMs`'s place `firstTokenMs` does not count: Ollama loads the model first. Default 120 s. */
export type ModelTimeouts = ModelSettings["timeouts"];

/** What is asked of a model. */
export interface Ask {
  system: string;
  /** Begins and ends with a user turn; neighbours alternate. */
  messages: { role: "user" | "assistant"; text: string }[];
  maxOutputTokens: number;
}

export type PlaceSettings = Pick<Limits, "vendorPlaces" | "ollamaPlaces" | "vendorWaiting" | "accountWaiting">;

export interface ReplyRequest {
  /** What to ask of a model whose context holds so many tokens; each candidate is asked in its own measure. */
  ask(contextTokens: number): Promise<Ask>;
  /** Stable for one agent. */
  cacheKey: string;
  /** Whose reply it is: accounts share the places at a vendor. */
  account: string;
  places: PlaceSettings;
  signal: AbortSignal;
  /** Called when all places at a vendor are taken, with the number of replies that wait before this one. */
  onWait?: (ahead: number) => void;
}

export type ReplyEvent =
  /** Exactly one, before the first text. `model`: the listed id that answers; `served`: the vendor's own id of it. */
  | { type: "start"; model: string; served: string; price: Price | null }
  | { type: "text"; text: string }
  /** Exactly one, last, unless the request was aborted. `model`: the listed id that answered. `notes`: what failed before it, for the owner; `lost`: what that cost. */
  | { type: "end"; model: string; stop: StopReason; usage: TokenUsage | null; notes: string[]; lost: Lost[] }
  /** Last and alone: the request was aborted before the first text. What it cost all the same. */
  | { type: "left"; lost: Lost[] };

/** No candidate gave a first text (`begun` false), or a begun reply broke (`begun` true). */
export class ReplyError extends ModelError {
  override name = "ReplyError";
  /** What failed, in order, for the owner. No keys. */
  readonly notes: readonly string[];
  readonly begun: boolean;
  /** Listed id of the model that failed last; null when there was no candidate. */
  readonly model: string | null;
  /** What the failures cost. */
  readonly lost: readonly Lost[];

  constructor(
    failure: ModelFailure,
    detail: string,
    { notes, begun, model, lost }: Pick<ReplyError, "notes" | "begun" | "model" | "lost">,
    options?: { cause?: unknown },
  ) {
    super(failure, detail, null, options);
    this.notes = notes;
    this.begun = begun;
    this.model = model;
    this.lost = lost;
  }
}

export interface Models {
  readonly catalogue: Catalogue;
  /** In failover order those that can be called now (a key is stored, or Ollama was found), and why others cannot. No candidates: the built-in answerer stands alone. */
  choose(settings: ModelSettings): Choice;
  /**
   * Retries with jitter and Retry-After, then fails over, only before the first text. Ends without an `end` event
   * when `request.signal` is aborted: with `left`, where something was asked and no text had come.
   * @throws ReplyError
   */
  stream(candidates: readonly Candidate[], request: ReplyRequest, timeouts: ModelTimeouts): AsyncIterable<ReplyEvent>;
  /** One word from one model with this key, outside of breaker and health. @throws ModelError */
  probe(id: string, settings: ModelSettings, signal: AbortSignal): Promise<void>;
  /** Asks the local Ollama for its models (bounded, 1 s); remembered for choose(). Never throws. */
  refreshOllama(): Promise<void>;
  /** What the last refreshOllama() found; null: nothing answers there. */
  ollamaModels(): readonly string[] | null;
  /** Where each vendor is. */
  readonly urls: VendorUrls;
  /** How each model has been doing since the start. */
  health(): ModelHealth[];
}

export interface ModelsDeps {
  urls: VendorUrls;
  clock: Clock;
  log: Log;
  /** Default: the built-in one. */
  catalogue?: Catalogue;
  /** 0 ≤ x < 1, for jitter. */
  random?: () => number;
}

const OLLAMA_PROBE_MS = 1_000;
const MAX_OLLAMA_MISSES = 2;
const MAX_PLAIN = 1_000;
/** Longest wait for a place at a vendor. */
const MAX_QUEUE_MS = 20_000;

export function createModels(deps: ModelsDeps): Models {
  const { urls, clock, log } = deps;
  const catalogue = deps.catalogue ?? createCatalogue();
  const random = deps.random ?? Math.random;
  const breaker = createBreaker(clock);
  /** The plainer form for models that refused our parameters once. */
  const plain = new Map<string, Dialect>();
  const health = createHealth(clock);
  let ollamaModels: readonly string[] | null = null;
  let ollamaMisses = 0;
  const around = () => ({ catalogue, urls, ollamaModels: ollamaModels ?? [], now: clock.now() });

  const slots = createSlots(clock);

  const open = (candidate: Candidate, run: Run, ask: Ask, fewer: Dialect | null): Attempt => {
    const dialect = fewer ?? plain.get(servedBy(candidate)) ?? candidate.dialect;
    const limits = limitsFor(candidate, run);
    return openAttempt(adapterFor(candidate), toModelRequest(candidate, dialect, ask, run.request.cacheKey), {
      clock,
      limits,
      visitor: run.request.signal,
    });
  };

  /** A place at the vendor, then its first text. The place is kept as long as the reply runs. */
  const tryModel = async (candidate: Candidate, run: ReplyRun): Promise<Outcome> => {
    const ask = await run.request.ask(candidate.contextTokens);
    let release: (() => void) | null;
    try {
      const timeoutMs = Math.min(MAX_QUEUE_MS, run.deadline - clock.elapsed());
      const asked = { place: candidate.place, account: run.request.account, limits: lineLimits(candidate, run.request.places) };
      release = await slots.take(asked, { visitor: run.request.signal, timeoutMs, onWait: run.request.onWait });
    } catch (fault) {
      return { failed: fault as ModelError, tries: 0 };
    }
    if (!release) return "left";
    const outcome = await tryInPlace(candidate, run, ask);
    if (outcome === "left" || "failed" in outcome) release();
    else outcome.begun.release = release;
    return outcome;
  };

  /** One model until its first text, its last try, or the visitor's leaving. */
  const tryInPlace = async (candidate: Candidate, run: Run, ask: Ask): Promise<Outcome> => {
    let fewer: Dialect | null = null;
    for (let tries = 1; ; tries++) {
      if (run.request.signal.aborted) return "left";
      const attempt = open(candidate, run, ask, fewer);
      const asked = clock.elapsed();
      try {
        const first = await attempt.next();
        if (first) health.answered(servedBy(candidate), Math.round(clock.elapsed() - asked));
        if (first && fewer) rememberPlain(candidate, fewer);
        if (first) return { begun: { candidate, ask, attempt, first, release: () => undefined } };
        attempt.close();
        // The vendor has read the question and bills it, whoever hears the answer.
        run.lost.push({ usage: estimateUsage(ask, ""), price: candidate.price });
        return "left";
      } catch (fault) {
        attempt.close();
        const error = fault as ModelError;
        if (error.billed)
          run.lost.push({ usage: error.billed === "unknown" ? estimateUsage(ask, "") : error.billed, price: candidate.price });
        health.failed(servedBy(candidate), wordsFor(candidate, error));
        log.warn("a model failed", { model: servedBy(candidate), failure: error.failure, detail: error.detail, tries });
        const simpler: Dialect | null = fewer ? null : simplify(candidate, error);
        fewer ??= simpler;
        if (simpler) continue;
        const wait = chooseWait(error, tries, run.isLast(), random());
        if (wait === null || clock.elapsed() + wait >= run.deadline) return { failed: error, tries };
        await clock.sleep(wait, run.request.signal);
        if (run.request.signal.aborted) return "left";
      }
    }
  };

  /** Fewer parameters, when they may be why the model refused; null: they are not, or are as few as can be. */
  const simplify = (candidate: Candidate, error: ModelError): Dialect | null => {
    if (!refusesParameters(error) || plain.has(servedBy(candidate))) return null;
    return toPlain(candidate.dialect, error.detail);
  };

  /** Only what has helped: another fault in one visitor's request must not change how everybody's are made. */
  const rememberPlain = (candidate: Candidate, dialect: Dialect): void => {
    if (plain.size >= MAX_PLAIN) plain.clear();
    plain.set(servedBy(candidate), dialect);
  };

  /** The first model that gives a text; null when the visitor left. @throws ReplyError when none does. */
  const begin = async (queue: Candidate[], run: ReplyRun): Promise<Begun | null> => {
    let last: { error: ModelError; candidate: Candidate } | null = null;
    for (let candidate = queue.shift(); candidate && clock.elapsed() < run.deadline; candidate = queue.shift()) {
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
    const { notes, lost } = run;
    throw new ReplyError(error.failure, error.detail, { notes, begun: false, model: candidate?.listed ?? null, lost }, { cause: error });
  };

  async function* stream(candidates: readonly Candidate[], request: ReplyRequest, timeouts: ModelTimeouts): AsyncGenerator<ReplyEvent> {
    const queue = [...candidates];
    const limits = { ...DEFAULT_TIMEOUTS, ...timeouts };
    const run: ReplyRun = {
      request,
      timeouts: limits,
      deadline: clock.elapsed() + limits.totalMs,
      notes: [],
      lost: [],
      isLast: () => queue.length === 0,
    };
    const begun = await begin(queue, run);
    if (!begun) {
      if (run.lost.length > 0) yield { type: "left", lost: run.lost };
      return;
    }
    const { candidate, ask, attempt } = begun;
    try {
      yield { type: "start", model: candidate.listed, served: servedBy(candidate), price: candidate.price };
      let event: Spoken | null = begun.first;
      for (; event?.type === "text"; event = await attempt.next()) yield event;
      if (!event) return;
      breaker.succeed(candidate);
      const usage = event.usage ?? estimateUsage(ask, attempt.text());
      yield { type: "end", model: candidate.listed, stop: event.stop, usage, notes: run.notes, lost: run.lost };
    } catch (fault) {
      throw breakOff(candidate, fault as ModelError, run);
    } finally {
      attempt.close();
      begun.release();
    }
  }

  /** What was shown cannot be taken back: a begun reply is neither repeated nor failed over. */
  const breakOff = (candidate: Candidate, error: ModelError, run: Run): ReplyError => {
    health.failed(servedBy(candidate), `broke off: ${wordsFor(candidate, error)}`);
    log.warn("a model broke off", { model: servedBy(candidate), failure: error.failure, detail: error.detail });
    breaker.fail(candidate, error);
    const notes = [...run.notes, describeFailure(candidate, error, 1)];
    return new ReplyError(error.failure, error.detail, { notes, begun: true, model: candidate.listed, lost: run.lost }, { cause: error });
  };

  return {
    catalogue,
    urls,
    stream,
    choose: (settings) => chooseCandidates(settings, around()),
    async probe(id, settings, signal) {
      const candidate = findCandidate(id, settings, around());
      if (typeof candidate === "string") throw new ModelError("unknown_model", candidate);
      const request: Run["request"] = { cacheKey: "probe", signal };
      const timeouts = { ...DEFAULT_TIMEOUTS, ...settings.timeouts };
      const run: Run = { request, timeouts, deadline: clock.elapsed() + PROBE_MS, notes: [], lost: [], isLast: () => true };
      const word = async (fewer: Dialect | null) => {
        const attempt = open(candidate, run, PROBE, fewer);
        try {
          await attempt.next();
        } finally {
          attempt.close();
        }
      };
      try {
        await word(null);
      } catch (fault) {
        const fewer = simplify(candidate, fault as ModelError);
        if (!fewer) throw fault;
        await word(fewer);
        rememberPlain(candidate, fewer);
      }
    },
    async refreshOllama() {
      try {
        ollamaModels = await listOllamaModels(urls.ollama, OLLAMA_PROBE_MS);
        ollamaMisses = 0;
      } catch (error) {
        ollamaMisses++;
        // Busy loading a model it may miss one question; its models are still there then.
        if (ollamaModels === null || (ollamaModels.length > 0 && ollamaMisses < MAX_OLLAMA_MISSES)) return;
        log.warn("Ollama does not answer any more", { cause: error });
        ollamaModels = null;
      }
    },
    ollamaModels: () => ollamaModels,
    health: () => health.read(),
  };
}

/** Asks for one word: enough to show that key, credit and model are good. */
const PROBE: Ask = {
  system: "Answer with one word.",
  messages: [{ role: "user", text: "Say: ready" }],
  maxOutputTokens: 16,
};
const PROBE_MS = 20_000;

function adapterFor({ vendor, place }: Candidate): Model {
  return (place === vendor ? VENDORS[vendor] : ENDPOINT).model;
}

/** What holds for one reply, or for one probe, over all its attempts. */
interface Run {
  request: Pick<ReplyRequest, "cacheKey" | "signal">;
  timeouts: Required<ModelTimeouts>;
  /** Epoch milliseconds. */
  deadline: number;
  notes: string[];
  lost: Lost[];
  isLast(): boolean;
}

interface ReplyRun extends Run {
  request: ReplyRequest;
}

/** A model that gave its first text. */
interface Begun {
  candidate: Candidate;
  ask: Ask;
  attempt: Attempt;
  first: Spoken;
  /** Gives the place at the vendor back. */
  release: () => void;
}

/** "left": the visitor did. */
type Outcome = "left" | { begun: Begun } | { failed: ModelError; tries: number };

function skip(failure: ModelFailure): Outcome {
  return { failed: new ModelError(failure, "not asked: it failed a moment ago"), tries: 0 };
}

function toModelRequest(candidate: Candidate, dialect: Dialect, ask: Ask, cacheKey: string): Omit<ModelRequest, "signal"> {
  return {
    model: candidate.model,
    system: ask.system,
    messages: ask.messages,
    maxOutputTokens: Math.min(ask.maxOutputTokens, candidate.maxOutputTokens),
    contextTokens: candidate.contextTokens,
    cacheKey,
    baseUrl: candidate.baseUrl,
    apiKey: candidate.apiKey,
    dialect,
  };
}

function lineLimits({ vendor }: Candidate, places: PlaceSettings): LineLimits {
  const atOnce = vendor === "ollama" ? places.ollamaPlaces : places.vendorPlaces;
  return { places: atOnce, waiting: places.vendorWaiting, waitingOfAccount: places.accountWaiting };
}

function limitsFor(candidate: Candidate, { timeouts, deadline }: Run) {
  const firstMs = candidate.vendor === "ollama" ? timeouts.ollamaFirstTokenMs : timeouts.firstTokenMs;
  return { firstMs, betweenMs: timeouts.betweenTokensMs, deadline };
}

function estimateUsage({ system, messages }: Ask, text: string): TokenUsage {
  const inputTokens = messages.reduce((sum, turn) => sum + estimateTokens(turn.text), estimateTokens(system));
  return { inputTokens, outputTokens: estimateTokens(text), estimated: true };
}
