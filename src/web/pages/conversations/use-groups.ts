import { useQuery } from "@tanstack/react-query";
import { questionGroupsQuery } from "./question-queries.ts";
import type { View } from "./view.ts";

export interface Groups {
  /** The list that the view shows has groups of unanswered questions above or beside it. */
  isShown: boolean;
  /** Whether there are groups is known. */
  isKnown: boolean;
}

/** Whether unanswered questions are shown in groups. `total`: how many conversations match; undefined until that is known. */
export function useGroups({ chatId, view, total }: { chatId: string; view: View; total: number | undefined }): Groups {
  const isWanted = view.unansweredOnly && view.search === "" && view.page === 1;
  const isAsked = isWanted && total !== undefined && total > 0;
  const { data, isPending } = useQuery({ ...questionGroupsQuery(chatId, 1), enabled: isAsked });
  // Conversations from before messages had an author may have no question that can be grouped.
  return { isShown: isAsked && data?.total !== 0, isKnown: !isWanted || total === 0 || !isPending };
}
