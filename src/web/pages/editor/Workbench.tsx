import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import type { OwnAgent } from "../../../contract/agent.ts";
import { IMAGE_URL_INVALID } from "../../../contract/knowledge.ts";
import { ApiError, fieldsOf, messageOf } from "../../api.ts";
import { keptEntries, knowledgeKey } from "../../knowledge-queries.ts";
import { lastSessionEnd, watchSession } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { EditorHeader } from "./EditorHeader.tsx";
import { Appearance } from "./fields/Appearance.tsx";
import { BasicInfo } from "./fields/BasicInfo.tsx";
import { checkDraft, type Draft, draftOf, type EntryForm, emptyDraft, isSameDraft, mergeStored } from "./fields/draft.ts";
import { type EditorLimits, type Problems, problemsOf, tabWith } from "./fields/form.ts";
import { KnownVisitors } from "./fields/KnownVisitors.tsx";
import { Knowledge } from "./knowledge/Knowledge.tsx";
import { useDraftKnowledge } from "./knowledge/use-draft-knowledge.ts";
import { useStoredKnowledge } from "./knowledge/use-stored-knowledge.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { PreviewDialog, PreviewPanel } from "./preview/Preview.tsx";
import { shelve, takeShelved } from "./shelf.ts";
import { questionOf, TabList, type TabName, tabOf } from "./TabList.tsx";
import { useAgentSave } from "./use-agent-save.ts";

/** A new agent's page reloads this long after its first save (product 10.4). */
const RELOAD_MS = 800;

interface WorkbenchProps {
  userId: string;
  agent: OwnAgent | null;
  limits: EditorLimits;
}

