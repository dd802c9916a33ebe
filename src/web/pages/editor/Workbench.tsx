import { useIsMutating } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import type { OwnAgent } from "../../../contract/agent.ts";
import { ApiError } from "../../api.ts";
import { knowledgeKey } from "../../knowledge-queries.ts";
import { useMay } from "../../may.ts";
import { withTexts } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { RowBones } from "../../ui/page/ContentBones.tsx";
import { OwnerBanner } from "../../ui/page/OwnerBanner.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useSession } from "../../use-session.ts";
import { EmbedDialog } from "../dashboard/EmbedCode.tsx";
import { EditorHeader } from "./EditorHeader.tsx";
import { initialState, reduceEditor } from "./editor-state.ts";
import { Appearance } from "./fields/Appearance.tsx";
import { BasicInfo } from "./fields/BasicInfo.tsx";
import { Developers } from "./fields/Developers.tsx";
import { type Draft, type EntryForm, emptyDraft, isSameDraft } from "./fields/draft.ts";
import type { EditorLimits, FormProps } from "./fields/form.ts";
import { Knowledge } from "./knowledge/Knowledge.tsx";
import { KNOWLEDGE_FORM } from "./knowledge/KnowledgeForm.tsx";
import { useDraftKnowledge } from "./knowledge/use-draft-knowledge.ts";
import { useStoredKnowledge } from "./knowledge/use-stored-knowledge.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { PreviewDialog, PreviewPanel } from "./preview/Preview.tsx";
import { takeShelved } from "./shelf.ts";
import { entryIdOf, questionOf, TabList, tabOf, versionOf } from "./TabList.tsx";
import { useAgentSave } from "./use-agent-save.ts";
import { useKeepUnsaved } from "./use-keep-unsaved.ts";
import { useSaveDraft } from "./use-save-draft.ts";

const Golden = lazy(async () => ({ default: (await withTexts(() => import("./golden/Golden.tsx"), "golden")).Golden }));
const History = lazy(async () => ({ default: (await withTexts(() => import("./history/History.tsx"), "history", "golden")).History }));

const DraftBar = lazy(async () => ({ default: (await withTexts(() => import("./history/DraftBar.tsx"), "history", "golden")).DraftBar }));

interface WorkbenchProps {
  userId: string;
  agent: OwnAgent | null;
  limits: EditorLimits;
}

