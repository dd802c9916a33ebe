import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { KNOWLEDGE_SEARCH_MAX, type KnowledgeOrder } from "../../../../contract/knowledge-calls.ts";
import { messageOf } from "../../../api.ts";
import { useReadOnly } from "../../../may.ts";
import { formatNumber } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { focusOnce } from "../../../ui/focus-once.ts";
import { SearchField } from "../../../ui/forms/SearchField.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { KnowledgeFailure } from "./KnowledgeFailure.tsx";
import { KnowledgeRow } from "./KnowledgeRow.tsx";
import { KnowledgeStart } from "./KnowledgeStart.tsx";
import type { Failure, KnowledgeSource, ShownEntry } from "./knowledge-source.ts";
import { useMoves } from "./use-moves.ts";

/** The search field appears from this number of entries on; a shorter list fits a screen. */
const SEARCHED_FROM = 5;

interface KnowledgeListProps {
  source: KnowledgeSource;
  /** How many entries the plan allows. */
  limit: number;
  /** The id of the entry that is being edited in the form. */
  editing: string | null;
  onEdit: (entry: ShownEntry) => void;
  onDelete: (entry: ShownEntry) => void;
  onDeleteAll: () => void;
  /** False while the notes below the entries may still come and move them. */
  isSettled: boolean;
  /** What is shown above the entries. */
  bar: ReactNode;
  /** What is shown below an entry. */
  notesOf: (entry: ShownEntry) => ReactNode;
  /** Starts a new entry with this text. */
  onExample: (text: string) => void;
  onOpenSource: (sourceId: string) => void;
  /** Shows where files and websites are added; absent: the agent cannot read any yet. */
  onRead?: () => void;
}

