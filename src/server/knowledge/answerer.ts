/** The built-in answerer: replies by quoting an agent's own knowledge, without any model. Deterministic. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { KnowledgeIndex } from "./retrieve.ts";

export interface AnswerInput {
  agentName: string;
  entries: readonly KnowledgeEntry[];
  /** The cached index of the same entries (`Retrieval.indexFor`); built on the spot when absent. */
  index?: KnowledgeIndex;
  question: string;
  /** The visitor's message before this one: gives a short follow-up ("and on Sunday?") its subject. */
  previousQuestion?: string;
  /** Decides only when the question's own language cannot be told. */
  language?: "en" | "ms";
}

export interface Answer {
  /** May begin with `[image]URL[/image]`. */
  text: string;
  /** Whether it comes from the knowledge (greetings and thanks count as found). */
  found: boolean;
  /** Positions of the quoted entries. */
  entries: number[];
}

export function answerFromKnowledge(_input: AnswerInput): Answer {
  throw new Error("under construction");
}

/** Pieces of a few words that join to exactly `text`; an image marker is one piece. Pacing is the caller's. */
export function* streamInPieces(_text: string): Generator<string> {
  yield _text;
}