/** The form on the left, and the live widget on the right. */
export function Workbench({ userId, agent, limits }: WorkbenchProps) {
  const { isView } = useSession();
  const may = useMay();
  const location = useLocation();
  const navigate = useNavigate();
  const agentId = agent?.id ?? null;
  const [shelved] = useState(() => takeShelved(userId, agentId));
  const [state, dispatch] = useReducer(reduceEditor, null, () =>
    initialState({ tab: tabOf(location.state, location.search, agent), question: questionOf(location.state), shelved, agent }),
  );
  const { tab, draft, problems, pendingEntry, createdId } = state;
  const [isEmbedShown, setEmbedShown] = useState(false);
  const change = useCallback((patch: Partial<Draft>) => dispatch({ type: "changed", patch }), []);
  const notePending = useCallback((entry: EntryForm | null, isReady: boolean) => dispatch({ type: "pending", entry, isReady }), []);
  const isWide = useMediaQuery("(min-width: 64rem)");
  // The draft of a preview is stored for the account, so who may change nothing has none.
  const hasPreview = !isView && may.edit;
  const isPreviewShown = hasPreview && (state.wantsPreview ?? isWide);
  const { saved, mutation } = useAgentSave(userId, agent);
  const chatId = saved?.id ?? null;
  const save = useSaveDraft({ draft, agentId, saved, mutation, dispatch });
  const knowledge = useKnowledgeSource({
    ...{ userId, chatId, draft, change, isSaving: mutation.isPending },
    // An entry that was added is saved. A new agent can be saved only with a name.
    onAdded: (entries) => draft.chatName.trim() !== "" && save({ knowledge: entries }),
  });
  const isSavingEntry = useIsMutating({ mutationKey: knowledgeKey(chatId) }) > 0;
  const isDirty = !isSameDraft(draft, saved?.draft ?? emptyDraft());
  const isUnsaved = isDirty || pendingEntry !== null;
  const isConflict = mutation.error instanceof ApiError && mutation.error.code === "changed_meanwhile";
  useKeepUnsaved({ userId, agentId, createdId, tab }, { draft, entry: pendingEntry, isUnsaved });
  useSaveShortcut(() => {
    if (isDirty && may.edit && !mutation.isPending && createdId === null) save();
  });

  const form = { draft, change, problems };
  const preview = { draft, userId, chatId: agentId, knowledgeChanges: knowledge.changes, hasTrial: true };
  const saveState = mutation.isPending || isSavingEntry ? "saving" : isDirty ? "unsaved" : pendingEntry ? "entry" : saved ? "saved" : "new";
  return (
    <div
      data-fills="lg"
      className={`flex min-h-screen flex-col ${isView ? "lg:h-[calc(100vh-3.5rem)]" : "lg:h-screen"} lg:overflow-hidden`}
    >
      {may.member && <OwnerBanner />}
      <EditorHeader
        name={draft.chatName}
        chatId={chatId}
        state={saveState}
        isBusy={mutation.isPending || (createdId !== null && !agent)}
        isPreviewShown={hasPreview ? isPreviewShown : null}
        onTogglePreview={() => dispatch({ type: "preview", isWanted: !isPreviewShown })}
        onEmbed={() => setEmbedShown(true)}
        onSave={() => save()}
      />
      <div className="flex min-h-0 flex-1">
        {/* A question that comes pushes the form down: the browser must not scroll the field under it. */}
        <main className={`relative min-w-0 flex-1 lg:overflow-y-auto ${isConflict ? "[overflow-anchor:none]" : ""}`}>
          <TabList tab={tab} mayEdit={may.edit} onChange={(name) => dispatch({ type: "tab", tab: name })} />
          {isConflict && <Conflict onOverwrite={() => save({ force: true })} />}
          <div id="editor-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="mx-auto max-w-2xl px-4 pt-8 pb-32 sm:px-8">
            <fieldset disabled={isView || !may.edit} className="min-w-0">
              {tab === "basic" && <BasicInfo {...form} />}
              {tab === "appearance" && <Appearance {...form} />}
            </fieldset>
            {tab === "developers" && <Developers agent={agent} />}
            {tab === "golden" && (
              <Suspense fallback={<RowBones />}>
                <Golden chatId={chatId} />
              </Suspense>
            )}
            {tab === "history" && (
              <Suspense fallback={<RowBones />}>
                <History userId={userId} chatId={chatId} isUnsaved={isUnsaved} opened={versionOf(location.search)} />
              </Suspense>
            )}
            {/* It stays mounted while another tab is shown, so that a half-written text is not lost. */}
            <div hidden={tab !== "knowledge"}>
              <Knowledge
                {...{ draft, change }}
                isShown={tab === "knowledge"}
                onPending={notePending}
                kept={shelved?.entry ?? null}
                source={knowledge.source}
                chatId={chatId}
                isNamed={draft.chatName.trim() !== ""}
                limits={limits}
                question={state.question}
                openedId={entryIdOf(location.search)}
                onQuestionUsed={() => {
                  dispatch({ type: "questionUsed" });
                  // A reload must not bring the question back.
                  void navigate(location, { replace: true, state: { tab } });
                }}
              />
            </div>
          </div>
        </main>
        {isWide && isPreviewShown && <PreviewPanel {...preview} />}
      </div>
      {agent?.hasDraft && saved && !isView && may.edit && (
        <Suspense fallback={<div className="h-14 border-t border-base-300 bg-base-200 max-lg:hidden" />}>
          <DraftBar {...{ userId, tab, isUnsaved }} chatId={saved.id} stored={`${saved.version} ${knowledge.changes}`} />
        </Suspense>
      )}
      {!isWide && isPreviewShown && <PreviewDialog {...preview} onClose={() => dispatch({ type: "preview", isWanted: false })} />}
      <LeaveGuard
        hasChanges={isDirty && createdId === null}
        pending={pendingEntry === null || createdId !== null ? "none" : state.isPendingReady ? "ready" : "unfinished"}
        isSaving={mutation.isPending || isSavingEntry}
        onSave={() => save()}
        addingSaves={chatId === null && draft.chatName.trim() !== ""}
        onAdd={() => document.querySelector<HTMLFormElement>(`#${KNOWLEDGE_FORM}`)?.requestSubmit()}
      />
      {isEmbedShown && chatId && <EmbedDialog chatId={chatId} onClose={() => setEmbedShown(false)} />}
    </div>
  );
}

/** A saved agent's entries are on the server, a new one's in the draft. `changes` counts what was stored. */
function useKnowledgeSource(of: {
  userId: string;
  chatId: string | null;
  draft: Draft;
  change: FormProps["change"];
  isSaving: boolean;
  onAdded: (entries: string[]) => void;
}) {
  const { userId, chatId, draft, change, isSaving, onAdded } = of;
  const [changes, setChanges] = useState(0);
  const stored = useStoredKnowledge({ chatId, userId, onChanged: useCallback(() => setChanges((count) => count + 1), []) });
  const waiting = useDraftKnowledge({ entries: draft.knowledge, onChange: (knowledge) => change({ knowledge }), onAdded, isSaving });
  return { source: chatId === null ? waiting : stored, changes };
}

/** Saves on Ctrl+S and ⌘S. */
function useSaveShortcut(save: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

/** The agent was saved in another tab in between. The question pushes the form down, and stays below the tabs until the user has decided which version is kept. */
function Conflict({ onOverwrite }: { onOverwrite: () => void }) {
  const { t } = useTranslation("editor");
  return (
    <div className="sticky top-27 z-9 border-b border-base-300 bg-base-100 py-4 lg:top-11">
      <div className="mx-auto max-w-2xl px-4 sm:px-8">
        <Alert
          tone="warning"
          actions={
            <>
              <button type="button" className="btn btn-line btn-sm" onClick={() => location.reload()}>
                {t("conflict.load")}
              </button>
              <button type="button" className="btn btn-line btn-sm" onClick={onOverwrite}>
                {t("conflict.overwrite")}
              </button>
            </>
          }
        >
          {t("conflict.text")}
        </Alert>
      </div>
    </div>
  );
}
