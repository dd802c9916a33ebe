import { useState } from "react";
import { useTranslation } from "react-i18next";
import { parseEntry } from "../../../contract/knowledge.ts";
import { formatNumber } from "../../text/format.ts";
import type { Draft, EntryForm } from "./draft.ts";
import type { EditorLimits } from "./form.ts";
import { KnowledgeForm } from "./KnowledgeForm.tsx";
import { KnowledgeList } from "./KnowledgeList.tsx";
import type { Saved } from "./use-agent-save.ts";
import { type SaveMutation, useKnowledge } from "./use-knowledge.ts";

interface KnowledgeProps {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  limits: EditorLimits;
  saved: Saved | null;
  save: SaveMutation;
  /** Begins the form with it, when it comes from a conversation; else empty. */
  question: string;
  /** It is in the list now. */
  onQuestionUsed: () => void;
  /** False while another tab stands in front. */
  isShown: boolean;
  /** What the form holds that is in no list yet; null when nothing. */
  onPending: (entry: EntryForm | null) => void;
  /** What the form held before the page was loaded again. */
  kept: EntryForm | null;
}

/** The third tab: what the agent knows. */
export function Knowledge({ draft, change, limits, saved, save, question, onQuestionUsed, isShown, onPending, kept }: KnowledgeProps) {
  const { t } = useTranslation();
  const knowledge = useKnowledge({ draft, change, saved, save });
  const entries = draft.knowledge;
  const remaining = Math.max(0, limits.entries - entries.length);
  // Without room for a further entry, the question goes on in the last text there is.
  const continued = question !== "" && remaining === 0 ? entries.findLastIndex((entry) => parseEntry(entry).kind === "text") : -1;
  const [editing, setEditing] = useState<number | null>(continued === -1 ? null : continued);
  const takesQuestion = question !== "" && (editing === null || editing === continued);
  // Only once: a form that is drawn anew must not bring back what was added since.
  const [keptEntry, setKeptEntry] = useState(kept);
  const edited = editing === null ? undefined : entries[editing];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">{t("knowledge.title")}</h2>
        <p className="text-quiet">
          {t("knowledge.remaining")}{" "}
          <span className={`font-semibold tabular-nums ${remaining === 0 ? "text-error" : "text-base-content"}`}>
            {formatNumber(remaining)}
          </span>
        </p>
      </div>
      <p className="mt-1 max-w-[60ch] text-quiet">{t("knowledge.lead")}</p>
      {takesQuestion && (
        <p className="mt-5 max-w-[60ch] font-semibold">{t(editing === null ? "knowledge.fromVisitor" : "knowledge.fromVisitorFull")}</p>
      )}
      <KnowledgeForm
        key={edited === undefined ? "add" : `edit-${editing}`}
        entry={edited ?? null}
        question={takesQuestion ? question : ""}
        planWords={limits.words}
        entryLimit={limits.entries}
        count={entries.length}
        isNew={saved === null}
        isBusy={save.isPending}
        isShown={isShown}
        onPending={onPending}
        kept={editing === null ? keptEntry : null}
        onCancel={() => setEditing(null)}
        onSubmit={(entry, onDone) => {
          const isAnswer = takesQuestion;
          const finish = () => {
            setEditing(null);
            setKeptEntry(null);
            if (isAnswer) onQuestionUsed();
          };
          if (editing === null) {
            knowledge.add(entry, () => {
              onDone();
              finish();
            });
          } else knowledge.update(editing, entry, finish);
        }}
      />
      <KnowledgeList
        entries={entries}
        editing={editing}
        isBusy={save.isPending}
        onEdit={(at) => {
          setKeptEntry(null);
          setEditing(at);
        }}
        onDelete={(at) => {
          setEditing(null);
          knowledge.remove(at);
        }}
        onDeleteAll={() => {
          setEditing(null);
          knowledge.removeAll();
        }}
      />
    </>
  );
}
