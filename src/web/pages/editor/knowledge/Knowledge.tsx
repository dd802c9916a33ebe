import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeCalls } from "../../../../contract/calls/knowledge.ts";
import { parseEntry } from "../../../../contract/knowledge.ts";
import type { EntryDates, StoredEntry } from "../../../../contract/knowledge-calls.ts";
import { ApiError, call } from "../../../api.ts";
import { settingsQuery } from "../../../queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { type EntryForm, entryFormOf, joinTexts } from "../fields/draft.ts";
import type { EditorLimits } from "../fields/form.ts";
import { EntryWarnings } from "../warnings/EntryWarnings.tsx";
import { useWarnings } from "../warnings/use-warnings.ts";
import { WarningsBar } from "../warnings/WarningsBar.tsx";
import { KnowledgeFailure } from "./KnowledgeFailure.tsx";
import { KnowledgeForm, type NotePending } from "./KnowledgeForm.tsx";
import { KnowledgeList } from "./KnowledgeList.tsx";
import type { Failure, FailurePlace, KnowledgeSource, ShownEntry } from "./knowledge-source.ts";

interface KnowledgeProps {
  source: KnowledgeSource;
  limits: EditorLimits;
  /** Null: the agent was never saved. */
  chatId: string | null;
  /** Whether the agent has a name, without which it cannot be saved. */
  isNamed: boolean;
  /** A visitor's question from a conversation, with which the form starts; otherwise empty. */
  question: string;
  /** The id of the entry that the form shows first; otherwise empty. */
  openedId: string;
  /** Called when the question was saved as an entry. */
  onQuestionUsed: () => void;
  /** False while another tab is shown. */
  isShown: boolean;
  onPending: NotePending;
  /** The text that was in the form before the page was reloaded. */
  kept: EntryForm | null;
}

/** The third tab: the agent's knowledge. */
export function Knowledge(props: KnowledgeProps) {
  const { source, limits, chatId, isNamed, question, openedId, onQuestionUsed, isShown, onPending, kept } = props;
  const { t } = useTranslation("editor");
  const remaining = Math.max(0, limits.entries - source.count);
  const [editing, setEditing] = useState<ShownEntry | null>(null);
  const continued = useContinuedEntry(source, question !== "" && source.entries !== null && remaining === 0, setEditing);
  const isGone = useOpenedEntry(chatId, openedId, setEditing);
  const takesQuestion = question !== "" && (editing === null || editing.id === continued);
  // It is used only once: a form that is mounted again must not show a text that was added since.
  const [keptEntry, setKeptEntry] = useState(kept);
  const [pending, setPending] = useState<EntryForm | null>(null);
  const notePending = useCallback(
    (entry: EntryForm | null, isReady: boolean) => {
      setPending(entry);
      onPending(entry, isReady);
    },
    [onPending],
  );
  // Counts the examples that were chosen; each one mounts a new form.
  const [examples, setExamples] = useState(0);
  const takeExample = (text: string) => {
    const { kind = "text", url = "", dates } = pending ?? {};
    setKeptEntry({ kind, text: joinTexts(pending?.text.trim() ?? "", text), url, dates });
    setExamples(examples + 1);
  };
  const only = source.count === 1 && source.search === "" ? source.entries?.[0] : undefined;
  const place: FailurePlace = editing?.id ?? "form";
  const failure = failureOfForm(source, place);
  /** Empties the form, unless it holds another entry by now. */
  const finish = (of: FailurePlace) => {
    setEditing((now) => ((now?.id ?? "form") === of ? null : now));
    if (of === place) setKeptEntry(null);
    if (takesQuestion) onQuestionUsed();
  };
  const edit = (entry: ShownEntry) => {
    setKeptEntry(null);
    setEditing(entry);
    document.getElementById("editor-panel")?.scrollIntoView({ block: "start" });
  };
  const remove = (entry: ShownEntry) => {
    if (editing?.id === entry.id) setEditing(null);
    source.remove(entry);
  };
  const warnings = useWarnings(chatId, source);
  const isSettled = useSettled({
    isShowable: source.entries !== null,
    isReady: chatId === null || warnings.isChecked || (source.entries !== null && source.count === 0),
  });
  const loadLatest = async (id: string) => {
    if (chatId === null) return;
    const { entry } = await call(knowledgeCalls.fetchEntry, { params: { chatId, entryId: id } });
    source.reload();
    source.dismiss(id);
    setEditing({ ...entry, number: editing?.number ?? 0, uses: null });
  };
  return (
    <>
      <KnowledgeHead remaining={source.entries ? remaining : null} isSaved={chatId !== null} isNamed={isNamed} />
      {takesQuestion && (
        <p className="mt-5 max-w-[60ch] font-semibold">{t(editing === null ? "knowledge.fromVisitor" : "knowledge.fromVisitorFull")}</p>
      )}
      {isGone && (
        <Alert tone="warning" className="mt-5">
          {t("knowledge.openedGone")}
        </Alert>
      )}
      <KnowledgeForm
        key={editing ? `edit-${editing.id}-${editing.version}` : `add-${examples}`}
        entry={editing && { entry: editing.entry, dates: datesOf(editing) }}
        hasDates={chatId !== null}
        question={takesQuestion ? question : ""}
        planWords={limits.words}
        entryLimit={limits.entries}
        count={source.count}
        isBusy={source.isSaving}
        isShown={isShown}
        onPending={notePending}
        kept={
          editing === null
            ? keptEntry
            : failure?.unsaved === undefined
              ? null
              : { ...entryFormOf(failure.unsaved.entry), dates: failure.unsaved.dates }
        }
        startsWriting={editing === null && keptEntry !== null && examples > 0}
        onContinue={only && (() => setEditing(only))}
        onCancel={() => {
          source.dismiss(place);
          setEditing(null);
        }}
        failure={(content, retry) =>
          failure && (
            <KnowledgeFailure
              // Retry sends the current content of the form.
              failure={{ ...failure, retry: failure.retry && retry }}
              onLoadLatest={editing ? () => void loadLatest(editing.id).catch(source.reload) : undefined}
              onOverwrite={editing ? () => source.update({ ...editing, version: null }, content, () => finish(editing.id)) : undefined}
              onAddAsNew={() => source.add(content, () => finish(place))}
            />
          )
        }
        onSubmit={(content, onDone) => {
          if (editing) return source.update(editing, content, () => finish(editing.id));
          source.add(content, () => {
            onDone();
            finish("form");
          });
        }}
      />
      <KnowledgeList
        source={source}
        limit={limits.entries}
        editing={editing?.id ?? null}
        onEdit={edit}
        onDelete={remove}
        isSettled={isSettled}
        bar={chatId !== null && <WarningsBar source={source} warnings={warnings} />}
        notesOf={(entry) => (
          <EntryWarnings entry={entry} chatId={chatId} source={source} warnings={warnings} onEdit={edit} onDelete={remove} />
        )}
        onDeleteAll={() => {
          setEditing(null);
          source.removeAll();
        }}
        onExample={takeExample}
      />
      {source.entries && isSettled && <CareNote />}
    </>
  );
}

