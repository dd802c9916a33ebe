import type { UseQueryResult } from "@tanstack/react-query";
import { ListTree } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ConversationPage } from "../../../contract/conversation.ts";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { ConversationList } from "./ConversationList.tsx";
import { Filters } from "./Filters.tsx";
import { QuestionGroups } from "./QuestionGroups.tsx";
import { SearchedTo } from "./SearchedTo.tsx";
import { ListSkeleton } from "./Skeletons.tsx";
import type { Groups } from "./use-groups.ts";
import type { useView } from "./use-view.ts";

interface BrowseProps {
  chatId: string;
  query: UseQueryResult<ConversationPage>;
  address: ReturnType<typeof useView>;
  groups: Groups;
  /** The conversation that is read beside the list. */
  readId: string | null;
  /** What is read is beside the list, and not in its place. */
  hasPanes: boolean;
}

/** Search, filter and the list of results. */
export function Browse({ chatId, query, address, groups, readId, hasPanes }: BrowseProps) {
  const { t } = useTranslation("conversations");
  const { view, narrow, turnTo, linkTo, searchOn, close } = address;
  const { data } = query;
  // The last conversation of the last page was deleted, or the address names a page that does not exist.
  const isBeyond = data !== undefined && !query.isPlaceholderData && data.total > 0 && view.page > data.totalPages;
  useEffect(() => {
    if (isBeyond) turnTo(data.totalPages);
  }, [isBeyond, data, turnTo]);
  const isSettled = useSettled({ isShowable: data !== undefined, isReady: groups.isKnown });
  return (
    <>
      <Filters view={view} total={query.isPlaceholderData ? undefined : data?.total} onChange={narrow} />
      {groups.isShown && !hasPanes && <QuestionGroups chatId={chatId} />}
      {groups.isShown && hasPanes && view.openId !== null && (
        <button type="button" className="btn btn-ghost btn-sm mt-2 -ms-3" onClick={close}>
          <ListTree size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("questions.title")}
        </button>
      )}
      {query.isPending && <ListSkeleton />}
      {query.error && <ListError error={query.error} isBusy={query.isFetching} onRetry={() => void query.refetch()} />}
      {data?.total === 0 && !query.error && (
        <div className="py-6 panes:pe-4">
          <p className="text-quiet">{t("conversations.noneFound")}</p>
          <button
            type="button"
            className="btn btn-line btn-sm mt-3 max-sm:min-h-11"
            onClick={() => narrow({ search: "", unansweredOnly: false })}
          >
            {t("conversations.showAll")}
          </button>
        </div>
      )}
      {data && data.conversations.length > 0 && isSettled && (
        <ConversationList
          page={data}
          pageNumber={view.page}
          openId={readId}
          isStale={query.isPlaceholderData}
          linkTo={linkTo}
          onPage={turnTo}
        />
      )}
      {data?.searchAfter && !query.error && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 pb-6 text-sm text-quiet tabular-nums panes:pe-4">
          <SearchedTo page={data} onSearchOn={searchOn} />
        </p>
      )}
    </>
  );
}

function ListError({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  const { t } = useTranslation("conversations");
  return <NotLoaded className="mt-4 panes:me-4" what={t("conversations.notLoaded")} error={error} isBusy={isBusy} onRetry={onRetry} />;
}
