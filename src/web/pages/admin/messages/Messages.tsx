import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { conversationCalls } from "../../../../contract/calls/conversations.ts";
import { type AdminConversation, CONVERSATION_ID_MAX, SEARCH_AFTER, SEARCH_MAX } from "../../../../contract/conversation.ts";
import { addressOf, call } from "../../../api.ts";
import { formatDateTime } from "../../../text/format.ts";
import { useMayOperate } from "../../../use-may-operate.ts";
import { SearchedTo } from "../../conversations/SearchedTo.tsx";
import { archiveQuery, overviewQuery } from "../admin-queries.ts";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";
import { DataTable } from "../lists/DataTable.tsx";
import { ExportButton } from "../lists/ExportButton.tsx";
import { ListFrame } from "../lists/ListFrame.tsx";
import { DayRange, Narrow, SearchBox } from "../lists/Narrow.tsx";
import { readDay, useAdminAddress } from "../lists/use-admin-address.ts";
import { useRefresh } from "../lists/use-refresh.ts";
import { ConversationRow } from "./ConversationRow.tsx";
import { HistoryDialog } from "./HistoryDialog.tsx";

function viewOf(page: number, read: (name: string) => string) {
  return {
    page,
    q: read("q").slice(0, SEARCH_MAX),
    after: SEARCH_AFTER.test(read("after")) ? read("after") : "",
    id: read("id").slice(0, CONVERSATION_ID_MAX),
    from: readDay(read("from")),
    to: readDay(read("to")),
  };
}

/** "Chatbot History": the conversations of all agents. */
export function Messages() {
  const { t } = useTranslation("admin");
  const { page, read, narrow, turnTo, show, searchOn } = useAdminAddress();
  const may = useMayOperate();
  const view = viewOf(page, read);
  const isNarrowed = view.q + view.id + view.from + view.to !== "";
  const query = useQuery(archiveQuery(view));
  const refresh = useRefresh();
  const [readId, setReadId] = useState<AdminConversation | null>(null);
  const [doomed, setDoomed] = useState<AdminConversation | null>(null);
  const columns = [
    { label: t("messages.expand"), isQuiet: true },
    { label: t("messages.opening") },
    { label: t("messages.agent") },
    { label: t("messages.owner") },
    { label: t("messages.messages"), isNumber: true },
    { label: t("messages.updated"), isNumber: true },
    { label: t("admin.actions"), isNumber: true },
  ];
  return (
    <>
      <h2 className="mb-4 text-lg">{t("messages.title")}</h2>
      <Narrow
        search={<SearchBox label={t("messages.search")} value={view.q} maxLength={SEARCH_MAX} onSearch={(q) => narrow({ q })} />}
        active={[view.id, view.from + view.to].filter(Boolean).length}
        actions={
          may(conversationCalls.exportArchive) && (
            <ExportButton path={addressOf(conversationCalls.exportArchive, { query: { id: view.id, from: view.from, to: view.to } })} />
          )
        }
      >
        <SearchBox label={t("messages.idFilter")} value={view.id} maxLength={CONVERSATION_ID_MAX} onSearch={(id) => narrow({ id })} />
        <DayRange from={view.from} to={view.to} onChange={narrow} />
      </Narrow>
      <ListFrame
        query={query}
        page={page}
        onPage={turnTo}
        count={(count, number) => t("messages.rows", { count, number })}
        empty={t("messages.noneFound")}
        onClear={isNarrowed ? () => show({}) : undefined}
        note={query.data && <SearchedTo page={query.data} onSearchOn={searchOn} />}
      >
        {(data) => (
          <DataTable label={t("messages.title")} columns={columns} isStale={query.isPlaceholderData}>
            {data.conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                columns={columns.length}
                onRead={() => setReadId(conversation)}
                onDelete={may(conversationCalls.deleteConversation) ? () => setDoomed(conversation) : null}
              />
            ))}
          </DataTable>
        )}
      </ListFrame>
      {readId && <HistoryDialog conversation={readId} onClose={() => setReadId(null)} />}
      {doomed && (
        <ConfirmDialog
          title={t("conversations.deleteTitle")}
          confirm={t("admin.delete")}
          act={() => call(conversationCalls.deleteConversation, { params: { id: doomed.id } })}
          onDone={() => {
            setDoomed(null);
            refresh();
          }}
          onClose={() => setDoomed(null)}
        >
          <p>{t("conversations.deleteText")}</p>
          <BackupNote />
        </ConfirmDialog>
      )}
    </>
  );
}

/** Says which backups still contain a deleted conversation. */
function BackupNote() {
  const { t } = useTranslation("admin");
  const { data } = useQuery(overviewQuery());
  if (!data) return null;
  const { oldestBackup, lastBackup } = data;
  return (
    <p className="mt-3 text-sm text-quiet">
      {oldestBackup && lastBackup
        ? t("messages.inBackups", { oldest: formatDateTime(oldestBackup), newest: formatDateTime(lastBackup) })
        : t("messages.noBackups")}
    </p>
  );
}
