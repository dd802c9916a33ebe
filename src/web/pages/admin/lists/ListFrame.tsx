import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import { Pager } from "../../../ui/Pager.tsx";
import { Loading } from "../../../ui/Spinner.tsx";

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
  children: (data: Data) => ReactNode;
}

/** A paged list: count, table and pager. A failure goes to the console; the list on screen stays, and a small Retry appears. */
export function ListFrame<Data extends { total: number; totalPages: number }>(props: ListFrameProps<Data>) {
  const { query, page, onPage, empty, note, children } = props;
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
        <span role="status">{data && count(data.total, formatNumber(data.total))}</span>
        {note}
        {query.error && <QuietRetry error={query.error} what={t("admin.notLoaded")} onRetry={() => void query.refetch()} />}
      </div>
      {query.isPending && !data && <Loading tall={false} />}
      {data && data.total === 0 && <p className="py-10 text-center text-quiet">{empty}</p>}
      {data && data.total > 0 && children(data)}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={onPage} />}
    </>
  );
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
