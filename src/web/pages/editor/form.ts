import type { Draft, DraftField } from "./draft.ts";

/** The text at each refused field. */
export type Problems = Partial<Record<DraftField, string>>;

/** What each tab of the form works on. */
export interface FormProps {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  problems: Problems;
}

/** What the plan lets this owner put into an agent. */
export interface EditorLimits {
  words: number;
  entries: number;
}
