import { AGENT_FIELD_NAMES, AGENT_FIELDS } from "../../../../contract/agent-fields.ts";
import type { TabName } from "../TabList.tsx";
import type { Draft, DraftField } from "./draft.ts";

/** The message for each refused field. */
export type Problems = Partial<Record<DraftField, string>>;

/** The server's messages, by field. The server names an item of a list as `field.2`. */
export function problemsOf(refused: Readonly<Record<string, string>>): Problems {
  return Object.fromEntries(Object.entries(refused).map(([name, text]) => [name.split(".")[0], text]));
}

/** The tab that has the refused field. */
export function tabWith(field: string): TabName {
  if (field === "knowledge") return "knowledge";
  const name = AGENT_FIELD_NAMES.find((known) => known === field);
  return name === undefined ? "basic" : AGENT_FIELDS[name].tab;
}

/** The props of each tab of the form. */
export interface FormProps {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  problems: Problems;
}

/** The plan's limits for an agent. */
export interface EditorLimits {
  words: number;
  entries: number;
}
