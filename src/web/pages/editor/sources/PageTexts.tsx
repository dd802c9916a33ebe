import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PAGE_TEXTS, type SourcePage, type SourceText, type TextChange } from "../../../../contract/source.ts";
import { sourcePageQuery } from "../../../source-queries.ts";
import { formatDateTime, formatNumber } from "../../../text/format.ts";
import { toPlainEntry } from "../../../text/plain-entry.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { Marked } from "../history/Marked.tsx";

interface PageTextsProps {
  chatId: string;
  sourceId: string;
  page: SourcePage;
  onEditEntry: (entryId: string) => void;
}

/** What was read from a page, piece by piece, and what its last change changed. */
export function PageTexts({ chatId, sourceId, page, onEditEntry }: PageTextsProps) {
  const { t } = useTranslation("reading");
  const { data, error, refetch } = useQuery(sourcePageQuery({ chatId, sourceId, pageId: page.id }, page));
  if (error && !data) {
    return (
      <RetryAlert className="mt-3" onRetry={() => void refetch()}>
        {t("page.notLoaded")}
      </RetryAlert>
    );
  }
  if (!data) return <RowBones />;
  const { texts, change } = data;
  return (
    <div className="mt-3 space-y-5">
      {change && <Changes at={change.at} changes={change.changes} />}
      {texts.length === 0 ? (
        <p className="text-quiet">{t("page.noTexts")}</p>
      ) : (
        <ol className="space-y-4 border-s-2 border-base-300 ps-4">
          {texts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pieces may be equal, and the list is never reordered
            <Piece key={at} text={text} onEditEntry={onEditEntry} />
          ))}
        </ol>
      )}
      {texts.length >= PAGE_TEXTS && <p className="text-sm text-quiet">{t("page.more", { number: formatNumber(PAGE_TEXTS) })}</p>}
    </div>
  );
}

function Piece({ text: { heading, page, text, entryId }, onEditEntry }: { text: SourceText; onEditEntry: (id: string) => void }) {
  const { t } = useTranslation("reading");
  const { title, text: body } = toPlainEntry(text);
  const place = [page === null ? "" : t("page.number", { number: formatNumber(page) }), heading].filter((part) => part !== "").join(" · ");
  return (
    <li>
      {place !== "" && <p className="text-sm break-words text-quiet">{place}</p>}
      {title !== null && title !== heading && (
        <p dir="auto" className="font-semibold break-words">
          {title}
        </p>
      )}
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {body}
      </p>
      {entryId && (
        <button
          type="button"
          className="link-plain mt-1 inline-flex min-h-6 cursor-pointer items-center gap-1.5 text-sm"
          onClick={() => onEditEntry(entryId)}
        >
          <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
          {t("page.editEntry")}
        </button>
      )}
    </li>
  );
}

/** A change of the marks alone is shown with them. */
function plainChange(before: string, after: string): { before: string; after: string } {
  const plain = (text: string) => Object.values(toPlainEntry(text)).filter(Boolean).join("\n\n");
  const shown = { before: plain(before), after: plain(after) };
  return shown.before === shown.after ? { before, after } : shown;
}

function Changes({ at, changes }: { at: string; changes: readonly TextChange[] }) {
  const { t } = useTranslation("reading");
  return (
    <section aria-label={t("page.changes", { date: formatDateTime(at) })}>
      <h5 className="text-sm font-semibold">{t("page.changes", { date: formatDateTime(at) })}</h5>
      <ul className="mt-1 divide-y divide-base-300 border-y border-base-300">
        {changes.map(({ before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be equal, and the list is never reordered
          <li key={index} className="py-2">
            {(before === null || after === null) && (
              <p className="text-sm text-quiet">{t(before === null ? "page.added" : "page.removed")}</p>
            )}
            <Marked {...plainChange(before ?? "", after ?? "")} none={t("page.nothing")} />
          </li>
        ))}
      </ul>
    </section>
  );
}
