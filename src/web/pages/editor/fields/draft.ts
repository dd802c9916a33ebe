/** The editor's draft: the values of the form, the body of a save, and the comparison of drafts. Pure. */
import { isColour, type OwnAgent } from "../../../../contract/agent.ts";
import {
  AGENT_DEFAULTS,
  AGENT_FIELD_NAMES,
  AGENT_FIELDS,
  type AgentField,
  type AgentValues,
  COLOUR_FIELDS,
  PICTURE_FIELDS,
  TEXTS_FIELDS,
  type TextsField,
  tidyTexts,
} from "../../../../contract/agent-fields.ts";
import type { agentCalls } from "../../../../contract/calls/agents.ts";
import type { BodyOf } from "../../../../contract/calls/call.ts";
import { collectFields, isSameValue } from "../../../../contract/fields.ts";
import { isPictureUrl, parseEntry } from "../../../../contract/knowledge.ts";
import type { EntryDates } from "../../../../contract/knowledge-calls.ts";

export type DraftField = "chatName" | AgentField;
export interface Draft extends AgentValues {
  chatName: string;
  /** Only used for an agent that was never saved; the entries of a saved agent are saved one by one. */
  knowledge: string[];
}

/** The values of the knowledge form. */
export interface EntryForm {
  kind: "text" | "image";
  text: string;
  url: string;
  /** Absent or null: the entry is always used. */
  dates?: EntryDates | null;
}

/** Converts an entry into the values of the form. */
export function entryFormOf(entry: string): EntryForm {
  const parsed = parseEntry(entry);
  return { kind: parsed.kind, text: parsed.text, url: parsed.kind === "image" ? parsed.url : "" };
}

/** Joins texts as paragraphs. */
export const joinTexts = (...texts: string[]) => texts.filter((text) => text !== "").join("\n\n");

const DRAFT_FIELDS = ["chatName", ...AGENT_FIELD_NAMES, "knowledge"] as const;

/** The draft of a new agent. */
export function emptyDraft(): Draft {
  return { chatName: "", ...AGENT_DEFAULTS, knowledge: [] };
}

/** Makes a draft of a stored agent, without its knowledge. */
export function draftOf(agent: OwnAgent): Draft {
  const fields = collectFields<AgentField, AgentValues>(AGENT_FIELD_NAMES, (name) => agent[name] ?? AGENT_DEFAULTS[name]);
  return { chatName: agent.chatName, ...fields, knowledge: [] };
}

/** The draft with its lists as a save stores them, without empty lines. */
function tidied(draft: Draft): Draft {
  return { ...draft, ...collectFields<TextsField, Pick<AgentValues, TextsField>>(TEXTS_FIELDS, (name) => tidyTexts(draft[name])) };
}

/** The body of a save. Described clients also send the owner's id, which the server does not read. */
export type AgentBody = BodyOf<typeof agentCalls.saveAgent> & { userId: string; chatName: string };

interface SaveContext {
  userId: string;
  /** The stored draft. A field that returns to its default must be sent if the stored value differs. */
  saved?: Draft | null;
}

/** The body of a save. Fields whose absence means the same are left out (product 3.1). */
export function bodyOf(typed: Draft, { userId, saved }: SaveContext): AgentBody {
  const draft = tidied(typed);
  const isSent = (name: AgentField) => {
    const isInitial = isSameValue(draft[name], AGENT_DEFAULTS[name]);
    const wasInitial = !saved || isSameValue(saved[name], AGENT_DEFAULTS[name]);
    if (AGENT_FIELDS[name].absent === "initial") return !isInitial || !wasInitial;
    return saved ? !isSameValue(draft[name], saved[name]) : !isInitial;
  };
  const fields = collectFields<AgentField, Partial<AgentValues>>(AGENT_FIELD_NAMES.filter(isSent), (name) => draft[name]);
  const body: AgentBody = { userId, chatName: draft.chatName.trim(), ...fields };
  if (draft.knowledge.length > 0) body.knowledge = draft.knowledge;
  return body;
}

/** Whether saving either draft would store the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const [first, second] = [tidied(one), tidied(other)];
  return DRAFT_FIELDS.every((name) => isSameValue(first[name], second[name]));
}

/** Combines the values that the server stored with the changes that were typed while the save was running. */
export function mergeStored(now: Draft, sent: Draft, stored: Draft): Draft {
  const typed = AGENT_FIELD_NAMES.filter((name) => !isSameValue(now[name], sent[name]));
  return {
    ...stored,
    ...collectFields<AgentField, Partial<AgentValues>>(typed, (name) => now[name]),
    chatName: now.chatName === sent.chatName ? stored.chatName : now.chatName,
    knowledge: isSameValue(now.knowledge, sent.knowledge) ? stored.knowledge : now.knowledge,
  };
}

/** Whether the server has stored a save whose answer never arrived. The server may have tidied names and domains. */
export function isStored(stored: Draft, sent: Draft): boolean {
  return isSameDraft(stored, { ...sent, chatName: sent.chatName.trim(), domain: stored.domain });
}

/** The draft for the preview, in which half-typed colours and addresses are replaced by their defaults, and no name by `unnamed`. */
export function previewable(draft: Draft, unnamed: string): Draft {
  const shown = { ...tidied(draft), chatName: draft.chatName.trim() || unnamed };
  for (const field of COLOUR_FIELDS) if (!isColour(shown[field])) shown[field] = AGENT_DEFAULTS[field];
  for (const field of PICTURE_FIELDS) if (!isPictureUrl(shown[field])) shown[field] = "";
  return shown;
}

type DraftProblem = "nameRequired" | "colour" | "address";

/** The problems that prevent a save, by field. */
export function checkDraft(draft: Draft): Partial<Record<DraftField, DraftProblem>> {
  const problems: Partial<Record<DraftField, DraftProblem>> = {};
  if (draft.chatName.trim() === "") problems.chatName = "nameRequired";
  for (const field of COLOUR_FIELDS) if (!isColour(draft[field])) problems[field] = "colour";
  for (const field of PICTURE_FIELDS) if (draft[field] !== "" && !isPictureUrl(draft[field])) problems[field] = "address";
  return problems;
}
