import { ArrowLeft, Check, Download, Trash2, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConversationSummary } from "../../../contract/conversation.ts";
import { useMay } from "../../may.ts";
import { formatNumber } from "../../text/format.ts";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { OwnerOnly } from "../../ui/OwnerOnly.tsx";
import { useSession } from "../../use-session.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { useConversationActions } from "./use-conversation-actions.ts";
import { VisitorDialog } from "./VisitorDialog.tsx";

/** The id of the heading that takes the focus when a conversation is opened. */
export const TRANSCRIPT_ID = "transcript";

interface TranscriptHeadProps {
  id: string;
  chatId: string;
  /** Undefined until the list or the conversation has loaded. */
  known: ConversationSummary | undefined;
  /** Known once the conversation has loaded. */
  visitorId: string | undefined;
  isLoaded: boolean;
  isPending: boolean;
  onClose: () => void;
}

/** The head of a conversation, with its actions. It stays visible while the messages scroll. */
export function TranscriptHead({ id, chatId, known, visitorId, isLoaded, isPending, onClose }: TranscriptHeadProps) {
  const { t } = useTranslation("conversations");
  const { isView } = useSession();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const [isVisitorOpen, setVisitorOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears, so the heading takes the focus.
  const { markAnswered, download, remove } = useConversationActions(chatId, id, {
    onMarked: () => heading.current?.focus({ preventScroll: true }),
    onGone: onClose,
  });
  return (
    <div className="sticky top-0 z-1 -mx-4 flex shrink-0 flex-wrap items-center gap-x-2 gap-y-2 border-b border-base-300 bg-base-100 px-4 py-2 sm:-mx-6 sm:px-6 panes:min-h-19 panes:py-3">
      <button type="button" className="btn btn-ghost btn-square -ms-3 panes:hidden" aria-label={t("conversations.back")} onClick={onClose}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div className="min-w-0 flex-1 basis-0 max-lg:basis-[calc(100%-14rem)]">
        <h2 ref={heading} id={TRANSCRIPT_ID} tabIndex={-1} dir="auto" className="truncate text-base outline-none">
          {known ? known.opening.trim() || t("conversations.empty") : t(isPending ? "loading" : "conversations.one")}
        </h2>
        <p className="min-h-5 truncate text-sm text-quiet tabular-nums">
          {known && t("conversations.messages", { count: known.messageCount, number: formatNumber(known.messageCount) })}
        </p>
      </div>
      {isLoaded && known !== undefined && known.unanswered > 0 && !isView && may.reply && (
        <BusyButton
          className="btn-line btn-sm order-last max-sm:min-h-11 max-sm:w-full lg:order-none"
          busy={markAnswered.isPending}
          onClick={() => markAnswered.mutate()}
        >
          <Check size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("conversations.markAnswered")}
        </BusyButton>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm min-w-11 max-sm:min-h-11"
        disabled={visitorId === undefined}
        onClick={() => setVisitorOpen(true)}
      >
        <UserRound size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="max-lg:sr-only">{t("visitor.open")}</span>
      </button>
      <BusyButton
        className="btn-ghost btn-sm min-w-11 max-sm:min-h-11"
        busy={download.isPending}
        disabled={!isLoaded}
        onClick={() => download.mutate()}
      >
        <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="max-lg:sr-only">{t("conversations.download")}</span>
      </BusyButton>
      <OwnerOnly>
        <button
          type="button"
          className="btn btn-ghost btn-sm min-w-11 hover:text-error max-sm:min-h-11 lg:-me-3"
          disabled={!isLoaded}
          onClick={() => setAsking(true)}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-lg:sr-only">{t("conversations.delete")}</span>
        </button>
      </OwnerOnly>
      {isVisitorOpen && visitorId !== undefined && (
        <VisitorDialog visitorId={visitorId} chatId={chatId} onClose={() => setVisitorOpen(false)} onErased={onClose} />
      )}
      {isAsking && <DeleteDialog isBusy={remove.isPending} onDelete={() => remove.mutate()} onClose={() => setAsking(false)} />}
    </div>
  );
}
