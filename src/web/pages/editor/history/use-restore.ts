/** Restores versions of an agent, with an Undo, and loads the editor again with what was restored. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import { call, messageOf } from "../../../api.ts";
import { knowledgeKey } from "../../../knowledge-queries.ts";
import { agentQuery, agentsKey, userQuery } from "../../../queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { TabName } from "../TabList.tsx";
import { versionsKey } from "./version-queries.ts";

/** @returns a function that loads what is stored into the editor, on this tab, unless the person has left the editor. */
export function useLoadAgain(userId: string, chatId: string): (tab: TabName) => Promise<void> {
  const queryClient = useQueryClient();
  const location = useLocation();
  const navigate = useNavigate();
  return async (tab) => {
    if (globalThis.location.pathname !== location.pathname) return;
    // The editor is mounted again; this tab must be open then, and no link's version.
    await navigate(`/editor?chatId=${encodeURIComponent(chatId)}`, { replace: true, state: { tab } });
    const others = [knowledgeKey(chatId), versionsKey(chatId), agentsKey(userId), userQuery(userId).queryKey];
    await Promise.all(others.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    await queryClient.resetQueries({ queryKey: agentQuery(chatId).queryKey });
  };
}

/** @returns a function that restores a version, says so, and resolves to whether it succeeded. */
export function useRestore(userId: string, chatId: string): (number: number) => Promise<boolean> {
  const { t } = useTranslation("history");
  const toast = useToast();
  const loadAgain = useLoadAgain(userId, chatId);
  const restore = async (number: number, text: string, canUndo: boolean): Promise<boolean> => {
    try {
      const { previous } = await call(versionCalls.restoreVersion, { params: { chatId, number: String(number) } });
      const undo = { label: t("undo"), run: () => void restore(previous, t("history.undone"), false) };
      toast({ text, group: "version restored", action: canUndo ? undo : undefined });
      await loadAgain("history");
      return true;
    } catch (error) {
      toast({ text: messageOf(error, t("history.restoreFailed")), tone: "error" });
      return false;
    }
  };
  return (number) => restore(number, t("history.restored", { number: formatNumber(number) }), true);
}
