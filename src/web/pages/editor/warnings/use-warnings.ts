import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { warningCalls } from "../../../../contract/calls/warnings.ts";
import { MAX_PAGE_LIMIT } from "../../../../contract/page.ts";
import { entryBeside, type KnowledgeWarning } from "../../../../contract/warning.ts";
import { call } from "../../../api.ts";
import { knowledgeKey } from "../../../knowledge-queries.ts";
import { failureText } from "../../../text/failure.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { KnowledgeSource } from "../knowledge/knowledge-source.ts";

const warningsKey = (chatId: string | null) => ["warnings", chatId];

/** The warnings of the entries on screen. A change of the entries makes another query, and the warnings stay until it is answered. */
const warningsQuery = (chatId: string | null, { entries, readAt }: Pick<KnowledgeSource, "entries" | "readAt">) => {
  const of = (entries ?? []).map(({ id }) => id).join(",");
  return queryOptions({
    queryKey: [...warningsKey(chatId), of, readAt],
    queryFn: ({ signal }) =>
      call(warningCalls.listWarnings, { params: { chatId: chatId ?? "" }, query: { of, page: 1, limit: MAX_PAGE_LIMIT }, signal }),
    enabled: chatId !== null && entries !== null,
    placeholderData: keepPreviousData,
    // An answer for entries that have left the screen is never read again: it may count what has changed since, and the
    // filter would end because of it.
    gcTime: 0,
  });
};

export interface ShownWarnings {
  /** The number of entries of the agent that have warnings. */
  entries: number;
  /** False until the first answer. */
  isChecked: boolean;
  of: (entryId: string) => KnowledgeWarning[];
  dismiss: (warning: KnowledgeWarning) => void;
}

/** The warnings about the entries on screen, and their dismissal, which can be undone. */
export function useWarnings(chatId: string | null, source: KnowledgeSource): ShownWarnings {
  const { t } = useTranslation("editor");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const { data } = useQuery(warningsQuery(chatId, source));
  const params = { chatId: chatId ?? "" };
  const change = useMutation({
    mutationFn: ({ key, isBack }: { key: string; isBack: boolean }) =>
      call(isBack ? warningCalls.recallWarning : warningCalls.dismissWarning, { params, body: { key } }),
    onSuccess: (_, { key, isBack }) => {
      if (!isBack) {
        showToast({ text: t("warning.dismissed"), action: { label: t("undo"), run: () => change.mutate({ key, isBack: true }) } });
      }
      void queryClient.invalidateQueries({ queryKey: warningsKey(chatId) });
      // The list of entries with warnings has changed too, whether it is on screen or was left.
      void queryClient.invalidateQueries({ queryKey: knowledgeKey(chatId) });
    },
    onError: (error) => showToast({ text: failureText(t("failed.setting"), error), tone: "error" }),
  });
  return {
    entries: data?.entries ?? 0,
    isChecked: data !== undefined,
    of: (entryId) => data?.warnings.filter((warning) => entryBeside(warning) === entryId) ?? [],
    dismiss: ({ key }) => change.mutate({ key, isBack: false }),
  };
}
