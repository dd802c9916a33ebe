import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { AGENT_NAME_MAX, type AgentSummary } from "../../../contract/agent.ts";
import { agentCalls } from "../../../contract/calls/agents.ts";
import { call } from "../../api.ts";
import { randomId } from "../../ids.ts";
import { agentsKey, userQuery } from "../../queries.ts";
import { failureText } from "../../text/failure.ts";
import { agentNameOf } from "../../text/format.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Makes a copy of an agent; the toast leads to it. `busyId` is the agent that is being copied. */
export function useDuplicateAgent(userId: string): { run: (agent: AgentSummary) => void; busyId: string | null } {
  const { t } = useTranslation("dashboard");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const nameOf = ({ chatName }: AgentSummary) => agentNameOf(chatName);
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (agent: AgentSummary) => {
      const room = AGENT_NAME_MAX - t("agents.copyName", { name: "" }).length;
      const chatName = t("agents.copyName", { name: nameOf(agent).slice(0, room).toWellFormed().trim() });
      return call(agentCalls.duplicateAgent, {
        params: { chatId: agent.id },
        query: { knowledge: "none" },
        body: { chatName },
        requestKey: randomId(),
      });
    },
    onSuccess: ({ chat }) => {
      const open = () => void navigate(`/editor?chatId=${encodeURIComponent(chat.id)}&tab=basic`);
      showToast({ text: t("agents.duplicated", { name: chat.chatName }), action: { label: t("agents.configure"), run: open } });
    },
    onError: (error, agent) => showToast({ text: failureText(t("agents.duplicateFailed", { name: nameOf(agent) }), error), tone: "error" }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
        queryClient.invalidateQueries({ queryKey: agentsKey(userId) }),
      ]),
  });
  return { run: mutate, busyId: isPending ? variables.id : null };
}
