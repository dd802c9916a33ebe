import { useTranslation } from "react-i18next";
import type { ConversationPage, ConversationSummary } from "../../../contract/conversation.ts";
import { formatDateTime } from "../../text/format.ts";

interface ConversationListProps {
  page: ConversationPage;
  pageNumber: number;
  openId: string | null;
  onOpen: (id: string) => void;
  onPage: (page: number) => void;
}

/** Rows that begin with what the visitor asked first. */
export function ConversationList({ page, pageNumber, openId, onOpen, onPage }: ConversationListProps) {
  const { t } = useTranslation();
  return (
    <>
      <ul className="mt-4 divide-y divide-base-300 border-y border-base-300">
        {page.conversations.map((conversation) => (
          <Row key={conversation.id} conversation={conversation} isOpen={conversation.id === openId} onOpen={onOpen} />
        ))}
      </ul>
      {page.totalPages > 1 && (
        <nav aria-label={t("conversations.title")} className="mt-4 flex items-center justify-between gap-2">
          <button type="button" className="btn btn-line btn-sm" disabled={pageNumber <= 1} onClick={() => onPage(pageNumber - 1)}>
            {t("page.previous")}
          </button>
          <span className="text-sm text-quiet tabular-nums">{t("page.of", { page: pageNumber, total: page.totalPages })}</span>
          <button
            type="button"
            className="btn btn-line btn-sm"
            disabled={pageNumber >= page.totalPages}
            onClick={() => onPage(pageNumber + 1)}
          >
            {t("page.next")}
          </button>
        </nav>
      )}
    </>
  );
}

interface RowProps {
  conversation: ConversationSummary;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

function Row({ conversation, isOpen, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { id, opening, timestamp, messageCount, unanswered } = conversation;
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen ? "true" : undefined}
        onClick={() => onOpen(id)}
        className="-mx-3 block w-[calc(100%+1.5rem)] cursor-pointer rounded-lg px-3 py-3 text-start hover:bg-base-200 aria-[current]:bg-secondary"
      >
        <span className="line-clamp-2 font-medium break-words">{opening || t("conversations.empty")}</span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-quiet tabular-nums">
          <span>{formatDateTime(timestamp)}</span>
          <span>{t("conversations.messages", { count: messageCount })}</span>
          {unanswered > 0 && (
            <span className="rounded-full bg-accent px-2 font-semibold text-accent-content">
              {t("conversations.unanswered", { count: unanswered })}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
