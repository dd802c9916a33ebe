/** Asking one model: a place at its vendor, the tries until its first text, and fewer parameters where it refuses some. */
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { asModelError, type Dialect, type Lost, type ModelError, type ModelRequest, type Spoken } from "../model.ts";
import { wordsFor } from "../vendors/failure-words.ts";
import { ENDPOINT, VENDORS } from "../vendors/vendors.ts";
import { type Attempt, openAttempt } from "./attempt.ts";
import { type Candidate, type ModelSettings, servedBy } from "./candidates.ts";
import type { Health } from "./health.ts";
import { type Ask, type AskedModel, estimateUsage, type PlaceSettings, type ReplyRequest } from "./reply.ts";
import { chooseWait, refusesParameters, toPlain } from "./retry.ts";
import { createSlots, type LineLimits } from "./slots.ts";

/** `ollamaFirstTokenMs` replaces `firstTokenMs` for Ollama, which loads the model first. */
export type ModelTimeouts = ModelSettings["timeouts"];

/** What holds for one reply over all its attempts. */
export interface Run {
  request: ReplyRequest;
  bounds: Bounds;
  /** What failed, for the owner. */
  notes: string[];
  /** What was paid for and gave no text. */
  lost: Lost[];
  /** Whether no other model waits behind the one that is asked. */
  isLast(): boolean;
}

export interface Bounds {
  timeouts: Required<ModelTimeouts>;
  /** By `clock.elapsed`. */
  deadline: number;
}

/** A model that gave its first text. */
export interface Begun {
  asked: AskedModel;
  attempt: Attempt;
  first: Spoken;
  /** Gives the place at the vendor back. */
  release: () => void;
}

/** "left": the visitor did. `tries` 0: the model was not asked. */
export type Outcome = "left" | { begun: Begun } | { failed: ModelError; tries: number };

export interface OneModel {
  /** Until its first text, its last try, or the visitor's leaving. The place at the vendor is kept while the reply runs. */
  begin(asked: AskedModel, run: Run): Promise<Outcome>;
  /** One word, without a place, tries or health. @throws ModelError */
  probe(candidate: Candidate, ask: Ask, options: { bounds: Bounds; signal: AbortSignal }): Promise<void>;
}

const MAX_PLAIN = 1_000;
/** Longest wait for a place at a vendor. */
const MAX_QUEUE_MS = 20_000;

export function createOneModel(deps: { clock: Clock; log: Log; health: Health; random: () => number }): OneModel {
  const { clock, log, health, random } = deps;
  const slots = createSlots(clock);
  /** The plainer form for models that refused our parameters once. */
  const plain = new Map<string, Dialect>();

  const open = (candidate: Candidate, ask: Ask, { fewer, cacheKey, bounds, signal }: Opening): Attempt => {
    const dialect = fewer ?? plain.get(servedBy(candidate)) ?? candidate.dialect;
    const { model } = candidate.place === candidate.vendor ? VENDORS[candidate.vendor] : ENDPOINT;
    return openAttempt(model, toModelRequest(candidate, dialect, ask, cacheKey), {
      clock,
      limits: limitsFor(candidate, bounds),
      visitor: signal,
    });
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

  /** One try. Null: the visitor left. @throws ModelError */
  const tryOnce = async (asked: AskedModel, run: Run, fewer: Dialect | null): Promise<Pick<Begun, "attempt" | "first"> | null> => {
    const { candidate, ask } = asked;
    const { request, bounds } = run;
    const attempt = open(candidate, ask, { fewer, cacheKey: request.cacheKey, bounds, signal: request.signal });
    const askedAt = clock.elapsed();
    let first: Spoken | null = null;
    try {
      first = await attempt.next();
    } finally {
      if (!first) attempt.close();
    }
    if (!first) return null;
    health.answered(servedBy(candidate), Math.round(clock.elapsed() - askedAt));
    if (fewer) rememberPlain(candidate, fewer);
    return { attempt, first };
  };

  const noteFailure = ({ candidate, ask }: AskedModel, error: ModelError, { run, tries }: { run: Run; tries: number }): void => {
    const usage = error.billed === "unknown" ? estimateUsage(ask, "") : error.billed;
    if (usage) run.lost.push({ usage, price: candidate.price });
    health.failed(servedBy(candidate), wordsFor(candidate, error));
    log.warn("a model failed", { model: servedBy(candidate), failure: error.failure, detail: error.detail, tries });
  };

  const beginInPlace = async (asked: AskedModel, run: Run, release: () => void): Promise<Outcome> => {
    const { candidate, ask } = asked;
    const { signal } = run.request;
    let fewer: Dialect | null = null;
    for (let tries = 1; ; tries++) {
      if (signal.aborted) return "left";
      try {
        const begun = await tryOnce(asked, run, fewer);
        if (begun) return { begun: { asked, ...begun, release } };
        // The vendor has read the question and bills it, whoever hears the answer.
        run.lost.push({ usage: estimateUsage(ask, ""), price: candidate.price });
        return "left";
      } catch (fault) {
        const error = asModelError(fault);
        noteFailure(asked, error, { run, tries });
        const simpler: Dialect | null = fewer ? null : simplify(candidate, error);
        fewer ??= simpler;
        if (simpler) continue;
        const wait = chooseWait(error, tries, run.isLast(), random());
        if (wait === null || clock.elapsed() + wait >= run.bounds.deadline) return { failed: error, tries };
        await clock.sleep(wait, signal);
      }
    }
  };

  return {
    async begin(asked, run) {
      const { candidate } = asked;
      const { account, places, signal, onWait } = run.request;
      let release: (() => void) | null;
      try {
        const timeoutMs = Math.min(MAX_QUEUE_MS, run.bounds.deadline - clock.elapsed());
        const wanted = { place: candidate.place, account, limits: lineLimits(candidate, places) };
        release = await slots.take(wanted, { visitor: signal, timeoutMs, onWait });
      } catch (fault) {
        return { failed: asModelError(fault), tries: 0 };
      }
      if (!release) return "left";
      const outcome = await beginInPlace(asked, run, release);
      if (outcome === "left" || "failed" in outcome) release();
      return outcome;
    },
    async probe(candidate, ask, { bounds, signal }) {
      const word = async (fewer: Dialect | null) => {
        const attempt = open(candidate, ask, { fewer, cacheKey: "probe", bounds, signal });
        try {
          await attempt.next();
        } finally {
          attempt.close();
        }
      };
      try {
        await word(null);
      } catch (fault) {
        const fewer = simplify(candidate, asModelError(fault));
        if (!fewer) throw fault;
        await word(fewer);
        rememberPlain(candidate, fewer);
      }
    },
  };
}

interface Opening {
  fewer: Dialect | null;
  cacheKey: string;
  bounds: Bounds;
  signal: AbortSignal;
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

function limitsFor({ vendor }: Candidate, { timeouts, deadline }: Bounds) {
  const firstMs = vendor === "ollama" ? timeouts.ollamaFirstTokenMs : timeouts.firstTokenMs;
  return { firstMs, betweenMs: timeouts.betweenTokensMs, deadline };
}
