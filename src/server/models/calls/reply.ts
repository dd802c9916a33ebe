/** The types of a model's reply: the request, its events and its end. */
import type { Limits } from "../../../contract/limits.ts";
import type { Lost, ModelFailure, Price, StopReason, TokenUsage } from "../model.ts";
import { estimateTokens } from "../tokens.ts";
import type { Candidate } from "./candidates.ts";

/** The prompt for one model. */
export interface Ask {
  system: string;
  /** Begins and ends with a user turn; the roles alternate. */
  messages: { role: "user" | "assistant"; text: string }[];
  maxOutputTokens: number;
}

/** A model, and a prompt that fits its context. */
export interface AskedModel {
  candidate: Candidate;
  ask: Ask;
  /** Called instead if the vendor no longer knows the model. */
  successor: AskedModel | null;
}

/** Combines each candidate with its prompt. `askFor` makes the prompt for one model's context; a successor gets a separate one. */
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
  /** In the order in which they are called. */
  asked: readonly AskedModel[];
  /** The same for all requests of one agent. */
  cacheKey: string;
  /** The account of the reply: accounts share the places at a vendor. */
  account: string;
  places: PlaceSettings;
  signal: AbortSignal;
  /** Called if all places at a vendor are taken; `ahead`: the number of replies that wait before this one. */
  onWait?: (ahead: number) => void;
}

/** How a reply ended. A begun reply is neither repeated nor failed over, because shown text cannot be taken back. */
export type ReplyOutcome =
  /** The model ended it. */
  | StopReason
  /** It failed after its first text. */
  | "broken"
  /** No model produced text. */
  | "failed"
  /** The request was aborted. */
  | "left";

export type ReplyEvent =
  /** `text`: never empty; the first one is not blank. `ask`: the prompt of the model that produced it. */
  { type: "text"; text: string; ask: Ask } | ReplyEnded;

/** The last event of every reply, exactly one. */
export interface ReplyEnded {
  type: "ended";
  outcome: ReplyOutcome;
  /** The listed id of the model that produced the texts; null if there are none. */
  model: string | null;
  /** The tokens of that model's reply; null without a model. */
  usage: TokenUsage | null;
  /** Null if unknown, or without a model. */
  price: Price | null;
  /** For `broken` and `failed`: the last failure. */
  failure: ModelFailure | null;
  /** The failures in order, for the owner. Without keys. */
  notes: string[];
  /** The tokens of failed requests, and of a request whose visitor left before the first text. */
  lost: Lost[];
}

/** Estimates the usage of a reply whose vendor reports none. */
export function estimateUsage({ system, messages }: Ask, text: string): TokenUsage {
  const inputTokens = messages.reduce((sum, turn) => sum + estimateTokens(turn.text), estimateTokens(system));
  return { inputTokens, outputTokens: estimateTokens(text), estimated: true };
}