/** The days of an entry without their state. */
const datesOf = ({ dates }: ShownEntry): EntryDates | null => (dates ? { from: dates.from, until: dates.until } : null);

/** Says in words how sure the built-in answerer must be. The administrator sets it. */
function CareNote() {
  const { t } = useTranslation("editor");
  const { data } = useQuery(settingsQuery());
  const percent = data?.wrongAnswers;
  return percent === undefined ? null : (
    <p className="mt-6 max-w-[60ch] text-sm text-quiet">{t("knowledge.sure", { number: formatNumber(percent) })}</p>
  );
}

interface KnowledgeHeadProps {
  /** How many more entries the plan allows; null while that is not known. */
  remaining: number | null;
  /** Whether the agent was ever saved. */
  isSaved: boolean;
  isNamed: boolean;
}

function KnowledgeHead({ remaining, isSaved, isNamed }: KnowledgeHeadProps) {
  const { t } = useTranslation("editor");
  const saving = isSaved ? t("knowledge.savedAtOnce") : isNamed ? t("knowledge.savesAgent") : t("knowledge.needsName");
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">{t("knowledge.title")}</h2>
        {remaining !== null && (
          <p className="text-quiet">
            {t("knowledge.remaining")} <span className="font-semibold text-base-content tabular-nums">{formatNumber(remaining)}</span>
          </p>
        )}
      </div>
      <p className="mt-1 max-w-[60ch] text-quiet">
        {t("knowledge.lead")} {saving}
      </p>
    </>
  );
}

/** Why the entry in the form was not saved. A failed move or deletion is shown in the entry's row instead. */
function failureOfForm(source: KnowledgeSource, place: FailurePlace): Failure | undefined {
  const failure = source.failures.get(place);
  return failure?.unsaved === undefined ? undefined : failure;
}

/** Opens the entry that a link names. @returns whether it no longer exists. */
function useOpenedEntry(chatId: string | null, id: string, onFound: (entry: ShownEntry) => void): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (chatId === null || id === "") return;
    const found = ({ entry }: { entry: StoredEntry }) => onFound({ ...entry, number: 0, uses: null });
    const lost = (error: unknown) => setGone(error instanceof ApiError && error.status === 404);
    call(knowledgeCalls.fetchEntry, { params: { chatId, entryId: id } }).then(found, lost);
  }, [chatId, id, onFound]);
  return isGone;
}

/** If the plan has no room for another entry, a visitor's question is added to the newest text entry. @returns that entry's id. */
function useContinuedEntry(source: KnowledgeSource, isWanted: boolean, onFound: (entry: ShownEntry) => void): string | null {
  const [found, setFound] = useState<string | null>(null);
  const { entries, page, order, isStale } = source;
  useEffect(() => {
    if (!isWanted || found !== null || isStale || entries === null || page > 1 || order !== "newest") return;
    const newest = entries.find(({ entry }) => parseEntry(entry).kind === "text");
    if (!newest) return;
    setFound(newest.id);
    onFound(newest);
  }, [isWanted, found, isStale, entries, page, order, onFound]);
  return found;
}
