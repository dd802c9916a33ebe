import { AGENT_FIELD_NAMES, AGENT_FIELDS } from "../../../contract/agent-fields.ts";
import type { Draft, DraftField } from "./draft.ts";
import type { TabName } from "./TabList.tsx";

/** The text at each refused field. */
export type Problems = Partial<Record<DraftField, string>>;

/** What the server refused, by field: it names an item of a list `field.2`. */
export function problemsOf(refused: Readonly<Record<string, string>>): Problems {
  return Object.fromEntries(Object.entries(refused).map(([name, text]) => [name.split(".")[0], text]));
}

/** The tab on which a refused field is. */
export function tabWith(field: string): TabName {
  if (field === "knowledge") return "knowledge";
  const name = AGENT_FIELD_NAMES.find((known) => known === field);
  return name === undefined ? "basic" : AGENT_FIELDS[name].tab;
}

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
