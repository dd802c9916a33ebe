import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isImageUrl, KNOWLEDGE_PREVIEW_LENGTH, parseEntry } from "../../../contract/knowledge.ts";
import { Thumbnail } from "../../ui/Thumbnail.tsx";

interface KnowledgeListProps {
  entries: string[];
  editing: number | null;
  isBusy: boolean;
  onEdit: (at: number) => void;
  onDelete: (at: number) => void;
  onDeleteAll: () => void;
}

/** What was taught so far. */
export function KnowledgeList({ entries, editing, isBusy, onEdit, onDelete, onDeleteAll }: KnowledgeListProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return <p className="mt-10 border-t border-base-300 pt-6 text-quiet">{t("knowledge.empty")}</p>;
  return (
    <section aria-labelledby="entries-title" className="mt-10">
      <div className="flex items-center justify-between gap-4 border-b border-base-300 pb-2">
        <h3 id="entries-title" className="text-base tracking-normal">
          {t("knowledge.entries", { count: entries.length })}
        </h3>
        <DeleteAll isBusy={isBusy} onDeleteAll={onDeleteAll} />
      </div>
      <ol className="divide-y divide-base-300">
        {withKeys(entries).map(({ key, entry, at }) => (
          <li key={key} className={`flex gap-3 py-4 ${at === editing ? "bg-secondary/50" : ""}`}>
            <Entry entry={entry} />
            <div className="flex shrink-0 gap-1">
              <button
                type="button"
                className="btn btn-ghost btn-square"
                disabled={isBusy}
                aria-label={t("knowledge.edit", { number: at + 1 })}
                title={t("knowledge.editShort")}
                onClick={() => {
                  onEdit(at);
                  document.getElementById("editor-panel")?.scrollIntoView({ block: "start" });
                }}
              >
                <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="btn btn-ghost btn-square hover:text-error"
                disabled={isBusy}
                aria-label={t("knowledge.delete", { number: at + 1 })}
                title={t("knowledge.deleteShort")}
                onClick={() => onDelete(at)}
              >
                <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Entries have no ids on the wire, and two may be alike: text and how often it came before name them. */
function withKeys(entries: string[]): { key: string; entry: string; at: number }[] {
  const seen = new Map<string, number>();
  return entries.map((entry, at) => {
    const before = seen.get(entry) ?? 0;
    seen.set(entry, before + 1);
    return { key: `${before}:${entry}`, entry, at };
  });
}

function Entry({ entry }: { entry: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const parsed = parseEntry(entry);
  const isLong = parsed.text.length > KNOWLEDGE_PREVIEW_LENGTH;
  const shown = isLong && !isOpen ? `${parsed.text.slice(0, KNOWLEDGE_PREVIEW_LENGTH).trimEnd()}…` : parsed.text;
  return (
    <div className="flex min-w-0 flex-1 gap-4 pt-2">
      {parsed.kind === "image" && <Thumbnail address={isImageUrl(parsed.url) ? parsed.url : ""} className="size-16" />}
      <div className="min-w-0">
        <p className="break-words whitespace-pre-wrap">{shown}</p>
        {isLong && (
          <button
            type="button"
            className="link-plain mt-1 min-h-6 cursor-pointer text-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t("knowledge.less") : t("knowledge.more")}
          </button>
        )}
      </div>
    </div>
  );
}

const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

/** All at once is asked about in place, since no undo of many entries fits a toast. */
function DeleteAll({ isBusy, onDeleteAll }: { isBusy: boolean; onDeleteAll: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" className="btn btn-ghost btn-sm hover:text-error" disabled={isBusy} onClick={() => setAsking(true)}>
        {t("knowledge.deleteAll")}
      </button>
    );
  }
  return (
    <div className="flex gap-2">
      <button
        type="button"
        ref={focusOnce}
        className="btn btn-error btn-sm"
        disabled={isBusy}
        onClick={() => {
          setAsking(false);
          onDeleteAll();
        }}
      >
        {t("knowledge.deleteAllYes")}
      </button>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(false)}>
        {t("cancel")}
      </button>
    </div>
  );
}
