/** The editor's draft: what the form holds, what a save sends, and whether the two differ. Pure. */
import { AGENT_DEFAULTS, COLOUR_FIELDS, isColour, type OwnAgent, UNNAMED_AGENT } from "../../../contract/agent.ts";
import type { agentCalls } from "../../../contract/calls/agents.ts";
import type { BodyOf } from "../../../contract/calls/call.ts";
import { isPictureUrl, parseEntry } from "../../../contract/knowledge.ts";

const OPTIONAL_FIELDS = Object.keys(AGENT_DEFAULTS) as (keyof typeof AGENT_DEFAULTS)[];

/** Fields whose absence keeps what is stored (product 3.1). */
const AWAY_TEXTS = ["limitText", "offlineText"] as const;

export type DraftField = "chatName" | keyof typeof AGENT_DEFAULTS | (typeof AWAY_TEXTS)[number];
export interface Draft extends Record<DraftField, string> {
  /** Only of an agent that was never saved: the entries of a saved one are saved one by one. */
  knowledge: string[];
  paused: boolean;
}

/** The knowledge form, before its text is in the list. */
export interface EntryForm {
  kind: "text" | "image";
  text: string;
  url: string;
}

/** An entry as its form shows it. */
export function entryFormOf(entry: string): EntryForm {
  const parsed = parseEntry(entry);
  return { kind: parsed.kind, text: parsed.text, url: parsed.kind === "image" ? parsed.url : "" };
}

/** Two texts as paragraphs of one. */
export const joinTexts = (...texts: string[]) => texts.filter((text) => text !== "").join("\n\n");

const TEXT_FIELDS: readonly DraftField[] = ["chatName", ...OPTIONAL_FIELDS, ...AWAY_TEXTS];

/** A new agent. */
export function emptyDraft(): Draft {
  return { chatName: "", ...AGENT_DEFAULTS, limitText: "", offlineText: "", paused: false, knowledge: [] };
}

/** The stored agent as a draft, without its knowledge. */
export function draftOf(agent: OwnAgent): Draft {
  const draft = emptyDraft();
  draft.chatName = agent.chatName;
  for (const field of OPTIONAL_FIELDS) draft[field] = agent[field] ?? AGENT_DEFAULTS[field];
  for (const field of AWAY_TEXTS) draft[field] = agent[field] ?? "";
  draft.paused = agent.paused === true;
  return draft;
}

/** What a save sends. Described clients name the owner as well, which the server does not read. */
export type AgentBody = BodyOf<typeof agentCalls.saveAgent> & { userId: string; chatName: string };

interface SaveContext {
  userId: string;
  /** What the server holds now; a field that goes back to its default must then be sent. */
  saved?: Draft | null;
}

/** A save's body: optional fields only when set or different from the default (product 3.1). */
export function bodyOf(draft: Draft, { userId, saved }: SaveContext): AgentBody {
  const body: AgentBody = { userId, chatName: draft.chatName.trim() };
  for (const field of OPTIONAL_FIELDS) {
    const isDefault = draft[field] === AGENT_DEFAULTS[field];
    const wasDefault = !saved || saved[field] === AGENT_DEFAULTS[field];
    if (!isDefault || !wasDefault) body[field] = draft[field];
  }
  for (const field of AWAY_TEXTS) if (draft[field] !== (saved?.[field] ?? "")) body[field] = draft[field];
  if (draft.paused !== (saved?.paused ?? false)) body.paused = draft.paused;
  if (draft.knowledge.length > 0) body.knowledge = draft.knowledge;
  return body;
}

/** Whether two drafts would save the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  if (one.paused !== other.paused || TEXT_FIELDS.some((field) => one[field] !== other[field])) return false;
  return one.knowledge.length === other.knowledge.length && one.knowledge.every((entry, at) => entry === other.knowledge[at]);
}

/** What the server stored, under what was typed while the save was on its way. */
export function mergeStored(now: Draft, sent: Draft, stored: Draft): Draft {
  const merged = { ...stored };
  for (const field of TEXT_FIELDS) if (now[field] !== sent[field]) merged[field] = now[field];
  if (now.paused !== sent.paused) merged.paused = now.paused;
  if (now.knowledge !== sent.knowledge) merged.knowledge = now.knowledge;
  return merged;
}

/** Whether the server holds what a save sent, after a save whose answer never came. The server tidies names and domains. */
export function isStored(stored: Draft, sent: Draft): boolean {
  return isSameDraft(stored, { ...sent, chatName: sent.chatName.trim(), domain: stored.domain });
}

/** The draft as the preview can take it: half-typed colours and addresses show the default until they are whole. */
export function previewable(draft: Draft): Draft {
  const shown = { ...draft, chatName: draft.chatName.trim() || UNNAMED_AGENT };
  for (const field of COLOUR_FIELDS) if (!isColour(shown[field])) shown[field] = AGENT_DEFAULTS[field];
  for (const field of IMAGE_FIELDS) if (!isPictureUrl(shown[field])) shown[field] = "";
  return shown;
}

const IMAGE_FIELDS = ["toggleIcon", "profileImage", "chatboxBackgroundImage"] as const;

type DraftProblem = "nameRequired" | "colour" | "address";

/** What stops a save, by field. */
export function checkDraft(draft: Draft): Partial<Record<DraftField, DraftProblem>> {
  const problems: Partial<Record<DraftField, DraftProblem>> = {};
  if (draft.chatName.trim() === "") problems.chatName = "nameRequired";
  for (const field of COLOUR_FIELDS) if (!isColour(draft[field])) problems[field] = "colour";
  for (const field of IMAGE_FIELDS) if (draft[field] !== "" && !isPictureUrl(draft[field])) problems[field] = "address";
  return problems;
}
