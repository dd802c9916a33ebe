import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, type LinkProps } from "react-router-dom";
import type { ConversationPage, ConversationSummary } from "../../../contract/conversation.ts";
import { formatDateTime, formatNumber, formatRecent } from "../../text/format.ts";

type LinkTo = (id: string) => Pick<LinkProps, "to" | "replace" | "state">;

/** The id of a conversation's row, so that the focus can return to it. */
export const rowId = (id: string) => `conversation-${id}`;

interface ConversationListProps {
  page: ConversationPage;
  pageNumber: number;
  openId: string | null;
  /** Another page or filter is loading. */
  isStale: boolean;
  linkTo: LinkTo;
  onPage: (page: number) => void;
}

/** The list of conversations. Each row begins with the visitor's first message. Arrow keys move between rows. */
export function ConversationList({ page, pageNumber, openId, isStale, linkTo, onPage }: ConversationListProps) {
  const { t } = useTranslation("conversations");
  return (
    <>
      <ul
        aria-label={t("conversations.title")}
        aria-busy={isStale}
        onKeyDown={moveFocus}
        className={`divide-y divide-base-300 transition-opacity duration-150 ${isStale ? "opacity-60" : ""}`}
      >
        {page.conversations.map((conversation) => (
          <Row key={conversation.id} conversation={conversation} isOpen={conversation.id === openId} linkTo={linkTo} />
        ))}
      </ul>
      {page.totalPages > 1 && (
        <nav
          aria-label={t("page.label")}
          className="flex items-center justify-between gap-2 border-t border-base-300 pt-4 pb-24 panes:pe-4 panes:pb-6"
        >
          <button
            type="button"
            className="btn btn-line btn-sm max-sm:min-h-11"
            disabled={pageNumber <= 1}
            onClick={() => onPage(pageNumber - 1)}
          >
            {t("page.previous")}
          </button>
          <span className="text-sm text-quiet tabular-nums">{t("page.of", { page: pageNumber, total: page.totalPages })}</span>
          <button
            type="button"
            className="btn btn-line btn-sm max-sm:min-h-11"
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

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const rows = [...event.currentTarget.querySelectorAll("a")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -at, End: rows.length - 1 - at }[event.key];
  if (step === undefined || at === -1) return;
  event.preventDefault();
  rows[at + step]?.focus();
}

interface RowProps {
  conversation: ConversationSummary;
  isOpen: boolean;
  linkTo: LinkTo;
}

function Row({ conversation, isOpen, linkTo }: RowProps) {
  const { t } = useTranslation("conversations");
  const { id, opening, timestamp, messageCount, unanswered } = conversation;
  return (
    <li>
      <Link
        id={rowId(id)}
        {...linkTo(id)}
        aria-current={isOpen ? "true" : undefined}
        className="-mx-3 block rounded-lg px-3 py-3 text-base-content outline-offset-[-2px] hover:bg-base-200 aria-[current]:bg-secondary aria-[current]:text-secondary-content panes:mx-0 panes:rounded-none"
      >
        <span className="flex items-start justify-between gap-3">
          <span dir="auto" className={`line-clamp-2 min-w-0 flex-1 break-words ${unanswered > 0 ? "font-semibold" : "font-medium"}`}>
            {opening.trim() || t("conversations.empty")}
          </span>
          <time
            dateTime={timestamp}
            title={formatDateTime(timestamp)}
            className={`shrink-0 pt-0.5 text-sm tabular-nums ${isOpen ? "" : "text-quiet"}`}
          >
            {formatRecent(timestamp, Date.now())}
          </time>
        </span>
        <span className="mt-1 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
          <span className={isOpen ? "" : "text-quiet"}>
            {t("conversations.messages", { count: messageCount, number: formatNumber(messageCount) })}
          </span>
          {unanswered > 0 && (
            <span className="rounded-full bg-accent px-2 font-semibold text-accent-content">
              {t("conversations.unanswered", { count: unanswered })}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
