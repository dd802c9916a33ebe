/** Search by meaning, as the administrator sees it. */

/** An agent whose vectors are not complete yet. */
export interface MeaningBuild {
  chatId: string;
  chatName: string;
  /** Percent. */
  progress: number;
  /** Whether the work has ended without success; it is tried again within an hour. */
  isFailed: boolean;
  /** What the last try failed with, in the words of the log; null if none has failed. */
  failure: string | null;
}

export interface MeaningState {
  /** The models that can be chosen now: `VENDOR/MODEL`, `ollama/MODEL` or `table/FOLDER`. */
  choices: string[];
  /** Why the chosen model cannot be used, in the words of the log; null if it can. */
  problem: string | null;
  /** Agents that are searched by meaning, and the number of their passages. */
  ready: number;
  passages: number;
  /** Agents whose vectors are not complete, and the first of them. */
  unfinished: number;
  builds: MeaningBuild[];
}
