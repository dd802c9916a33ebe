/**
 * The prompt: rules and knowledge first and stable, the visitor's text last and marked. Pure. Source: design.md §5.
 */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";

export interface Turn {
  role: "user" | "assistant";
  text: string;
}

export interface PromptInput {
  agent: { name: string; mood: string; focus: string };
  /** The entries to offer, in stable order (see knowledge/retrieve.ts); numbered from 1 in this order. */
  entries: readonly KnowledgeEntry[];
  /** Earlier turns, oldest first, without the question. An agent's default greeting may stand at the beginning. */
  history: readonly Turn[];
  question: string;
  /** Tokens that the model's context holds. */
  contextTokens: number;
  maxOutputTokens: number;
}

export interface Prompt {
  system: string;
  /** Begins and ends with a user turn; neighbours alternate. */
  messages: Turn[];
}

export function buildPrompt(_input: PromptInput): Prompt {
  throw new Error("under construction");
}

/** A fast upper-side estimate of a text's tokens for any vendor's tokenizer. */
export function estimateTokens(_text: string): number {
  throw new Error("under construction");
}

/** Tokens that knowledge may take of a model's context; give it to `selectEntries`. */
export function knowledgeBudget(_contextTokens: number, _maxOutputTokens: number): number {
  throw new Error("under construction");
}

/**
 * Turns a model's stream into what the visitor may see: an image that the model names (by entry number, at the
 * beginning) becomes the server's `[image]URL[/image]`; every other marker is taken out, also when split over chunks.
 */
export interface ReplyFilter {
  /** What can be shown so far; may be empty. */
  write(chunk: string): string;
  /** The held-back rest. */
  end(): string;
}
/** `entries`: the same list as given to `buildPrompt`. */
export function createReplyFilter(_entries: readonly KnowledgeEntry[]): ReplyFilter {
  throw new Error("under construction");
}
