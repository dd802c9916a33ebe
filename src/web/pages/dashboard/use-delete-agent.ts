import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AgentPage, AgentSummary } from "../../../contract/agent.ts";
import { agentCalls } from "../../../contract/calls/agents.ts";
import { call, messageOf } from "../../api.ts";
import { agentsKey, userQuery } from "../../queries.ts";
import { agentNameOf } from "../../text/format.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Deletes an agent immediately, without asking. The toast offers Undo while it is shown. */
export function useDeleteAgent(userId: string): (agent: AgentSummary) => void {
  const { t } = useTranslation("dashboard");
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { queryKey } = userQuery(userId);
  const reload = () =>
    Promise.all([queryClient.invalidateQueries({ queryKey }), queryClient.invalidateQueries({ queryKey: agentsKey(userId) })]);

  const restore = useMutation({
    mutationFn: (agent: AgentSummary) => call(agentCalls.restoreAgent, { params: { chatId: agent.id } }),
    onSuccess: () => showToast({ text: t("agents.restored") }),
    // A later attempt may succeed, for example once the plan has room again, so Undo is offered again.
    onError: (error, agent) =>
      showToast({
        text: messageOf(error, t("agents.restoreFailed")),
        tone: "error",
        action: { label: t("undo"), run: () => undo(agent) },
      }),
    onSettled: reload,
  });
  const undo = (agent: AgentSummary) => restore.mutate(agent);

  const remove = useMutation({
    mutationFn: (agent: AgentSummary) => call(agentCalls.deleteAgent, { params: { chatId: agent.id } }),
    onMutate: async ({ id }) => {
      const without = <Rest extends { chats: AgentSummary[] }>(of: Rest): Rest => ({
        ...of,
        chats: of.chats.filter((agent) => agent.id !== id),
      });
      await Promise.all([queryClient.cancelQueries({ queryKey }), queryClient.cancelQueries({ queryKey: agentsKey(userId) })]);
      const before = queryClient.getQueryData(queryKey);
      const pages = queryClient.getQueriesData<AgentPage>({ queryKey: agentsKey(userId) });
      if (before) queryClient.setQueryData(queryKey, without(before));
      for (const [key, page] of pages) if (page) queryClient.setQueryData(key, without(page));
      return { before, pages };
    },
    onSuccess: (_answer, agent) => {
      showToast({ text: t("agents.deleted"), action: { label: t("undo"), run: () => undo(agent) } });
    },
    onError: (_error, { chatName }, made) => {
      if (made?.before) queryClient.setQueryData(queryKey, made.before);
      for (const [key, page] of made?.pages ?? []) queryClient.setQueryData(key, page);
      showToast({ text: t("agents.deleteFailed", { name: agentNameOf(chatName) }), tone: "error" });
    },
    onSettled: reload,
  });

  return remove.mutate;
}