/** The form on the left, and the live widget on the right. */
export function Workbench({ userId, agent, limits }: WorkbenchProps) {
  const { t } = useTranslation("editor");
  const showToast = useToast();
  const location = useLocation();
  const navigate = useNavigate();
  const [tab, setTab] = useState<TabName>(() => tabOf(location.state, location.search));
  const agentId = agent?.id ?? null;
  const [shelved] = useState(() => takeShelved(userId, agentId));
  const [draft, setDraft] = useState<Draft>(() => shelved?.draft ?? (agent ? draftOf(agent) : emptyDraft()));
  const [pendingEntry, setPendingEntry] = useState<EntryForm | null>(null);
  const [question, setQuestion] = useState(() => questionOf(location.state));
  const [problems, setProblems] = useState<Problems>({});
  const [createdId, setCreatedId] = useState<string | null>(null);
  const isWide = useMediaQuery("(min-width: 64rem)");
  const [wantsPreview, setWantsPreview] = useState<boolean | null>(null);
  const isPreviewShown = wantsPreview ?? isWide;
  const { saved, mutation } = useAgentSave(userId, agent);
  const chatId = saved?.id ?? null;
  const queryClient = useQueryClient();
  const [knowledgeChanges, setKnowledgeChanges] = useState(0);
  const stored = useStoredKnowledge({ chatId, userId, onChanged: useCallback(() => setKnowledgeChanges((count) => count + 1), []) });
  const waiting = useDraftKnowledge({
    entries: draft.knowledge,
    onChange: (knowledge) => change({ knowledge }),
    isSaving: mutation.isPending,
  });
  const isSavingEntry = useIsMutating({ mutationKey: knowledgeKey(chatId) }) > 0;
  const isDirty = !isSameDraft(draft, saved?.draft ?? emptyDraft());
  const isConflict = mutation.error instanceof ApiError && mutation.error.code === "changed_meanwhile";

  const isUnsaved = isDirty || pendingEntry !== null;
  const latest = useRef({ draft, entry: pendingEntry, isUnsaved });
  useEffect(() => {
    latest.current = { draft, entry: pendingEntry, isUnsaved };
  }, [draft, pendingEntry, isUnsaved]);
  // If the server ends the session, the user returns here after a login, so the draft is kept for then.
  useEffect(
    () =>
      watchSession(() => {
        if (lastSessionEnd() === "refused" && latest.current.isUnsaved) shelve(userId, agentId, latest.current);
      }),
    [userId, agentId],
  );

  useEffect(() => {
    if (createdId === null) return;
    const timer = setTimeout(() => {
      if (latest.current.isUnsaved) shelve(userId, createdId, latest.current);
      void navigate(`/editor?chatId=${encodeURIComponent(createdId)}`, { replace: true, state: { tab } });
    }, RELOAD_MS);
    return () => clearTimeout(timer);
  }, [createdId, navigate, tab, userId]);

  const change = (patch: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in patch))));
  };

  const showProblems = (found: Problems) => {
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first === undefined) return;
    setTab(tabWith(first));
    // The timeout lets the tab render first.
    setTimeout(() => document.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
  };

  const save = (force = false) => {
    const texts = { nameRequired: t("editor.nameRequired"), colour: t("editor.badColour"), address: IMAGE_URL_INVALID };
    const found = Object.entries(checkDraft(draft)).map(([field, problem]) => [field, texts[problem]]);
    if (found.length > 0) return showProblems(Object.fromEntries(found));
    setProblems({});
    mutation.mutate(
      { draft, force },
      {
        onSuccess: (chat) => {
          setDraft((now) => mergeStored(now, draft, draftOf(chat)));
          showToast({ text: saved ? t("editor.saved") : t("editor.created") });
          if (!saved || chat.id !== agentId) setCreatedId(chat.id);
        },
        onError: (error) => {
          showProblems(problemsOf(fieldsOf(error)));
          const code = error instanceof ApiError ? error.code : null;
          // The alert above the form explains it and offers both choices.
          if (code === "changed_meanwhile") return document.getElementById("editor-panel")?.scrollIntoView();
          if (code === "not_found") {
            setDraft((now) => ({ ...now, knowledge: keptEntries(queryClient, chatId) }));
            return showToast({ text: t("editor.deletedElsewhere"), tone: "error" });
          }
          const fallback = error instanceof ApiError && error.kind === "server" ? t("editor.saveFailed") : t("error.network");
          showToast({ text: messageOf(error, fallback), tone: "error" });
        },
      },
    );
  };

  useSaveShortcut(() => {
    if (isDirty && !mutation.isPending && createdId === null) save();
  });

  const form = { draft, change, problems };
  const preview = { draft, userId, chatId: agent?.id ?? null, knowledgeChanges };
  return (
    <div data-fills="lg" className="flex min-h-screen flex-col lg:h-screen lg:overflow-hidden">
      <EditorHeader
        name={draft.chatName}
        chatId={chatId}
        state={mutation.isPending || isSavingEntry ? "saving" : isDirty ? "unsaved" : pendingEntry ? "entry" : saved ? "saved" : "new"}
        isBusy={mutation.isPending || (createdId !== null && !agent)}
        isPreviewShown={isPreviewShown}
        onTogglePreview={() => setWantsPreview(!isPreviewShown)}
        onSave={() => save()}
      />
      <div className="flex min-h-0 flex-1">
        <main className="min-w-0 flex-1 lg:overflow-y-auto">
          <TabList tab={tab} onChange={setTab} />
          <div id="editor-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="mx-auto max-w-2xl px-4 pt-8 pb-32 sm:px-8">
            {isConflict && <Conflict onOverwrite={() => save(true)} />}
            {tab === "basic" && <BasicInfo {...form} />}
            {tab === "basic" && agent && <KnownVisitors chatId={agent.id} hasSecret={agent.hasIdentifySecret} />}
            {tab === "appearance" && <Appearance {...form} />}
            {/* It stays mounted while another tab is shown, so that a half-written text is not lost. */}
            <div hidden={tab !== "knowledge"}>
              <Knowledge
                isShown={tab === "knowledge"}
                onPending={setPendingEntry}
                kept={shelved?.entry ?? null}
                source={chatId === null ? waiting : stored}
                chatId={chatId}
                limits={limits}
                question={question}
                onQuestionUsed={() => {
                  setQuestion("");
                  // A reload must not bring the question back.
                  void navigate(location, { replace: true, state: { tab } });
                }}
              />
            </div>
          </div>
        </main>
        {isWide && isPreviewShown && <PreviewPanel {...preview} />}
      </div>
      {!isWide && isPreviewShown && <PreviewDialog {...preview} onClose={() => setWantsPreview(false)} />}
      <LeaveGuard isDirty={isUnsaved && createdId === null} isSaving={mutation.isPending || isSavingEntry} />
    </div>
  );
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

/** The agent was saved in another tab in between. The user decides which version is kept. */
function Conflict({ onOverwrite }: { onOverwrite: () => void }) {
  const { t } = useTranslation("editor");
  return (
    <Alert
      tone="warning"
      className="mb-6"
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
  );
}
