import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, messageOf } from "../../api.ts";
import { conversationQuery } from "../../queries.ts";
import { useToast } from "../../ui/Toast.tsx";

/** What an owner does with a conversation beside reading it. */
export function useConversationActions(chatId: string, id: string, onGone: () => void) {
  const { t } = useTranslation();
  const showToast = useToast();
  const queryClient = useQueryClient();
  const fail = (error: Error) => showToast({ text: messageOf(error, t("error.network")), tone: "error" });
  const reloadList = () => queryClient.invalidateQueries({ queryKey: ["conversations", chatId] });

  const markAnswered = useMutation({
    mutationFn: () => api.markAnswered(id),
    onSuccess: async () => {
      showToast({ text: t("conversations.marked") });
      await Promise.all([reloadList(), queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey })]);
    },
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: () => api.deleteConversation(id),
    onSuccess: async () => {
      showToast({ text: t("conversations.deleted") });
      onGone();
      queryClient.removeQueries({ queryKey: conversationQuery(id).queryKey });
      await reloadList();
    },
    onError: fail,
  });
  return { markAnswered, remove };
}
