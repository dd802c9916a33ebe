/** What the editor shows and holds, as a pure function of what has happened. */
import type { OwnAgent } from "../../../contract/agent.ts";
import { type Draft, draftOf, type EntryForm, emptyDraft, mergeStored } from "./fields/draft.ts";
import { type Problems, tabWith } from "./fields/form.ts";
import type { Shelved } from "./shelf.ts";
import type { TabName } from "./TabList.tsx";

export interface EditorState {
  tab: TabName;
  draft: Draft;
  /** The text at each field that was refused. */
  problems: Problems;
  /** What the knowledge form holds that is in no list yet. */
  pendingEntry: EntryForm | null;
  /** Whether the knowledge form would take its text as it is. */
  isPendingReady: boolean;
  /** A visitor's question that the knowledge form begins with; "" for none. */
  question: string;
  /** Set by the first save: the page of this agent is opened next. */
  createdId: string | null;
  /** Null until the person has chosen: then the width of the screen decides. */
  wantsPreview: boolean | null;
}

export type EditorEvent =
  | { type: "tab"; tab: TabName }
  | { type: "changed"; patch: Partial<Draft> }
  | { type: "pending"; entry: EntryForm | null; isReady: boolean }
  | { type: "questionUsed" }
  | { type: "preview"; isWanted: boolean }
  /** A save begins: what was refused before is not shown any more. */
  | { type: "saving" }
  /** The form or the server refused fields; an empty object when it refused something else. */
  | { type: "refused"; problems: Problems }
  /** `sent` is the draft that was sent; what was typed since is kept. */
  | { type: "saved"; sent: Draft; stored: OwnAgent; isNew: boolean }
  /** The agent was deleted in the meantime; its entries become entries of the draft. */
  | { type: "deletedElsewhere"; knowledge: string[] };

export function initialState(from: { tab: TabName; question: string; shelved: Shelved | null; agent: OwnAgent | null }): EditorState {
  const draft = from.shelved?.draft ?? (from.agent ? draftOf(from.agent) : emptyDraft());
  const form = { problems: {}, pendingEntry: null, isPendingReady: false };
  return { tab: from.tab, draft, ...form, question: from.question, createdId: null, wantsPreview: null };
}

export function reduceEditor(state: EditorState, event: EditorEvent): EditorState {
  switch (event.type) {
    case "tab":
      return { ...state, tab: event.tab };
    case "changed": {
      const problems = Object.fromEntries(Object.entries(state.problems).filter(([field]) => !(field in event.patch)));
      return { ...state, draft: { ...state.draft, ...event.patch }, problems };
    }
    case "pending":
      return { ...state, pendingEntry: event.entry, isPendingReady: event.isReady };
    case "questionUsed":
      return { ...state, question: "" };
    case "preview":
      return { ...state, wantsPreview: event.isWanted };
    case "saving":
      return { ...state, problems: {} };
    case "refused": {
      const [first] = Object.keys(event.problems);
      return { ...state, problems: event.problems, tab: first === undefined ? state.tab : tabWith(first) };
    }
    case "saved": {
      const draft = mergeStored(state.draft, event.sent, draftOf(event.stored));
      return { ...state, draft, createdId: event.isNew ? event.stored.id : state.createdId };
    }
    case "deletedElsewhere":
      return { ...state, draft: { ...state.draft, knowledge: event.knowledge } };
  }
}
