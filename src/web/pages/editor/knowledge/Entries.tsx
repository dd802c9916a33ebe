import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeCalls } from "../../../../contract/calls/knowledge.ts";
import { parseEntry } from "../../../../contract/knowledge.ts";
import type { EntryDates, StoredEntry } from "../../../../contract/knowledge-calls.ts";
import { ApiError, call } from "../../../api.ts";
import { settingsQuery } from "../../../queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { type EntryForm, entryFormOf, joinTexts } from "../fields/draft.ts";
import { EntryWarnings } from "../warnings/EntryWarnings.tsx";
import { useWarnings } from "../warnings/use-warnings.ts";
import { WarningsBar } from "../warnings/WarningsBar.tsx";
import { KnowledgeFailure } from "./KnowledgeFailure.tsx";
import { KnowledgeForm } from "./KnowledgeForm.tsx";
import { KnowledgeList } from "./KnowledgeList.tsx";
import type { KnowledgeProps } from "./knowledge-props.ts";
import type { Failure, FailurePlace, KnowledgeSource, ShownEntry } from "./knowledge-source.ts";
import { originText } from "./origin-text.ts";

interface EntriesProps extends KnowledgeProps {
  lead: ReactNode;
  /** An entry that another view opens; each time another object. */
  wanted: ShownEntry | null;
  onOpenSource: (sourceId: string) => void;
  onRead?: () => void;
}

/** The form for an entry, and the list of all. */
export function Entries(props: EntriesProps) {
  const { source, limits, chatId, question, openedId, onQuestionUsed, isShown, onPending, kept, lead, wanted, onOpenSource, onRead } =
    props;
  const { t } = useTranslation("editor");
  const remaining = Math.max(0, limits.entries - source.typed);
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
  const [opened, setOpened] = useState(wanted);
  if (wanted !== opened) {
    setOpened(wanted);
    setKeptEntry(null);
    setEditing(wanted);
  }
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
      {lead}
      {takesQuestion && (
        <p className="mt-5 max-w-[60ch] font-semibold">{t(editing === null ? "knowledge.fromVisitor" : "knowledge.fromVisitorFull")}</p>
      )}
      {isGone && (
        <Alert tone="warning" className="mt-5">
          {t("knowledge.openedGone")}
        </Alert>
      )}
      {editing?.origin && <p className="mt-5 max-w-[60ch] text-quiet">{t("origin.editing", { from: originText(t, editing.origin) })}</p>}
      <OwnerOnly>
        <KnowledgeForm
          key={editing ? `edit-${editing.id}-${editing.version}` : `add-${examples}`}
          entry={editing && { entry: editing.entry, dates: datesOf(editing) }}
          hasDates={chatId !== null}
          question={takesQuestion ? question : ""}
          planWords={limits.words}
          entryLimit={limits.entries}
          count={source.typed}
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
      </OwnerOnly>
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
        onOpenSource={onOpenSource}
        onRead={onRead}
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
