import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AgentSummary } from "../../../contract/agent.ts";
import { agentFileCalls } from "../../../contract/calls/agent-files.ts";
import { addressOf } from "../../api.ts";
import { saveExport } from "../../save-export.ts";
import { failureText } from "../../text/failure.ts";
import { agentNameOf } from "../../text/format.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Saves an agent as a file. `busyId` is the agent that is being exported. */
export function useExportAgent(): { run: (agent: AgentSummary) => void; busyId: string | null } {
  const { t } = useTranslation("dashboard");
  const showToast = useToast();
  const nameOf = ({ chatName }: AgentSummary) => agentNameOf(chatName);
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ id }: AgentSummary) =>
      saveExport(addressOf(agentFileCalls.exportAgent, { params: { chatId: id } }), agentFileCalls.exportAgent.timeoutMs),
    onSuccess: (_done, agent) => showToast({ text: t("agents.exported", { name: nameOf(agent) }) }),
    onError: (error, agent) =>
      showToast({
        text: failureText(t("agents.exportFailed", { name: nameOf(agent) }), error),
        tone: "error",
        action: { label: t("retry"), run: () => mutate(agent) },
      }),
  });
  return { run: mutate, busyId: isPending ? variables.id : null };
}
