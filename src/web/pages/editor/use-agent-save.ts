import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { OwnAgent } from "../../../contract/agent.ts";
import { agentCalls } from "../../../contract/calls/agents.ts";
import { ApiError, call } from "../../api.ts";
import { randomId } from "../../ids.ts";
import { agentQuery, userQuery } from "../../queries.ts";
import { type AgentBody, bodyOf, type Draft, draftOf, isStored } from "./fields/draft.ts";

/** The stored state of the agent, after its first save. */
export interface Saved {
  id: string;
  version: string;
  draft: Draft;
}

function savedOf(agent: OwnAgent | null): Saved | null {
  return agent && { id: agent.id, version: agent.version, draft: draftOf(agent) };
}

interface SaveRequest {
  draft: Draft;
  /** Overwrites what another tab saved in between. */
  force?: boolean;
}

/** The version that a save replaces. If an earlier save got no answer but was stored, it is the version of that save. */
async function versionToReplace(saved: Saved, unanswered: Draft | null): Promise<string> {
  if (unanswered === null) return saved.version;
  const current = await call(agentCalls.fetchAgent, { params: { chatId: saved.id }, query: { knowledge: "none" } });
  const isOurs = "userId" in current && isStored(draftOf(current), unanswered);
  return isOurs ? current.version : saved.version;
}

/** Saves the agent (a new one with its knowledge) within 8 s, keeps the stored state, and marks the dashboard's data as stale. */
export function useAgentSave(userId: string, agent: OwnAgent | null) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<Saved | null>(() => savedOf(agent));
  const [requestKey, setRequestKey] = useState(randomId);
  const unanswered = useRef<Draft | null>(null);
  const send = async (body: AgentBody, force: boolean): Promise<OwnAgent> => {
    if (!saved) return (await call(agentCalls.createAgent, { body, requestKey })).chat;
    const version = force ? null : await versionToReplace(saved, unanswered.current);
    return (await call(agentCalls.saveAgent, { params: { chatId: saved.id }, query: { knowledge: "none" }, body, version })).chat;
  };
  const mutation = useMutation({
    mutationFn: ({ draft, force = false }: SaveRequest) => send(bodyOf(draft, { userId, saved: saved?.draft }), force),
    onSuccess: (chat) => {
      unanswered.current = null;
      setSaved(savedOf(chat));
      queryClient.setQueryData(agentQuery(chat.id).queryKey, chat);
      void queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey, refetchType: "none" });
    },
    onError: (error, { draft }) => {
      if (!(error instanceof ApiError)) return;
      if (error.kind !== "server") unanswered.current = draft;
      // The agent was deleted elsewhere. The version on screen can still be saved as a new agent.
      if (error.status === 404) {
        setSaved(null);
        setRequestKey(randomId());
      }
    },
  });
  return { saved, mutation };
}
