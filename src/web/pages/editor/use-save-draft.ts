import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, fieldsOf, messageOf } from "../../api.ts";
import { keptEntries } from "../../knowledge-queries.ts";
import { useToast } from "../../ui/Toast.tsx";
import type { EditorEvent } from "./editor-state.ts";
import { checkDraft, type Draft } from "./fields/draft.ts";
import { type Problems, problemsOf } from "./fields/form.ts";
import { pictureRefusal } from "./fields/image-address.ts";
import type { useAgentSave } from "./use-agent-save.ts";

/** The toast of a save takes the place of the one before. */
const SAVES = "agent saved";
/** Retry saves what the form holds by then, as this button does. */
export const SAVE_BUTTON = "save-agent";

/** Whether the same save may succeed a moment later. */
const isPassing = (error: Error) => error instanceof ApiError && (error.kind !== "server" || error.status >= 500 || error.status === 429);

interface Saving extends ReturnType<typeof useAgentSave> {
  draft: Draft;
  agentId: string | null;
  dispatch: Dispatch<EditorEvent>;
}

interface SaveOptions {
  /** Writes over what another tab has saved. */
  force?: boolean;
  /** The entries of a new agent, if they have just changed. */
  knowledge?: string[];
}

/** @returns saves the draft, shows what came of it, and returns false if a field must be changed first. */
export function useSaveDraft({ draft: shown, agentId, saved, mutation, dispatch }: Saving): (options?: SaveOptions) => boolean {
  const { t } = useTranslation("editor");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const chatId = saved?.id ?? null;

  const refuse = (problems: Problems) => {
    dispatch({ type: "refused", problems });
    // The timeout lets the tab render first.
    if (Object.keys(problems).length > 0) setTimeout(() => document.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
  };

  const showFailure = (error: Error, retry: () => void) => {
    refuse(problemsOf(fieldsOf(error)));
    const code = error instanceof ApiError ? error.code : null;
    // The alert above the form explains it and offers both choices.
    if (code === "changed_meanwhile") return document.getElementById("editor-panel")?.scrollIntoView();
    if (code === "not_found") {
      dispatch({ type: "deletedElsewhere", knowledge: keptEntries(queryClient, chatId) });
      return showToast({ text: t("editor.deletedElsewhere"), tone: "error" });
    }
    const isAnswered = error instanceof ApiError && error.kind === "server";
    const text = messageOf(error, isAnswered ? t("editor.saveFailed") : t("error.network"));
    const detail = isAnswered ? undefined : `${t("failed.save")} ${t("error.next")}`;
    const action = { label: t("retry"), run: retry };
    showToast({ text, detail, tone: "error", group: SAVES, ...(isPassing(error) && { action, stays: true }) });
  };

  const save = ({ force = false, knowledge }: SaveOptions = {}): boolean => {
    const draft = knowledge ? { ...shown, knowledge } : shown;
    const texts = { nameRequired: t("editor.nameRequired"), colour: t("editor.badColour"), address: pictureRefusal(t) };
    const found = Object.entries(checkDraft(draft)).map(([field, problem]) => [field, texts[problem]]);
    if (found.length > 0) {
      refuse(Object.fromEntries(found));
      return false;
    }
    dispatch({ type: "saving" });
    mutation.mutate(
      { draft, force },
      {
        onSuccess: (stored) => {
          dispatch({ type: "saved", sent: draft, stored, isNew: !saved || stored.id !== agentId });
          showToast({ text: saved ? t("editor.saved") : t("editor.created"), group: SAVES });
        },
        onError: (error) => showFailure(error, () => document.getElementById(SAVE_BUTTON)?.click()),
      },
    );
    return true;
  };
  return save;
}
