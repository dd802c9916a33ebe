/**
 * The interface of a language model. One adapter per wire protocol implements it; the differences between vendors are
 * data in the catalogue. The built-in answerer is not a Model: it answers from entries, not from a prompt.
 */

/** US dollars per million tokens, as the vendor listed them on `asOf` (ISO day). */
export interface Price {
  inputUsd: number;
  outputUsd: number;
  /** Prices of input that the vendor reads from or writes to its prompt cache; absent: the same as other input. */
  cacheReadUsd?: number;
  cacheWriteUsd?: number;
  asOf: string;
}

/** One request for an adapter, with all parameters. */
export interface ModelRequest {
  /** The vendor's current id (never the listed label). */
  model: string;
  /** Rules and knowledge: the same in every turn, so that vendors' prompt caches work. */
  system: string;
  /** Begins and ends with a user turn; the roles alternate. */
  messages: { role: "user" | "assistant"; text: string }[];
  maxOutputTokens: number;
  /** Required size of the model's context in tokens; without it, Ollama silently drops history. */
  contextTokens: number;
  /** The same for all requests of one agent: lets a vendor route to a warm cache. */
  cacheKey: string;
  /** Scheme, host, port and path prefix of the vendor, without the documented path. */
  baseUrl: string;
  /** Null if the server needs no key, such as Ollama. */
  apiKey: string | null;
  /** Which parameters this model accepts. */
  dialect: Dialect;
  signal: AbortSignal;
}

/** The parameters that one model accepts, where models of one wire protocol differ. */
export interface Dialect {
  maxTokensParameter: "max_tokens" | "max_completion_tokens";
  systemRole: "system" | "developer";
  temperature: number | null;
  /** Merged into the body unchanged, such as `{"thinking": {"type": "disabled"}}`. */
  extraBody?: Record<string, unknown>;
  /** Tokens added to the output limit because the vendor counts hidden thinking as output. */
  thinkingRoom?: number;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** Parts of `inputTokens` that the vendor bills separately; absent if it does not report them. */
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  /** True if the vendor reported no figures, so that Sapa estimated them. */
  estimated: boolean;
}

/** Tokens that were paid for without any text for the visitor. */
export interface Lost {
  usage: TokenUsage;
  price: Price | null;
  /** False for the vector of a question, which does not count as a reply. */
  isReply?: false;
}

export type StopReason = "complete" | "length" | "refusal";

/** The output of an attempt. */
export type Spoken =
  | { type: "text"; text: string }
  /** The last event, exactly one. A stream that ends without it has failed. */
  | { type: "end"; stop: StopReason; usage: TokenUsage | null };

export type ModelEvent =
  | Spoken
  /** The vendor has accepted the request, and bills it. Sent before the first text, but not by models that are free. */
  | { type: "accepted" };

export interface Model {
  /**
   * Streams one reply. Ends early without an error if `request.signal` is aborted.
   * @throws ModelError for every error of the vendor or the network.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export type ModelFailure =
  | "bad_key"
  | "no_credit"
  /** The vendor has restricted or disabled the account: another key does not help. */
  | "account_closed"
  /** The vendor does not serve the country of this server. */
  | "not_served_here"
  | "rate_limited"
  | "overloaded"
  | "unknown_model"
  | "too_long"
  | "rejected"
  | "unreachable"
  | "timeout"
  | "protocol"
  /** A regular reply without text: the question may be the reason, so it says nothing about the vendor. */
  | "empty";

/** Failures after which the same request may succeed soon. */
export const RETRIABLE: ReadonlySet<ModelFailure> = new Set(["rate_limited", "overloaded", "unreachable"]);

/** Never shown to a visitor. `detail` may quote a vendor but never a key; it is written to the log and the owner's record. */
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

  /** The tokens that the vendor bills for a failed reply; null if it was not billed, as far as is known. */
  readonly billed: TokenUsage | "unknown" | null;
}

/** Turns any error into a ModelError; an error that no adapter has classified counts as "protocol". */
export function asModelError(fault: unknown): ModelError {
  if (fault instanceof ModelError) return fault;
  return new ModelError("protocol", fault instanceof Error ? fault.message : String(fault), null, { cause: fault });
}