/** The list of entries. */
export function KnowledgeList(props: KnowledgeListProps) {
  const { source, limit, editing, onEdit, onDelete, onDeleteAll, isSettled, bar, notesOf } = props;
  const { onExample, onOpenSource, onRead } = props;
  const { t } = useTranslation("editor");
  const { entries, count, search } = source;
  const { move, announcement } = useMoves(source);
  const isReadOnly = useReadOnly();
  const [isAsking, setAsking] = useState(false);
  if (!entries) return <NotLoaded source={source} />;
  if (!isSettled) return <RowBones className="mt-10" />;
  // A new entry that was not saved is shown here while the form holds another entry.
  const failures = [source.failures.get("list"), editing === null ? undefined : source.failures.get("form")];
  const notes = failures.map((failure) => failure && <KnowledgeFailure key={failure.text} failure={failure} />);
  if (count === 0) {
    return (
      <>
        <div className="mt-6 space-y-3 empty:hidden">{notes}</div>
        {isReadOnly ? (
          <p className="mt-6 text-quiet">{t("knowledge.noneFound")}</p>
        ) : (
          <KnowledgeStart onExample={onExample} onRead={onRead} />
        )}
      </>
    );
  }
  const title = (
    <h3 id="entries-title" tabIndex={-1} className="text-base tracking-normal tabular-nums outline-none">
      {t("knowledge.entries", { count: limit, number: formatNumber(source.typed), limit: formatNumber(limit) })}
      {count > source.typed && (
        <span className="font-normal text-quiet">
          {" "}
          {t("knowledge.andRead", { count: count - source.typed, number: formatNumber(count - source.typed) })}
        </span>
      )}
    </h3>
  );
  return (
    <section aria-labelledby="entries-title" className="mt-10">
      {isAsking ? (
        <div className="border-b border-base-300 pb-2">
          {title}
          <DeleteAll count={count} onDeleteAll={onDeleteAll} onClose={() => setAsking(false)} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-base-300 pb-2">
          {title}
          <div className="flex flex-wrap items-center gap-2">
            {count > 1 && search === "" && !source.isWarned && <OrderSelect source={source} />}
            {!isReadOnly && (
              <button type="button" className="btn btn-ghost btn-sm hover:text-error" onClick={() => setAsking(true)}>
                <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                {t("knowledge.deleteAll")}
              </button>
            )}
          </div>
        </div>
      )}
      {bar}
      <div className="mt-3 space-y-3 empty:hidden">{notes}</div>
      {(count > SEARCHED_FROM || search !== "") && !source.isWarned && (
        <div className="mt-4 mb-1">
          <SearchField
            label={t("knowledge.search")}
            value={search}
            maxLength={KNOWLEDGE_SEARCH_MAX}
            onSearch={(text) => source.show({ search: text, page: 1 })}
          />
          <p role="status" className="mt-2 text-sm text-quiet">
            {search !== "" &&
              !source.isStale &&
              (source.total === 0
                ? t("knowledge.noneFound")
                : t("knowledge.found", { count: source.total, number: formatNumber(source.total) }))}
          </p>
          {search !== "" && !source.isStale && source.total === 0 && (
            <button type="button" className="btn btn-line btn-sm mt-3 max-sm:min-h-11" onClick={() => source.show({ search: "", page: 1 })}>
              {t("knowledge.showAll")}
            </button>
          )}
        </div>
      )}
      <ol
        aria-busy={source.isStale}
        className={`divide-y divide-base-300 transition-opacity duration-150 ${source.isStale ? "opacity-60" : ""}`}
      >
        {entries.map((entry) => (
          <KnowledgeRow
            key={entry.id}
            entry={entry}
            count={count}
            isEditing={entry.id === editing}
            isFound={search !== ""}
            isMovable={source.isMovable}
            isFresh={source.fresh.has(entry.id)}
            failure={failureOfRow(source, entry, entry.id === editing)}
            notes={notesOf(entry)}
            onEdit={() => onEdit(entry)}
            onDelete={() => {
              onDelete(entry);
              // The pressed button is removed with the entry, so the focus moves to the title.
              document.getElementById("entries-title")?.focus({ preventScroll: true });
            }}
            onMove={(place) => move(entry, place)}
            onOpenSource={onOpenSource}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {source.totalPages > 1 && <Pager page={source.page} totalPages={source.totalPages} onPage={(page) => source.show({ page })} />}
    </section>
  );
}

/** Entries can be moved only in the owner's own order. */
function OrderSelect({ source }: { source: KnowledgeSource }) {
  const { t } = useTranslation("editor");
  const names: Record<KnowledgeOrder, string> = {
    newest: t("knowledge.order.newest"),
    "least-used": t("knowledge.order.leastUsed"),
    place: t("knowledge.order.place"),
  };
  return (
    <select
      aria-label={t("knowledge.order")}
      className="select select-sm w-auto text-sm max-sm:min-h-9"
      value={source.order}
      onChange={(event) => source.show({ order: source.orders.find((order) => order === event.target.value), page: 1 })}
    >
      {source.orders.map((order) => (
        <option key={order} value={order}>
          {names[order]}
        </option>
      ))}
    </select>
  );
}

/** While an entry is being edited, a failed save is shown in the form and not in the row. */
function failureOfRow(source: KnowledgeSource, { id }: ShownEntry, isEditing: boolean): Failure | null {
  const failure = source.failures.get(id);
  return failure === undefined || (isEditing && failure.unsaved !== undefined) ? null : failure;
}

function NotLoaded({ source }: { source: KnowledgeSource }) {
  const { t } = useTranslation("editor");
  if (!source.loadError) return <RowBones className="mt-10" />;
  return (
    <RetryAlert className="mt-10" onRetry={source.reload}>
      {t("knowledge.notLoaded")} {messageOf(source.loadError, "")}
    </RetryAlert>
  );
}

interface DeleteAllProps {
  count: number;
  onDeleteAll: () => void;
  onClose: () => void;
}

/** Deleting all entries asks for confirmation in place, because it cannot be undone from a toast. */
function DeleteAll({ count, onDeleteAll, onClose }: DeleteAllProps) {
  const { t } = useTranslation("editor");
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">{t("knowledge.deleteAllAsk", { count, number: formatNumber(count) })}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" ref={focusOnce} className="btn btn-line btn-sm max-sm:min-h-11" onClick={onClose}>
          {t("cancel")}
        </button>
        <button
          type="button"
          className="btn btn-error btn-sm max-sm:min-h-11"
          onClick={() => {
            onClose();
            onDeleteAll();
          }}
        >
          {t("knowledge.deleteAllYes")}
        </button>
      </div>
    </div>
  );
}
