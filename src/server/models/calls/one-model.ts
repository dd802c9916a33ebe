/** Calls one model: takes a place at its vendor, tries until the first text, and sends fewer parameters if the model refuses some. */
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Share } from "../../platform/share.ts";
import { asModelError, type Dialect, type Lost, type ModelError, type ModelRequest, type Spoken } from "../model.ts";
import { wordsFor } from "../vendors/failure-words.ts";
import { ENDPOINT, VENDORS } from "../vendors/vendors.ts";
import { type Attempt, openAttempt } from "./attempt.ts";
import { type Candidate, type ModelSettings, servedBy } from "./candidates.ts";
import type { Health } from "./health.ts";
import { type Ask, type AskedModel, estimateUsage, type PlaceSettings, type ReplyRequest } from "./reply.ts";
import { chooseWait, refusesParameters, toPlain } from "./retry.ts";
import { createSlots, type LineLimits, type Slots } from "./slots.ts";

/** `ollamaFirstTokenMs` replaces `firstTokenMs` for Ollama, which loads the model first. */
export type ModelTimeouts = ModelSettings["timeouts"];

/** The state of one reply over all its attempts. */
export interface Run {
  request: ReplyRequest;
  bounds: Bounds;
  /** The failures, for the owner. */
  notes: string[];
  /** Requests that were paid for but produced no text. */
  lost: Lost[];
  /** Whether no other model follows the current one. */
  isLast(): boolean;
}

export interface Bounds {
  timeouts: Required<ModelTimeouts>;
  /** In milliseconds of `clock.elapsed`. */
  deadline: number;
}

/** A model that has produced its first text. */
export interface Begun {
  asked: AskedModel;
  attempt: Attempt;
  first: Spoken;
  /** Releases the place at the vendor. */
  release: () => void;
}

/** "left": the visitor left. `tries` 0: the model was not called. */
export type Outcome = "left" | { begun: Begun } | { failed: ModelError; tries: number };

const MAX_PLAIN = 1_000;
/** Longest wait for a place at a vendor. */
const MAX_QUEUE_MS = 20_000;

/** Requests a reply from one model at a time, and remembers which models refuse some of our parameters. */
export class OneModel {
  private readonly slots: Slots;
  /** The reduced parameters of models that have refused the usual ones. */
  private readonly plain = new Map<string, Dialect>();

  constructor(private readonly deps: { clock: Clock; log: Log; health: Health; random: () => number; nodes?: Share }) {
    this.slots = createSlots(deps.clock, deps.nodes);
  }

  /** As `Slots.count`. */
  countPlaces(): ReturnType<Slots["count"]> {
    return this.slots.count();
  }

  /**
   * Tries until the first text, until the last try has failed, or until the visitor leaves. Keeps the place at the
   * vendor while the reply runs.
   */
  async begin(asked: AskedModel, run: Run): Promise<Outcome> {
    const { candidate } = asked;
    const { account, places, signal, onWait } = run.request;
    let release: (() => void) | null;
    try {
      const timeoutMs = Math.min(MAX_QUEUE_MS, run.bounds.deadline - this.deps.clock.elapsed());
      const wanted = { place: candidate.place, account, limits: lineLimits(candidate, places) };
      release = await this.slots.take(wanted, { visitor: signal, timeoutMs, onWait });
    } catch (fault) {
      return { failed: asModelError(fault), tries: 0 };
    }
    if (!release) return "left";
    const outcome = await this.beginInPlace(asked, run, release);
    if (outcome === "left" || "failed" in outcome) release();
    return outcome;
  }

  /** Requests one word, without a place, retries or health. @throws ModelError */
  async probe(candidate: Candidate, ask: Ask, { bounds, signal }: { bounds: Bounds; signal: AbortSignal }): Promise<void> {
    const word = async (fewer: Dialect | null) => {
      const attempt = this.open(candidate, ask, { fewer, cacheKey: "probe", bounds, signal });
      try {
        await attempt.next();
      } finally {
        attempt.close();
      }
    };
    try {
      await word(null);
    } catch (fault) {
      const fewer = this.simplify(candidate, asModelError(fault));
      if (!fewer) throw fault;
      await word(fewer);
      this.rememberPlain(candidate, fewer);
    }
  }

