/** A reply by a model, as the rest of the product asks for it and hears it. */
import type { Limits } from "../../../contract/limits.ts";
import type { Lost, ModelFailure, Price, StopReason, TokenUsage } from "../model.ts";
import { estimateTokens } from "../tokens.ts";
import type { Candidate } from "./candidates.ts";

/** What a model is asked. */
export interface Ask {
  system: string;
  /** Begins and ends with a user turn; neighbours alternate. */
  messages: { role: "user" | "assistant"; text: string }[];
  maxOutputTokens: number;
}

/** A model, and a prompt that fits its context. */
export interface AskedModel {
  candidate: Candidate;
  ask: Ask;
  /** Asked instead when the vendor does not know the model any more. */
  successor: AskedModel | null;
}

/** Who is asked what. `askFor` makes the prompt for one model's context; a successor gets one of its own. */
export async function askEach(candidates: readonly Candidate[], askFor: (contextTokens: number) => Promise<Ask>): Promise<AskedModel[]> {
  const toAsked = async (candidate: Candidate): Promise<AskedModel> => ({
    candidate,
    ask: await askFor(candidate.contextTokens),
    successor: candidate.successor && (await toAsked(candidate.successor)),
  });
  return Promise.all(candidates.map(toAsked));
}

export type PlaceSettings = Pick<Limits, "vendorPlaces" | "ollamaPlaces" | "vendorWaiting" | "accountWaiting">;

export interface ReplyRequest {
  /** In the order in which they are asked. */
  asked: readonly AskedModel[];
  /** Stable for one agent. */
  cacheKey: string;
  /** Whose reply it is: accounts share the places at a vendor. */
  account: string;
  places: PlaceSettings;
  signal: AbortSignal;
  /** Called when all places at a vendor are taken, with the number of replies that wait before this one. */
  onWait?: (ahead: number) => void;
}

/** How a reply ended. A begun reply is neither repeated nor failed over: what was shown cannot be taken back. */
export type ReplyOutcome =
  /** The model ended it. */
  | StopReason
  /** It broke off after its first text. */
  | "broken"
  /** No model gave a text. */
  | "failed"
  /** The request was aborted. */
  | "left";

export type ReplyEvent =
  /** Never empty; the first one is not blank. `ask`: what the model that says it was asked. */
  { type: "text"; text: string; ask: Ask } | ReplyEnded;

/** Exactly one, last. */
export interface ReplyEnded {
  type: "ended";
  outcome: ReplyOutcome;
  /** The listed id of the model that gave the texts; null: there are none. */
  model: string | null;
  /** What that model's texts were paid for with; null without a model. */
  usage: TokenUsage | null;
  /** Null: not known, or no model. */
  price: Price | null;
  /** Of `broken` and `failed`: what failed last. */
  failure: ModelFailure | null;
  /** What failed, in order, for the owner. No keys. */
  notes: string[];
  /** What the failures cost, and a request whose first text nobody waited for. */
  lost: Lost[];
}

/** The figures of a reply whose vendor gives none. */
export function estimateUsage({ system, messages }: Ask, text: string): TokenUsage {
  const inputTokens = messages.reduce((sum, turn) => sum + estimateTokens(turn.text), estimateTokens(system));
  return { inputTokens, outputTokens: estimateTokens(text), estimated: true };
}
