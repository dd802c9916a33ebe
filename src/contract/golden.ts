/** The questions with which an owner tests an agent: "test questions" on screen (product 17). */
import type { Language } from "./language.ts";

/** What is kept for one agent. `length` and `textLength` are in UTF-16 units. */
export const GOLDEN_MAX = { questions: 200, length: 500, texts: 5, textLength: 200 } as const;
/** Suggestions of one call. */
export const MAX_SUGGESTIONS = 20;

/** What a right answer is like. All of it must be met. */
export interface GoldenExpectations {
  /** Texts that the answer contains. */
  says: string[];
  /** Texts that the answer does not contain. */
  neverSays: string[];
  /** The entry that the answer rests on; null: any. */
  entryId: string | null;
  /** The agent says that it does not know. Otherwise it must have an answer. */
  isUnknown: boolean;
  language: Language | null;
}

/**
 * `missing`, `forbidden`: `text` is not in the answer, or is in it. `otherEntry`: it rests on another entry. `entryGone`: the
 * expected entry was deleted. `answered`: it should not have known. `unanswered`: it should have known.
 */
export const GOLDEN_FAULTS = ["missing", "forbidden", "otherEntry", "entryGone", "answered", "unanswered", "language"] as const;
export type GoldenFault = (typeof GOLDEN_FAULTS)[number];

export interface GoldenFailure {
  fault: GoldenFault;
  /** For `missing` and `forbidden`; otherwise empty. */
  text: string;
}

export interface GoldenRun {
  /** ISO 8601 UTC. */
  at: string;
  answer: string;
  /** None: passed. */
  failures: GoldenFailure[];
  /** False: the agent has changed since. */
  isCurrent: boolean;
}

/** The outcome with a model. */
export interface GoldenModelRun extends GoldenRun {
  /** The listed id of the model that answered. */
  model: string;
}

export interface GoldenQuestion {
  id: string;
  question: string;
  expects: GoldenExpectations;
  /** The first words of the expected entry; null if none is expected, or it was deleted. */
  entryTitle: string | null;
  /** Null: not run since it was written or changed. */
  run: GoldenRun | null;
  /** Null: no model was asked since it was written or changed. */
  modelRun: GoldenModelRun | null;
}

export interface GoldenCounts {
  passed: number;
  failed: number;
  /** Not run since they were written or changed. */
  untested: number;
}

export interface GoldenPage extends GoldenCounts {
  /** Those that failed come first, then in the order in which they were written. */
  questions: GoldenQuestion[];
  total: number;
  totalPages: number;
}

/** A question that an entry answers by its first line, and that is not in the list. */
export interface GoldenSuggestion {
  question: string;
  entryId: string;
  /** Texts that a right answer contains, as the price of what is asked for. */
  says: string[];
}

/** Tests that the models of an account may not be asked any more, because their cost is not known. In a month. */
export const UNPRICED_TESTS_MAX = 2_000;

/** `budget`: it ended early, because the budget for tests was used up. */
export const MODEL_TEST_STATES = ["waiting", "running", "done", "failed", "cancelled", "budget"] as const;
export type ModelTestState = (typeof MODEL_TEST_STATES)[number];

/** The last run with a model. */
export interface ModelTestRun {
  state: ModelTestState;
  /** It was started by night, and not by a person. */
  isNightly: boolean;
  /** When it was started, ISO 8601 UTC. */
  at: string;
  total: number;
  /** Those that were asked so far, and those of them that passed. */
  asked: number;
  passed: number;
  /** Millionths of RM. */
  costMicros: number;
}

/** Why no run with a model can be started now. `unverified`: the owner must confirm the email address first. */
export const MODEL_TEST_OBSTACLES = ["noModel", "unverified", "noQuestions", "budget"] as const;
export type ModelTestObstacle = (typeof MODEL_TEST_OBSTACLES)[number];

export interface ModelTests {
  /** The name of the model that would be asked first; null: none can be called. */
  model: string | null;
  /** About what a run would cost, in millionths of RM; null: not known. */
  expectedMicros: number | null;
  /** What the tests of the account's agents have cost this month, and may cost, in millionths of RM. */
  spentMicros: number;
  budgetMicros: number;
  obstacle: ModelTestObstacle | null;
  /** Whether a model is asked every night. */
  isNightly: boolean;
  run: ModelTestRun | null;
}
