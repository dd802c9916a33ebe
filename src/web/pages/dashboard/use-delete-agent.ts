import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { agentCalls } from "../../../contract/calls/agents.ts";
import { call, messageOf } from "../../api.ts";
import { userQuery } from "../../queries.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Deletes an agent immediately, without asking. The toast offers Undo while it is shown. */
export function useDeleteAgent(userId: string): (chatId: string) => void {
  const { t } = useTranslation("dashboard");
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { queryKey } = userQuery(userId);
  const reload = () => queryClient.invalidateQueries({ queryKey });

  const restore = useMutation({
    mutationFn: (chatId: string) => call(agentCalls.restoreAgent, { params: { chatId } }),
    onSuccess: () => showToast({ text: t("agents.restored") }),
    // A later attempt may succeed, for example once the plan has room again, so Undo is offered again.
    onError: (error, chatId) =>
      showToast({
        text: messageOf(error, t("agents.restoreFailed")),
        tone: "error",
        action: { label: t("undo"), run: () => undo(chatId) },
      }),
    onSettled: reload,
  });
  const undo = (chatId: string) => restore.mutate(chatId);

  const remove = useMutation({
    mutationFn: (chatId: string) => call(agentCalls.deleteAgent, { params: { chatId } }),
    onMutate: async (chatId: string) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, chats: before.chats.filter((agent) => agent.id !== chatId) });
      return before;
    },
    onSuccess: (_answer, chatId) => {
      showToast({ text: t("agents.deleted"), action: { label: t("undo"), run: () => undo(chatId) } });
    },
    onError: (_error, _chatId, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      showToast({ text: t("agents.deleteFailed"), tone: "error" });
    },
    onSettled: reload,
  });

  return (chatId) => remove.mutate(chatId);
}
