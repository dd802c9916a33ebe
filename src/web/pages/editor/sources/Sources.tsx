import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SourceList as SourceListPage, SourceView } from "../../../../contract/source.ts";
import { sourcesKey, sourcesQuery } from "../../../source-queries.ts";
import { Alert, RetryAlert } from "../../../ui/Alert.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import type { Dropped } from "../knowledge/use-file-drop.ts";
import { AddSource } from "./AddSource.tsx";
import { FullRoom, isFull, Room } from "./Room.tsx";
import { SourceDetails } from "./SourceDetails.tsx";
import { SourceRow } from "./SourceRow.tsx";
import type { SourcesProps } from "./sources-props.ts";
import { UploadRow } from "./UploadRow.tsx";
import { useSourceActions } from "./use-source-actions.ts";
import { useToldEnds } from "./use-told-ends.ts";
import { useUploads } from "./use-uploads.ts";

/** The files and websites that an agent's knowledge is read from. */
export function Sources(props: SourcesProps) {
  const { t } = useTranslation("reading");
  if (props.chatId === null) return <p className="mt-5 max-w-[60ch] text-quiet">{t("sources.saveFirst")}</p>;
  return <SavedSources {...props} chatId={props.chatId} />;
}

function SavedSources(props: SourcesProps & { chatId: string }) {
  const { chatId, openedId, onOpen, onEntries, isOver, dropped } = props;
  const { t } = useTranslation("reading");
  const queryClient = useQueryClient();
  const toast = useToast();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...sourcesQuery(chatId, page), placeholderData: keepPreviousData });
  const { data, error } = query;
  const said = useToldEnds(data?.sources, () => {
    onEntries();
    void queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
  });
  const actions = useSourceActions({ chatId, onEntries });
  const refresh = () => queryClient.invalidateQueries({ queryKey: sourcesKey(chatId) });
  const uploads = useUploads(chatId, () => void refresh());
  const addDropped = ({ files, hasFolders }: Dropped) => {
    files.forEach(uploads.add);
    if (hasFolders) toast({ text: t("add.folder"), tone: "error", group: "source" });
  };
  useEachDrop(dropped, addDropped);
  // After the last source of the last page was deleted, the view is on a page that no longer exists.
  const lastPage = data && !query.isPlaceholderData ? data.totalPages : null;
  useEffect(() => {
    if (lastPage !== null && page > Math.max(1, lastPage)) setPage(Math.max(1, lastPage));
  }, [lastPage, page]);

  if (openedId !== null) {
    return (
      <SourceDetails
        key={openedId}
        {...props}
        sourceId={openedId}
        actions={actions}
        room={data?.room ?? null}
        onClose={() => onOpen(null)}
      />
    );
  }
  if (!data) {
    return error ? (
      <RetryAlert className="mt-6" onRetry={() => void query.refetch()}>
        {t("sources.failed")}
      </RetryAlert>
    ) : (
      <Loading tall={false} />
    );
  }
  return (
    <>
      <p className="mt-4 max-w-[60ch] text-quiet">{t("sources.lead")}</p>
      <Room room={data.room} />
      {!isFull(data.room.sources) && <AddSource chatId={chatId} isOver={isOver} onFile={uploads.add} onAdded={() => void refresh()} />}
      <FullRoom room={data.room} />
      {error && (
        <Alert tone="warning" className="mt-4">
          {t("sources.stale")}
        </Alert>
      )}
      <List data={data} uploads={uploads} actions={actions} chatId={chatId} onOpen={onOpen} onRefresh={() => void refresh()} />
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
  if (data.total === 0 && uploads.uploads.length === 0) return <p className="mt-8 text-quiet">{t("sources.none")}</p>;
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

/** Calls `add` once for each drop. */
function useEachDrop(dropped: Dropped | null, add: (dropped: Dropped) => void): void {
  const [taken, setTaken] = useState<Dropped | null>(null);
  useEffect(() => {
    if (dropped === null || dropped === taken) return;
    setTaken(dropped);
    add(dropped);
  }, [dropped, taken, add]);
}
