import { BookPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { RecordedItem } from "../../../contract/conversation.ts";
import { isImageUrl, parseEntry } from "../../../contract/knowledge.ts";
import { formatDateTime } from "../../text/format.ts";
import { Thumbnail } from "../../ui/Thumbnail.tsx";

const BUILT_IN = "builtin";

interface TranscriptItemProps {
  item: RecordedItem;
  /** What the item answers, when it is a reply. */
  question: string;
  chatId: string;
}

/** One message: who wrote it, when, and for a reply by which model. */
export function TranscriptItem({ item, question, chatId }: TranscriptItemProps) {
  const { t } = useTranslation();
  const isVisitor = item.sender === "user";
  return (
    <li className={`flex flex-col gap-1 ${isVisitor ? "items-end" : "items-start"}`}>
      <p className="flex flex-wrap gap-x-2 text-sm text-quiet tabular-nums">
        <span className="font-semibold">{isVisitor ? t("conversations.visitor") : t("conversations.agent")}</span>
        <time dateTime={item.at}>{formatDateTime(item.at)}</time>
        <Remarks item={item} />
      </p>
      <div
        dir="auto"
        className={`max-w-[min(36rem,90%)] rounded-[18px] px-4 py-2.5 break-words whitespace-pre-wrap ${isVisitor ? "rounded-ee-md bg-secondary text-secondary-content" : "rounded-es-md bg-bubble"}`}
      >
        <Words text={item.text} />
      </div>
      {item.note && <p className="text-sm text-quiet">{item.note}</p>}
      {item.unanswered && (
        <Link
          to={`/editor?chatId=${encodeURIComponent(chatId)}`}
          state={{ tab: "knowledge", question }}
          className="btn btn-line btn-sm mt-1"
        >
          <BookPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("conversations.addKnowledge")}
        </Link>
      )}
    </li>
  );
}

function Words({ text }: { text: string }) {
  const parsed = parseEntry(text);
  if (parsed.kind === "text" || !isImageUrl(parsed.url)) return text;
  return (
    <>
      <Thumbnail address={parsed.url} className="mb-2 size-28" />
      {parsed.text}
    </>
  );
}

function Remarks({ item }: { item: RecordedItem }) {
  const { t } = useTranslation();
  return (
    <>
      {item.model !== null && <span>{item.model === BUILT_IN ? t("conversations.builtin") : item.model}</span>}
      {item.kind === "limit" && <span>{t("conversations.limit")}</span>}
      {item.kind === "offline" && <span>{t("conversations.offline")}</span>}
      {item.interrupted && <span>{t("conversations.interrupted")}</span>}
      {item.unanswered && (
        <span className="rounded-full bg-accent px-2 font-semibold text-accent-content">{t("conversations.notKnown")}</span>
      )}
    </>
  );
}
