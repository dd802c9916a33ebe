/**
 * What the product asks of a language model. One adapter per wire protocol implements it; the differences between
 * vendors are data in the catalogue. The built-in answerer is not a Model: it answers from entries, not from a prompt.
 */

/** US dollars for a million tokens, as the vendor listed them on `asOf` (ISO day). */
export interface Price {
  inputUsd: number;
  outputUsd: number;
  /** Of the input, what the vendor read from its prompt cache and what it wrote there; absent: as any other input. */
  cacheReadUsd?: number;
  cacheWriteUsd?: number;
  asOf: string;
}

/** One request as an adapter gets it: everything decided, nothing left to look up. */
export interface ModelRequest {
  /** The id that the vendor knows today (never the listed label). */
  model: string;
  /** Rules and knowledge: stable between turns, so that vendors' prompt caches hit. */
  system: string;
  /** Begins and ends with a user turn; neighbours alternate. */
  messages: { role: "user" | "assistant"; text: string }[];
  maxOutputTokens: number;
  /** Tokens that the model's context must hold; Ollama drops history silently when it is not told. */
  contextTokens: number;
  /** Stable for one agent: lets a vendor route to a warm cache. */
  cacheKey: string;
  /** Scheme, host and port (and prefix) of the vendor, without the documented path. */
  baseUrl: string;
  /** Null only for Ollama. */
  apiKey: string | null;
  /** Which parameters this model accepts. */
  dialect: Dialect;
  signal: AbortSignal;
}

/** What one model accepts, where models of one wire protocol differ. */
export interface Dialect {
  maxTokensParameter: "max_tokens" | "max_completion_tokens";
  systemRole: "system" | "developer";
  temperature: number | null;
  /** Sent as it is, merged into the body: `{"thinking": {"type": "disabled"}}` and the like. */
  extraBody?: Record<string, unknown>;
  /** Tokens added to the output limit because the vendor counts hidden thinking as output. */
  thinkingRoom?: number;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** Parts of `inputTokens` that the vendor bills apart; absent: it said nothing of them. */
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  /** The vendor gave no figures; these are ours. */
  estimated: boolean;
}

/** Tokens that were paid for and gave the visitor nothing. */
export interface Lost {
  usage: TokenUsage;
  price: Price | null;
}

export type StopReason = "complete" | "length" | "refusal";

/** What an attempt gives out. */
export type Spoken =
  | { type: "text"; text: string }
  /** Exactly one, last. A stream that ends without it has failed. */
  | { type: "end"; stop: StopReason; usage: TokenUsage | null };

export type ModelEvent =
  | Spoken
  /** The vendor works on the request, and bills it. Before the first text; not from models that cost nothing. */
  | { type: "accepted" };

export interface Model {
  /**
   * Streams one reply. Ends early without error when `request.signal` is aborted.
   * @throws ModelError for everything that the vendor or the network did wrong.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export type ModelFailure =
  | "bad_key"
  | "no_credit"
  /** The vendor has restricted or disabled the account: a better key does not help. */
  | "account_closed"
  /** The vendor does not serve the country that this machine is in. */
  | "not_served_here"
  | "rate_limited"
  | "overloaded"
  | "unknown_model"
  | "too_long"
  | "rejected"
  | "unreachable"
  | "timeout"
  | "protocol"
  /** An orderly reply without a text: what was asked may be why, so it says nothing about the vendor. */
  | "empty";

/** Failures after which the same request may succeed a moment later. */
export const RETRIABLE: ReadonlySet<ModelFailure> = new Set(["rate_limited", "overloaded", "unreachable"]);

/** Never shown to a visitor. `detail` may quote a vendor, never a key; it goes to the log and to the owner's record. */
export class ModelError extends Error {
  override name = "ModelError";
  constructor(
    readonly failure: ModelFailure,
    readonly detail: string,
    /** From Retry-After, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    options?: { cause?: unknown; billed?: TokenUsage | "unknown" },
  ) {
    super(`${failure}: ${detail}`, options);
    this.billed = options?.billed ?? null;
  }

  /** What the vendor counts for a reply that came to nothing; null: it was not paid for, as far as is known. */
  readonly billed: TokenUsage | "unknown" | null;
}

/** A fault that no adapter has named is the protocol's. */
export function asModelError(fault: unknown): ModelError {
  if (fault instanceof ModelError) return fault;
  return new ModelError("protocol", fault instanceof Error ? fault.message : String(fault), null, { cause: fault });
}
