import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { conversationCalls } from "../../../contract/calls/conversations.ts";
import { call } from "../../api.ts";
import { conversationQuery } from "../../queries.ts";
import { conversationExport, saveExport } from "../../save-export.ts";
import { failureText } from "../../text/failure.ts";
import { useToast } from "../../ui/Toast.tsx";

interface Afterwards {
  onMarked: () => void;
  onGone: () => void;
}

/** The actions of an owner on a conversation: mark as answered, download, delete. */
export function useConversationActions(chatId: string, id: string, { onMarked, onGone }: Afterwards) {
  const { t } = useTranslation("conversations");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const fail = (what: string) => (error: Error) => showToast({ text: failureText(what, error), tone: "error" });
  const reloadList = () => queryClient.invalidateQueries({ queryKey: ["conversations", chatId] });

  const markAnswered = useMutation({
    mutationFn: () => call(conversationCalls.markAnswered, { params: { id } }),
    onSuccess: async () => {
      showToast({ text: t("conversations.marked") });
      onMarked();
      await Promise.all([reloadList(), queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey })]);
    },
    onError: fail(t("conversations.notMarked")),
  });
  const download = useMutation({
    mutationFn: () => saveExport(conversationExport(id, "text")),
    onError: fail(t("conversations.notDownloaded")),
  });
  const remove = useMutation({
    mutationFn: () => call(conversationCalls.deleteConversation, { params: { id } }),
    onSuccess: async () => {
      showToast({ text: t("conversations.deleted") });
      onGone();
      await reloadList();
      // This waits until the conversation is off the screen; otherwise the query would be fetched again.
      queryClient.removeQueries({ queryKey: conversationQuery(id).queryKey });
    },
    onError: fail(t("conversations.notDeleted")),
  });
  return { markAnswered, download, remove };
}
