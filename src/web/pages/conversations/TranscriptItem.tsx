import { BookPlus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Source } from "../../../contract/chat.ts";
import { isImageUrl, parseEntry } from "../../../contract/knowledge.ts";
import { BUILTIN_MODEL } from "../../../contract/settings.ts";
import { isAdmin } from "../../session.ts";
import { formatDateTime, formatNumber, formatTime, formatWeekday } from "../../text/format.ts";
import { modelNote } from "../../text/model-note.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { OwnerOnly } from "../../ui/OwnerOnly.tsx";
import { Thumbnail } from "../../ui/Thumbnail.tsx";
import { useSession } from "../../use-session.ts";
import { type Line, noteWords } from "./transcript.ts";

interface TranscriptItemProps {
  line: Line;
  chatId: string;
  /** More details, shown after the sender and the time. */
  children?: ReactNode;
  /** Shown below the message. */
  action?: ReactNode;
}

/** One message with its sender and time; for a reply, also the model and any problem. */
export function TranscriptItem({ line, chatId, children, action }: TranscriptItemProps) {
  const { t } = useTranslation("conversations");
  const { item, question, isNewDay, isSilent } = line;
  const isVisitor = item.sender === "user";
  return (
    <li data-unanswered={item.unanswered ? "" : undefined} className="scroll-mt-32">
      {isNewDay && <p className="pb-4 text-center text-sm text-quiet">{formatWeekday(item.at)}</p>}
      <div className={`flex flex-col gap-1 ${isVisitor ? "items-end" : "items-start"}`}>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet tabular-nums">
          <span className="font-semibold text-base-content">{isVisitor ? t("conversations.visitor") : t("conversations.agent")}</span>
          <time dateTime={item.at} title={formatDateTime(item.at)}>
            {formatTime(item.at)}
          </time>
          {item.model !== null && (
            <span className="break-all">{item.model === BUILTIN_MODEL ? t("conversations.builtin") : item.model}</span>
          )}
          {item.version !== null && (
            <Link
              to={`/editor?chatId=${encodeURIComponent(chatId)}&tab=history&version=${item.version}`}
              className="link-plain"
              title={t("conversations.versionHint")}
            >
              {t("conversations.version", { number: formatNumber(item.version) })}
            </Link>
          )}
          {children}
          {item.unanswered && <Mark isLoud>{t("conversations.notKnown")}</Mark>}
          {item.kind === "limit" && <Mark>{t("conversations.limit")}</Mark>}
          {item.kind === "offline" && <Mark>{t("conversations.offline")}</Mark>}
          {item.interrupted && <Mark>{t("conversations.interrupted")}</Mark>}
        </p>
        <div
          dir="auto"
          className={`max-w-[min(36rem,90%)] rounded-[18px] px-4 py-2.5 break-words whitespace-pre-wrap ${isVisitor ? "rounded-ee-md bg-secondary text-secondary-content" : "rounded-es-md bg-bubble"}`}
        >
          <MessageWords text={item.text} />
        </div>
        {item.sources.length > 0 && <Sources sources={item.sources} chatId={chatId} />}
        {item.note && <Note note={item.note} isInterrupted={item.interrupted} />}
        {isSilent && <p className="text-sm text-quiet">{t("conversations.silent")}</p>}
        {item.unanswered && (
          <OwnerOnly>
            <Link
              to={`/editor?chatId=${encodeURIComponent(chatId)}&tab=knowledge`}
              state={{ question }}
              className="btn btn-line btn-sm mt-1 max-sm:min-h-11"
            >
              <BookPlus size={16} strokeWidth={1.75} aria-hidden="true" />
              {t("conversations.addKnowledge")}
            </Link>
          </OwnerOnly>
        )}
        {action}
      </div>
    </li>
  );
}

function Mark({ children, isLoud = false }: { children: ReactNode; isLoud?: boolean }) {
  const look = isLoud ? "bg-accent text-accent-content" : "border border-line-strong text-base-content";
  return <span className={`rounded-full px-2 font-semibold ${look}`}>{children}</span>;
}

/** The titles of the passages that the reply rests on; opened, also their text at that time and links to the entries. */
function Sources({ sources, chatId }: { sources: readonly Source[]; chatId: string }) {
  const { t } = useTranslation("conversations");
  return (
    <Disclosure
      className="max-w-[min(36rem,90%)] scroll-mb-6 text-sm text-quiet"
      title={t("conversations.from", { titles: sources.map(({ title }) => title).join(" · ") })}
      isFollowed
    >
      <ul className="mt-1 space-y-2 border-s-2 border-base-300 ps-3">
        {sources.map(({ entryId, title, quote }) => (
          <li key={`${entryId}${title}`}>
            <q dir="auto" className="break-words">
              {quote}
            </q>
            {entryId && (
              <Link
                to={`/editor?chatId=${encodeURIComponent(chatId)}&tab=knowledge&entry=${encodeURIComponent(entryId)}`}
                className="link-plain block w-fit font-semibold max-sm:py-2.5"
                aria-label={t("conversations.openEntryOf", { title })}
              >
                {t("conversations.openEntry")}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** What went wrong while the reply was written. */
function Note({ note: stored, isInterrupted }: { note: string; isInterrupted: boolean }) {
  const { t } = useTranslation("conversations");
  const words = noteWords(stored, { isInterrupted, isOperator: isAdmin(useSession()) });
  if (words === null) return null;
  return <p className="max-w-[min(36rem,90%)] text-sm break-words text-quiet">{t(words.key, { note: modelNote(words.note) })}</p>;
}

/** The text of a message; the picture of an entry is shown, and not its address. */
export function MessageWords({ text }: { text: string }) {
  const parsed = parseEntry(text);
  if (parsed.kind === "text" || !isImageUrl(parsed.url)) return text;
  return (
    <>
      <Thumbnail address={parsed.url} className="mb-2 size-28" />
      {parsed.text}
    </>
  );
}
