import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, Check, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../api.ts";
import { conversationQuery } from "../../queries.ts";
import { formatDateTime } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/Button.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { TranscriptItem } from "./TranscriptItem.tsx";
import { useConversationActions } from "./use-conversation-actions.ts";

interface TranscriptProps {
  id: string;
  chatId: string;
  onClose: () => void;
}

/** One conversation, word for word. */
export function Transcript({ id, chatId, onClose }: TranscriptProps) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(conversationQuery(id));
  const [isAsking, setAsking] = useState(false);
  const { markAnswered, remove } = useConversationActions(chatId, id, onClose);
  const first = query.data?.pages[0];
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={first?.opening ?? t("conversations.title")} className="min-w-0">
      <div className="flex flex-wrap items-center gap-2 border-b border-base-300 pb-3">
        <button type="button" className="btn btn-ghost -ms-3 px-3 lg:hidden" onClick={onClose}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("conversations.back")}
        </button>
        <p className="me-auto text-sm text-quiet tabular-nums max-lg:hidden">{first && formatDateTime(first.timestamp)}</p>
        {first && first.unanswered > 0 && (
          <BusyButton className="btn-line btn-sm max-lg:ms-auto" busy={markAnswered.isPending} onClick={() => markAnswered.mutate()}>
            <Check size={16} strokeWidth={1.75} aria-hidden="true" />
            {t("conversations.markAnswered")}
          </BusyButton>
        )}
        <button type="button" className="btn btn-ghost btn-sm hover:text-error" disabled={!first} onClick={() => setAsking(true)}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-sm:sr-only">{t("conversations.delete")}</span>
        </button>
      </div>
      {query.isPending && <Loading tall={false} />}
      {query.error && <Alert className="mt-4">{messageOf(query.error, t("error.network"))}</Alert>}
      <ol className="mt-5 space-y-4">
        {items.map((item, at) => (
          <TranscriptItem key={item.sequence} item={item} question={items[at - 1]?.text ?? ""} chatId={chatId} />
        ))}
      </ol>
      {query.hasNextPage && (
        <BusyButton className="btn-line mt-6" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("conversations.more")}
        </BusyButton>
      )}
      {isAsking && <DeleteDialog isBusy={remove.isPending} onDelete={() => remove.mutate()} onClose={() => setAsking(false)} />}
    </section>
  );
}
