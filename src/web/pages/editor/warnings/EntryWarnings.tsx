import { useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeCalls } from "../../../../contract/calls/knowledge.ts";
import { parseEntry } from "../../../../contract/knowledge.ts";
import { ApiError, call } from "../../../api.ts";
import { failureText } from "../../../text/failure.ts";
import { formatNumber } from "../../../text/format.ts";
import { useToast } from "../../../ui/Toast.tsx";
import type { KnowledgeSource, ShownEntry } from "../knowledge/knowledge-source.ts";
import type { ShownWarnings } from "./use-warnings.ts";
import { WarningNote } from "./WarningNote.tsx";

interface EntryWarningsProps {
  entry: ShownEntry;
  /** Null: the agent was never saved. */
  chatId: string | null;
  source: KnowledgeSource;
  warnings: ShownWarnings;
  onEdit: (entry: ShownEntry) => void;
  onDelete: (entry: ShownEntry) => void;
}

/** The pressed button may be removed with its warning, so the focus moves to the title of the list. */
const moveFocus = () => document.getElementById("entries-title")?.focus({ preventScroll: true });

/** More than these under one entry are shown on demand. */
const SHOWN_WARNINGS = 3;

/** The warnings about one entry. */
export function EntryWarnings({ entry, chatId, source, warnings, onEdit, onDelete }: EntryWarningsProps) {
  const { t } = useTranslation("editor");
  const showToast = useToast();
  const [isAll, setAll] = useState(false);
  const editOther = async (entryId: string) => {
    const shown = source.entries?.find(({ id }) => id === entryId);
    if (shown) return onEdit(shown);
    try {
      const { entry: other } = await call(knowledgeCalls.fetchEntry, { params: { chatId: chatId ?? "", entryId } });
      onEdit({ ...other, number: 0, uses: null });
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      showToast({ text: isGone ? t("knowledge.entryGone") : failureText(t("knowledge.notOpened"), error), tone: "error" });
      source.reload();
    }
  };
  const endOn = (day: string) => {
    const from = entry.dates?.from ?? null;
    const dates = { from: from !== null && from > day ? null : from, until: day };
    source.update(entry, { entry: entry.entry, dates }, moveFocus);
  };
  const all = warnings.of(entry.id);
  const shown = isAll ? all : all.slice(0, SHOWN_WARNINGS);
  const notes = shown.map((warning) => (
    <WarningNote
      key={warning.key}
      warning={warning}
      entryId={entry.id}
      text={parseEntry(entry.entry).text}
      actions={{
        edit: () => onEdit(entry),
        editOther: (id) => void editOther(id),
        remove: () => {
          onDelete(entry);
          moveFocus();
        },
        endOn,
        dismiss: () => {
          warnings.dismiss(warning);
          moveFocus();
        },
      }}
    />
  ));
  if (shown.length === all.length) return notes;
  return (
    <>
      {notes}
      <button type="button" className="btn btn-ghost btn-sm mt-2 -ms-3 max-sm:min-h-11" onClick={() => setAll(true)}>
        {t("warning.rest", { number: formatNumber(all.length - shown.length) })}
      </button>
    </>
  );
}
