import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { Pager } from "../../../ui/Pager.tsx";

interface ListFrameProps<Data extends { total: number; totalPages: number }> {
  query: UseQueryResult<Data>;
  page: number;
  onPage: (page: number) => void;
  /** Shown when nothing matches. */
  empty: string;
  /** The text with the number of rows, which is also given as it is shown. Default: "3 rows". */
  count?: (count: number, number: string) => string;
  /** Shown beside the count. */
  note?: ReactNode;
  /** Removes the search and the filters; absent while there are none. */
  onClear?: () => void;
  /** What can be done while there is nothing at all. */
  begin?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A paged list: count, table and pager. After a failure the list on screen stays, and a small Retry appears. */
export function ListFrame<Data extends { total: number; totalPages: number }>(props: ListFrameProps<Data>) {
  const { query, page, onPage, empty, note, onClear, begin, children } = props;
  const { t } = useTranslation("admin");
  const { count = (count: number, number: string) => t("admin.rows", { count, number }) } = props;
  const [last, setLast] = useState<Data>();
  if (query.data && query.data !== last) setLast(query.data);
  const data = query.data ?? last;
  // After the last row of the last page was deleted, the address names a page that no longer exists.
  const lastPage = query.data && !query.isPlaceholderData ? query.data.totalPages : null;
  useEffect(() => {
    if (lastPage !== null && page > lastPage) onPage(lastPage);
  }, [lastPage, page, onPage]);
  return (
    <>
      <div className="my-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-quiet">
        <span role="status" className="empty:hidden">
          {data && data.total > 0 && count(data.total, formatNumber(data.total))}
        </span>
        {note}
        {query.error && data && <ListFailure error={query.error} hasRows onRetry={() => void query.refetch()} />}
      </div>
      {query.isPending && !data && <ListBones />}
      {query.error && !data && <ListFailure error={query.error} hasRows={false} onRetry={() => void query.refetch()} />}
      {data && data.total === 0 && <Empty text={empty} onClear={onClear} begin={begin} />}
      {data && data.total > 0 && children(data)}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={onPage} />}
    </>
  );
}

/** With a search, nothing was found; without one, the outline of rows shows what there will be. */
function Empty({ text, onClear, begin }: { text: string; onClear?: () => void; begin?: ReactNode }) {
  const { t } = useTranslation("admin");
  return (
    <div className="border-t border-base-300 py-10 text-center">
      {!onClear && <GhostRows />}
      <p role="status" className="text-quiet">
        {text}
      </p>
      {onClear && (
        <button type="button" className="btn btn-line btn-sm mt-4 max-sm:min-h-11" onClick={onClear}>
          {t("admin.clear")}
        </button>
      )}
      {!onClear && begin && <div className="mt-4">{begin}</div>}
    </div>
  );
}

function GhostRows() {
  return (
    <div
      aria-hidden="true"
      className="mx-auto mb-6 max-w-md divide-y divide-base-300 rounded-control border border-dashed border-line-strong/60"
    >
      {BONE_WIDTHS.slice(0, 2).map((width) => (
        <div key={width} className="flex h-10 items-center gap-6 px-3">
          <span className={`block h-2.5 rounded-full bg-base-300 ${width}`} />
          <span className="ms-auto block h-2.5 w-16 rounded-full bg-base-300 opacity-60" />
        </div>
      ))}
    </div>
  );
}

/** The outline of a list that is loading. A list that is there at once never shows it. */
export function ListBones() {
  const { t } = useTranslation();
  return (
    <div role="status" className="animate-appear">
      <span className="sr-only">{t("loading")}</span>
      <div aria-hidden="true" className="divide-y divide-base-300 rounded-control border border-base-300">
        {BONE_WIDTHS.map((width) => (
          <div key={width} className="flex h-10 items-center gap-6 px-3">
            <span className={`block h-2.5 rounded-full bg-base-300 ${width}`} />
            <span className="ms-auto block h-2.5 w-24 rounded-full bg-base-300 opacity-60" />
          </div>
        ))}
      </div>
    </div>
  );
}

const BONE_WIDTHS = ["w-40", "w-56", "w-32", "w-48", "w-36", "w-52"] as const;

interface ListFailureProps {
  error: unknown;
  /** Rows from before are still on screen, so a small note is enough. */
  hasRows: boolean;
  onRetry: () => void;
}

/** Says that a list could not be loaded, with Retry. The server's words are only in the console. */
export function ListFailure({ error, hasRows, onRetry }: ListFailureProps) {
  const { t } = useTranslation("admin");
  useEffect(() => {
    if (!hasRows) console.error("admin:", error);
  }, [error, hasRows]);
  if (hasRows) return <QuietRetry error={error} what={t("admin.notLoaded")} onRetry={onRetry} />;
  return <RetryAlert onRetry={onRetry}>{t("admin.nothingLoaded")}</RetryAlert>;
}

/** Logs the error to the console. The screen shows only a short text and a Retry button. */
export function QuietRetry({ error, what, onRetry }: { error: unknown; what: string; onRetry: () => void }) {
  const { t } = useTranslation("admin");
  useEffect(() => console.error("admin:", error), [error]);
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-quiet">
      {what}
      <button type="button" className="link-plain cursor-pointer py-1" onClick={onRetry}>
        {t("retry")}
      </button>
    </span>
  );
}
