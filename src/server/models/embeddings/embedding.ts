/**
 * The interface of models that turn texts into vectors. Texts with a similar meaning get vectors with a small angle
 * between them, in whatever words and languages they are written.
 */
import type { Price, TokenUsage } from "../model.ts";

/** What the texts are: passages that are searched, or questions. Some models treat them differently. */
export type EmbeddingUse = "passage" | "question";

export interface Embedded {
  /** One for each text, of length 1. */
  vectors: Float32Array[];
  /** Null if the model costs nothing. */
  usage: TokenUsage | null;
}

/** One request for a vendor. */
export interface EmbeddingRequest {
  model: string;
  texts: readonly string[];
  use: EmbeddingUse;
  /** Scheme, host, port and path prefix of the vendor, without the documented path. */
  baseUrl: string;
  /** Null if the server needs no key. */
  apiKey: string | null;
  signal: AbortSignal;
}

/** What an answer contains: a list of numbers for each text, in order, and the billed tokens if the vendor says them. */
export interface EmbeddingAnswer {
  lists: readonly unknown[];
  tokens: unknown;
}

/** A vendor's way of asking for vectors. @throws ModelError */
export type AskForVectors = (request: EmbeddingRequest) => Promise<EmbeddingAnswer>;

/** The embedding model of a vendor. */
export interface VendorEmbeddings {
  /** Null: whichever the server has. */
  model: string | null;
  ask: AskForVectors;
  price: Price | null;
  /** The most texts of one request. */
  batch: number;
}

/** A model that is ready to be asked. */
export interface Embedder {
  /** Names the model and its version. Vectors with different names are never compared. */
  readonly name: string;
  readonly price: Price | null;
  readonly batch: number;
  /** @throws ModelError; "timeout" after `timeoutMs`. */
  embed(texts: readonly string[], use: EmbeddingUse, limits: { signal: AbortSignal; timeoutMs: number }): Promise<Embedded>;
}

/** Scales a vector to length 1, in place; a vector of zeros stays as it is. */
export function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
  return vector;
}