  private open(candidate: Candidate, ask: Ask, { fewer, cacheKey, bounds, signal }: Opening): Attempt {
    const dialect = fewer ?? this.plain.get(servedBy(candidate)) ?? candidate.dialect;
    const { model } = candidate.place === candidate.vendor ? VENDORS[candidate.vendor] : ENDPOINT;
    return openAttempt(model, toModelRequest(candidate, dialect, ask, cacheKey), {
      clock: this.deps.clock,
      limits: limitsFor(candidate, bounds),
      visitor: signal,
    });
  }

  /** Fewer parameters, if the model may have refused because of them; null if not, or if they are already reduced. */
  private simplify(candidate: Candidate, error: ModelError): Dialect | null {
    if (!refusesParameters(error) || this.plain.has(servedBy(candidate))) return null;
    return toPlain(candidate.dialect, error.detail);
  }

  /** Call it only if fewer parameters have helped: another error in one visitor's request must not change the requests of all visitors. */
  private rememberPlain(candidate: Candidate, dialect: Dialect): void {
    if (this.plain.size >= MAX_PLAIN) this.plain.clear();
    this.plain.set(servedBy(candidate), dialect);
  }

  /** Tries once. @returns null if the visitor left. @throws ModelError */
  private async tryOnce(asked: AskedModel, run: Run, fewer: Dialect | null): Promise<Pick<Begun, "attempt" | "first"> | null> {
    const { candidate, ask } = asked;
    const { request, bounds } = run;
    const attempt = this.open(candidate, ask, { fewer, cacheKey: request.cacheKey, bounds, signal: request.signal });
    const askedAt = this.deps.clock.elapsed();
    let first: Spoken | null = null;
    try {
      first = await attempt.next();
    } finally {
      if (!first) attempt.close();
    }
    if (!first) return null;
    this.deps.health.answered(servedBy(candidate), Math.round(this.deps.clock.elapsed() - askedAt));
    if (fewer) this.rememberPlain(candidate, fewer);
    return { attempt, first };
  }

  private noteFailure({ candidate, ask }: AskedModel, error: ModelError, { run, tries }: { run: Run; tries: number }): void {
    const usage = error.billed === "unknown" ? estimateUsage(ask, "") : error.billed;
    if (usage) run.lost.push({ usage, price: candidate.price });
    this.deps.health.failed(servedBy(candidate), wordsFor(candidate, error));
    this.deps.log.warn("a model failed", { model: servedBy(candidate), failure: error.failure, detail: error.detail, tries });
  }

  private async beginInPlace(asked: AskedModel, run: Run, release: () => void): Promise<Outcome> {
    const { candidate, ask } = asked;
    const { signal } = run.request;
    let fewer: Dialect | null = null;
    for (let tries = 1; ; tries++) {
      if (signal.aborted) return "left";
      try {
        const begun = await this.tryOnce(asked, run, fewer);
        if (begun) return { begun: { asked, ...begun, release } };
        // The vendor has read the prompt and bills it, although the visitor no longer gets the answer.
        run.lost.push({ usage: estimateUsage(ask, ""), price: candidate.price });
        return "left";
      } catch (fault) {
        const error = asModelError(fault);
        this.noteFailure(asked, error, { run, tries });
        const simpler: Dialect | null = fewer ? null : this.simplify(candidate, error);
        fewer ??= simpler;
        if (simpler) continue;
        const wait = chooseWait(error, tries, run.isLast(), this.deps.random());
        if (wait === null || this.deps.clock.elapsed() + wait >= run.bounds.deadline) return { failed: error, tries };
        await this.deps.clock.sleep(wait, signal);
      }
    }
  }
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
