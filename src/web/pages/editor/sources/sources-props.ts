import type { FormProps } from "../fields/form.ts";
import type { Dropped } from "../knowledge/use-file-drop.ts";

export interface SourcesProps extends Pick<FormProps, "draft" | "change"> {
  /** Null: the agent was never saved. */
  chatId: string | null;
  /** The source whose own view is shown; null: the list is. */
  openedId: string | null;
  onOpen: (sourceId: string | null) => void;
  onEditEntry: (entryId: string) => void;
  /** Files are being dragged over the page. */
  isOver: boolean;
  dropped: Dropped | null;
  /** Called when the agent's entries have changed. */
  onEntries: () => void;
}
