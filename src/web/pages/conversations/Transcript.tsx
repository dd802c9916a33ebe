import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Consent, ConversationDetails, ConversationSummary } from "../../../contract/conversation.ts";
import { LANGUAGE_NAMES } from "../../../contract/language.ts";
import { ApiError } from "../../api.ts";
import { conversationQuery } from "../../queries.ts";
import { formatDateTime } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Reason } from "../../ui/NotDone.tsx";
import { KeepGolden } from "../editor/golden/KeepGolden.tsx";
import { TranscriptSkeleton } from "./Skeletons.tsx";
import { TranscriptHead } from "./TranscriptHead.tsx";
import { TranscriptItem } from "./TranscriptItem.tsx";
import { type Line, readLines } from "./transcript.ts";

interface TranscriptProps {
  id: string;
  chatId: string;
  /** The conversation's row in the list, if it has loaded. */
  summary: ConversationSummary | undefined;
  onClose: () => void;
}

/** All messages of one conversation. Esc closes it. */
export function Transcript({ id, chatId, summary, onClose }: TranscriptProps) {
  const { t } = useTranslation("conversations");
  const query = useInfiniteQuery(conversationQuery(id));
  const known = query.data?.pages[0] ?? summary;
  const lines = useLines(query.data);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOfDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
    if (event.key === "Escape" && !isOfDialog) onClose();
  };
  return (
    <section
      aria-label={t("conversations.one")}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-col pb-24 panes:min-h-0 panes:overflow-y-auto panes:[scrollbar-width:thin] panes:border-s panes:border-base-300 panes:px-6 panes:pb-10"
    >
      <TranscriptHead
        id={id}
        chatId={chatId}
        known={known}
        visitorId={query.data?.pages[0]?.visitorId}
        isLoaded={query.data !== undefined}
        isPending={query.isPending}
        onClose={onClose}
      />
      {query.isPending && <TranscriptSkeleton />}
      {query.error && <ReadError query={query} onClose={onClose} />}
      {query.data?.pages[0]?.consent && <ConsentNote consent={query.data.pages[0].consent} />}
      {lines.length > 0 && <Lines lines={lines} chatId={chatId} />}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <BusyButton className="btn-line mt-8 self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("conversations.more")}
        </BusyButton>
      )}
    </section>
  );
}

/** What the visitor agreed to before writing. */
function ConsentNote({ consent: { at, text, language, version } }: { consent: Consent }) {
  const { t } = useTranslation("conversations");
  return (
    <Disclosure
      className="mt-5 rounded-control border border-base-300 px-4 py-3 max-sm:py-0.5 max-sm:open:pb-3"
      titleClass="font-semibold"
      title={t("conversations.consent", { time: formatDateTime(at) })}
    >
      <p lang={language} className="mt-2 break-words whitespace-pre-line">
        {text}
      </p>
      <p className="mt-2 text-sm text-quiet">{t("conversations.consentVersion", { language: LANGUAGE_NAMES[language], version })}</p>
    </Disclosure>
  );
}

type Query = UseInfiniteQueryResult<InfiniteData<ConversationDetails>>;

function useLines(data: InfiniteData<ConversationDetails> | undefined): Line[] {
  return useMemo(() => {
    const pages = data?.pages ?? [];
    const items = pages.flatMap((page) => page.items);
    return readLines(items, pages.at(-1)?.next === null, Date.now());
  }, [data]);
}

function Lines({ lines, chatId }: { lines: Line[]; chatId: string }) {
  const list = useRef<HTMLOListElement>(null);
  // A conversation with an unanswered question is usually opened because of it, so the question is scrolled into view.
  useEffect(() => {
    const reply = list.current?.querySelector("[data-unanswered]");
    (reply?.previousElementSibling ?? reply)?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <ol ref={list} className="mt-5 space-y-5">
      {lines.map((line) => (
        <TranscriptItem
          key={line.item.sequence}
          line={line}
          chatId={chatId}
          action={
            line.question !== "" && <KeepGolden chatId={chatId} question={line.question} sources={line.item.sources} className="-ms-3" />
          }
        />
      ))}
    </ol>
  );
}

/** Shown when messages could not be loaded. Messages that are already on screen stay. */
function ReadError({ query, onClose }: { query: Query; onClose: () => void }) {
  const { t } = useTranslation("conversations");
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
  return (
    <Alert
      className={`mt-6 ${query.data ? "order-last" : ""}`}
      actions={
        isGone ? (
          <button type="button" className="btn btn-line btn-sm" onClick={onClose}>
            {t("conversations.back")}
          </button>
        ) : (
          <BusyButton className="btn-line btn-sm" busy={query.isFetching} onClick={retry}>
            {t("retry")}
          </BusyButton>
        )
      }
    >
      {isGone ? t("conversations.gone") : query.error && <Reason what={t("conversations.oneNotLoaded")} error={query.error} />}
    </Alert>
  );
}
