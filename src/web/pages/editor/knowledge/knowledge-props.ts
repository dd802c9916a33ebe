import type { EntryForm } from "../fields/draft.ts";
import type { EditorLimits, FormProps } from "../fields/form.ts";
import type { NotePending } from "./KnowledgeForm.tsx";
import type { KnowledgeSource } from "./knowledge-source.ts";

export interface KnowledgeProps extends Pick<FormProps, "draft" | "change"> {
  source: KnowledgeSource;
  limits: EditorLimits;
  /** Null: the agent was never saved. */
  chatId: string | null;
  /** Whether the agent has a name, without which it cannot be saved. */
  isNamed: boolean;
  /** A visitor's question from a conversation, with which the form starts; otherwise empty. */
  question: string;
  /** The id of the entry that the form shows first; otherwise empty. */
  openedId: string;
  /** Called when the question was saved as an entry. */
  onQuestionUsed: () => void;
  /** False while another tab is shown. */
  isShown: boolean;
  onPending: NotePending;
  /** The text that was in the form before the page was reloaded. */
  kept: EntryForm | null;
}
