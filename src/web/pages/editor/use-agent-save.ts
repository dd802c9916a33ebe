import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type OwnAgent, SAVE_TIMEOUT_MS } from "../../../contract/agent.ts";
import { api } from "../../api.ts";
import { agentQuery, userQuery } from "../../queries.ts";
import { bodyOf, type Draft, draftOf } from "./draft.ts";

/** What the server holds: null until the first save. */
export interface Saved {
  id: string;
  lastUpdate: string;
  draft: Draft;
}

function savedOf(agent: OwnAgent | null): Saved | null {
  return agent && { id: agent.id, lastUpdate: agent.lastUpdate, draft: draftOf(agent) };
}

interface SaveRequest {
  draft: Draft;
  /** Writes over what another tab saved meanwhile. */
  force?: boolean;
}

/** Saves the whole agent, 8 s at most, and keeps what the server holds. The dashboard is told to look again. */
export function useAgentSave(userId: string, agent: OwnAgent | null) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<Saved | null>(() => savedOf(agent));
  const mutation = useMutation({
    mutationFn: async ({ draft, force }: SaveRequest): Promise<OwnAgent> => {
      const body = bodyOf(draft, { userId, saved: saved?.draft, lastUpdate: force ? undefined : saved?.lastUpdate });
      if (!saved) return (await api.createAgent(body, SAVE_TIMEOUT_MS)).chat;
      return (await api.saveAgent(saved.id, body, SAVE_TIMEOUT_MS)).chat;
    },
    onSuccess: (chat) => {
      setSaved(savedOf(chat));
      queryClient.setQueryData(agentQuery(chat.id).queryKey, chat);
      void queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey, refetchType: "none" });
    },
  });
  return { saved, mutation };
}
