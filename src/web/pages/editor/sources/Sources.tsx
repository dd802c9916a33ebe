import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SourceList as SourceListPage, SourceView } from "../../../../contract/source.ts";
import { sourcesKey, sourcesQuery } from "../../../source-queries.ts";
import { Alert, RetryAlert } from "../../../ui/Alert.tsx";
import { type GhostRow, GhostRows } from "../../../ui/GhostRows.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import type { Dropped } from "../knowledge/use-file-drop.ts";
import { SaveFirst } from "../SaveFirst.tsx";
import { AddSource } from "./AddSource.tsx";
import { FullRoom, isFull, Room } from "./Room.tsx";
import { SourceDetails } from "./SourceDetails.tsx";
import { KIND_ICONS, SourceRow } from "./SourceRow.tsx";
import type { SourcesProps } from "./sources-props.ts";
import { UploadRow } from "./UploadRow.tsx";
import { useSourceActions } from "./use-source-actions.ts";
import { useToldEnds } from "./use-told-ends.ts";
import { useUploads } from "./use-uploads.ts";

/** The files and websites that an agent's knowledge is read from. */
export function Sources(props: SourcesProps) {
  const { t } = useTranslation("reading");
  if (props.chatId === null) {
    return (
      <div className="mt-4">
        <SaveFirst text={t("sources.saveFirst")} rows={ghostsOf(t)} />
      </div>
    );
  }
  return <SavedSources {...props} chatId={props.chatId} />;
}

type SavedProps = SourcesProps & { chatId: string };

function SavedSources(props: SavedProps) {
  const { chatId, openedId, onOpen, onEntries, dropped } = props;
  const { t } = useTranslation("reading");
  const shown = useSourceList(props);
  const actions = useSourceActions({ chatId, onEntries });
  const uploads = useUploads(chatId, shown.refresh);
  useDrops(dropped, uploads.add);
  const { data, error } = shown;
  if (openedId !== null) {
    const room = data?.room ?? null;
    return <SourceDetails key={openedId} {...props} sourceId={openedId} actions={actions} room={room} onClose={() => onOpen(null)} />;
  }
  if (data) return <Overview {...props} data={data} shown={shown} actions={actions} uploads={uploads} />;
  if (!error) return <RowBones />;
  return (
    <RetryAlert className="mt-6" onRetry={shown.retry}>
      {t("sources.failed")}
    </RetryAlert>
  );
}

/** A page of the list of sources, and what assistive technology is told when a reading ends. */
function useSourceList({ chatId, onEntries }: SavedProps) {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...sourcesQuery(chatId, page), placeholderData: keepPreviousData });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
  const said = useToldEnds(data?.sources, () => {
    onEntries();
    refresh();
  });
  // After the last source of the last page was deleted, the view is on a page that no longer exists.
  const lastPage = data && !isPlaceholderData ? data.totalPages : null;
  useEffect(() => {
    if (lastPage !== null && page > Math.max(1, lastPage)) setPage(Math.max(1, lastPage));
  }, [lastPage, page]);
  return { data, error, page, setPage, said, refresh, retry: () => void refetch() };
}

interface OverviewProps extends SavedProps {
  data: SourceListPage;
  shown: ReturnType<typeof useSourceList>;
  actions: ReturnType<typeof useSourceActions>;
  uploads: ReturnType<typeof useUploads>;
}

/** What the plan has room for, the place where sources are added, and those that there are. */
function Overview({ chatId, onOpen, isOver, data, shown, actions, uploads }: OverviewProps) {
  const { t } = useTranslation("reading");
  const { error, page, setPage, said, refresh } = shown;
  return (
    <>
      <p className="mt-4 max-w-[60ch] text-quiet">{t("sources.lead")}</p>
      {data.room.sources.limit !== 0 && <Room room={data.room} />}
      {!isFull(data.room.sources) && (
        <OwnerOnly>
          <AddSource chatId={chatId} isOver={isOver} onFiles={uploads.add} onAdded={refresh} />
        </OwnerOnly>
      )}
      <FullRoom room={data.room} />
      {error && (
        <Alert tone="warning" className="mt-4">
          {t("sources.stale")}
        </Alert>
      )}
      <List data={data} uploads={uploads} actions={actions} chatId={chatId} onOpen={onOpen} onRefresh={refresh} />
      {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("sources.title")} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface ListProps {
  data: SourceListPage;
  uploads: ReturnType<typeof useUploads>;
  actions: ReturnType<typeof useSourceActions>;
  chatId: string;
  onOpen: (sourceId: string) => void;
  onRefresh: () => void;
}

function List({ data, uploads, actions, chatId, onOpen, onRefresh }: ListProps) {
  const { t } = useTranslation("reading");
  if (data.total === 0 && uploads.uploads.length === 0) {
    return (
      <>
        {data.room.sources.limit !== 0 && <p className="mt-8 max-w-[60ch] text-quiet">{t("sources.none")}</p>}
        <GhostRows rows={ghostsOf(t)} className="mt-4" />
      </>
    );
  }
  // The newest ones are what a person looks for.
  const shown: SourceView[] = [...data.sources].reverse();
  return (
    <section aria-labelledby="sources-title" className="mt-8">
      <h3 id="sources-title" tabIndex={-1} className="border-b border-base-300 pb-2 text-base tracking-normal outline-none">
        {t("sources.list")}
      </h3>
      <ul className="divide-y divide-base-300">
        {uploads.uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => uploads.retry(upload.id)}
            onRemove={() => {
              uploads.dismiss(upload.id);
              document.getElementById("sources-title")?.focus({ preventScroll: true });
            }}
          />
        ))}
        {shown.map((source) => (
          <SourceRow
            key={source.id}
            chatId={chatId}
            source={source}
            actions={actions}
            onOpen={() => onOpen(source.id)}
            onRefresh={onRefresh}
          />
        ))}
      </ul>
    </section>
  );
}

/** What a list with a file and a website will look like. */
function ghostsOf(t: ReturnType<typeof useTranslation<"reading">>["t"]): GhostRow[] {
  return [
    { Icon: KIND_ICONS.file, title: t("sources.ghostFile"), note: t("sources.ghostFileNote") },
    { Icon: KIND_ICONS.site, title: t("sources.ghostSite"), note: t("sources.ghostSiteNote") },
  ];
}

/** Adds the files of each drop once. */
function useDrops(dropped: Dropped | null, add: (files: readonly File[]) => void): void {
  const { t } = useTranslation("reading");
  const toast = useToast();
  const [taken, setTaken] = useState<Dropped | null>(null);
  useEffect(() => {
    if (dropped === null || dropped === taken) return;
    setTaken(dropped);
    add(dropped.files);
    if (dropped.hasFolders) toast({ text: t("add.folder"), tone: "error", group: "folder" });
  }, [dropped, taken, add, toast, t]);
}
