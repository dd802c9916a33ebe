/**
 * The one place that calls models: which ones can be called now, one retry loop, failover, timeouts.
 * Source: design.md §5; spec.md §3 "AI model choices".
 */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { type Dialect, ModelError, type ModelFailure, type Provider, type StopReason, type TokenUsage } from "./model.ts";

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

export function createModels(_deps: ModelsDeps): Models {
  throw new Error("under construction");
}
