import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { conversationCalls } from "../../../../contract/calls/conversations.ts";
import type { AdminConversation, ExportFormat, ReplyCost } from "../../../../contract/conversation.ts";
import { conversationQuery } from "../../../queries.ts";
import { conversationExport, saveExport } from "../../../save-export.ts";
import { formatDateTime, formatNumber, formatRinggit } from "../../../text/format.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { useMayOperate } from "../../../use-may-operate.ts";
import { TranscriptItem } from "../../conversations/TranscriptItem.tsx";
import { readLines } from "../../conversations/transcript.ts";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { Ids } from "./ConversationRow.tsx";

/** All messages of one conversation, loaded a page at a time. */
export function HistoryDialog({ conversation, onClose }: { conversation: AdminConversation; onClose: () => void }) {
  const { t } = useTranslation("admin");
  const { id, chatId, timestamp } = conversation;
  const may = useMayOperate();
  const query = useInfiniteQuery(conversationQuery(id));
  const lines = useMemo(() => {
    const pages = query.data?.pages ?? [];
    const items = pages.flatMap((page) => page.items);
    return readLines(items, pages.at(-1)?.next === null, Date.now());
  }, [query.data]);
  return (
    <Dialog title={t("messages.full")} onClose={onClose} wide>
      <p className="mb-3 text-sm text-quiet tabular-nums">
        {[conversation.chatName, conversation.username, formatDateTime(timestamp)].filter(Boolean).join(" · ")}
      </p>
      {may(conversationCalls.exportConversation) && (
        <div className="flex flex-wrap gap-2">
          <ExportButton id={id} format="json" label={t("messages.exportJson")} />
          <ExportButton id={id} format="text" label={t("messages.exportText")} />
        </div>
      )}
      <Disclosure className="mt-3" titleClass="text-sm text-quiet" title={t("messages.ids")}>
        <Ids conversation={conversation} />
      </Disclosure>
      <ol className="mt-5 space-y-5 border-t border-base-300 pt-5">
        {lines.map((line) => (
          <TranscriptItem key={line.item.sequence} line={line} chatId={chatId}>
            {line.item.cost && <Cost cost={line.item.cost} />}
          </TranscriptItem>
        ))}
      </ol>
      {query.isPending && <Loading tall={false} />}
      {query.error && (
        <p className="pt-4">
          <QuietRetry
            error={query.error}
            what={t("admin.notLoaded")}
            onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          />
        </p>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <BusyButton className="btn-line btn-block mt-5" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("conversations.more")}
        </BusyButton>
      )}
    </Dialog>
  );
}

const MICROS = 1_000_000;
/** Decimals of ringgit. A reply costs fractions of a sen. */
const DECIMALS = 4;

/** The tokens and the cost of a reply. A figure that is not known is shown as unknown, not as 0. */
function Cost({ cost: { inputTokens, outputTokens, isEstimated, costMicros } }: { cost: ReplyCost }) {
  const { t } = useTranslation("admin");
  const tokens =
    inputTokens === null || outputTokens === null
      ? t("messages.tokensUnknown")
      : t("messages.tokens", { input: formatNumber(inputTokens), output: formatNumber(outputTokens) });
  const amount = costMicros === null ? t("messages.costUnknown") : formatRinggit(costMicros / MICROS, DECIMALS);
  return (
    <>
      <span>{tokens}</span>
      <span>{amount}</span>
      {isEstimated && <span>{t("messages.estimated")}</span>}
    </>
  );
}

function ExportButton({ id, format, label }: { id: string; format: ExportFormat; label: string }) {
  const { t } = useTranslation("admin");
  const save = useMutation({ mutationFn: () => saveExport(conversationExport(id, format)) });
  return (
    <>
      <BusyButton className="btn-line btn-sm" busy={save.isPending} onClick={() => save.mutate()}>
        <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </BusyButton>
      {save.error && <QuietRetry error={save.error} what={t("failed.file")} onRetry={() => save.mutate()} />}
    </>
  );
}
