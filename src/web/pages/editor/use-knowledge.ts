import type { UseMutationResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { OwnAgent } from "../../../contract/agent.ts";
import { ApiError, messageOf } from "../../api.ts";
import { useToast } from "../../ui/Toast.tsx";
import type { Draft } from "./draft.ts";
import type { Saved } from "./use-agent-save.ts";

export type SaveMutation = UseMutationResult<OwnAgent, Error, { draft: Draft; force?: boolean }>;

interface KnowledgeDeps {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  /** Null for an agent that was never saved: its list waits for the first save. */
  saved: Saved | null;
  save: SaveMutation;
}

interface Texts {
  done: string;
  failed: string;
}

/**
 * Changes the knowledge list. For a saved agent the list is saved at once, with the agent as the server has it: other
 * unsaved fields stay unsaved.
 */
export function useKnowledge({ draft, change, saved, save }: KnowledgeDeps) {
  const { t } = useTranslation();
  const showToast = useToast();

  const put = (knowledge: string[], texts: Texts, onDone?: () => void) => {
    const announce = () => {
      showToast({ text: texts.done });
      onDone?.();
    };
    if (!saved) {
      change({ knowledge });
      announce();
      return;
    }
    save.mutate(
      { draft: { ...saved.draft, knowledge } },
      {
        onSuccess: (chat) => {
          change({ knowledge: chat.knowledge });
          announce();
        },
        onError: (error) => {
          // A limit says which; everything else is the described text.
          const isExplained = error instanceof ApiError && (error.code === "plan_limit" || error.code === "changed_meanwhile");
          showToast({ text: isExplained ? messageOf(error, texts.failed) : texts.failed, tone: "error" });
        },
      },
    );
  };

  return {
    add: (entry: string, onDone: () => void) =>
      put([...draft.knowledge, entry], { done: t("knowledge.added"), failed: t("knowledge.saveFailed") }, onDone),
    update: (at: number, entry: string, onDone: () => void) =>
      put(draft.knowledge.with(at, entry), { done: t("knowledge.updated"), failed: t("knowledge.saveFailed") }, onDone),
    remove: (at: number) => put(draft.knowledge.toSpliced(at, 1), { done: t("knowledge.deleted"), failed: t("knowledge.deleteFailed") }),
    removeAll: () => put([], { done: t("knowledge.allDeleted"), failed: t("knowledge.deleteAllFailed") }),
  };
}
