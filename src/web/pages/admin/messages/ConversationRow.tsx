import { ChevronDown, ChevronRight, MessagesSquare, Trash2 } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AdminConversation, PREVIEW_USER } from "../../../../contract/conversation.ts";
import { agentNameOf, formatDateTime, formatNumber } from "../../../text/format.ts";
import { MessageWords } from "../../conversations/TranscriptItem.tsx";
import { Cell, Row, WideCell } from "../lists/DataTable.tsx";
import { RowActions } from "../lists/RowActions.tsx";
import { useCards } from "../lists/use-cards.ts";

interface ConversationRowProps {
  conversation: AdminConversation;
  columns: number;
  onRead: () => void;
  /** Null: the role does not allow it. */
  onDelete: (() => void) | null;
}

/** One conversation. Its row can be expanded to show the last messages. */
export function ConversationRow({ conversation, columns, onRead, onDelete }: ConversationRowProps) {
  const { t } = useTranslation("admin");
  const areCards = useCards();
  const [isOpen, setOpen] = useState(false);
  const boxId = useId();
  const { chatId, userId, chatName, username, opening, messageCount, timestamp } = conversation;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const isPreview = chatName === "" && chatId === PREVIEW_USER;
  const agent = isPreview ? t("messages.preview") : agentNameOf(chatName);
  const name = t("messages.name", { agent, when: formatDateTime(timestamp) });
  return (
    <>
      <Row>
        <Cell card="icon">
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm -ms-2"
            aria-expanded={isOpen}
            aria-controls={boxId}
            aria-label={t("messages.expandOne", { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </Cell>
        <Cell card="title" isFlexible>
          <span className={`block truncate ${opening ? "font-semibold" : "text-quiet"}`} title={opening}>
            {opening || t("conversations.empty")}
          </span>
        </Cell>
        <Cell card="half">
          <span className={`block max-w-44 truncate lg:max-w-32 xl:max-w-44 ${isPreview ? "text-quiet" : ""}`} title={chatId}>
            {agent}
          </span>
        </Cell>
        <Cell card="half">
          <span className="block max-w-48 truncate lg:max-w-40 xl:max-w-48" title={userId}>
            {username || (userId !== PREVIEW_USER ? t("payments.gone") : areCards ? "" : t("admin.none"))}
          </span>
        </Cell>
        <Cell isNumber card="last" label={t("messages.messages")}>
          {formatNumber(messageCount)}
        </Cell>
        <Cell isNumber card="last">
          <time dateTime={timestamp} className="whitespace-nowrap">
            {formatDateTime(timestamp)}
          </time>
        </Cell>
        <RowActions
          of={name}
          actions={[
            { label: t("messages.read"), icon: MessagesSquare, onClick: onRead },
            ...(onDelete ? [{ label: t("admin.delete"), icon: Trash2, onClick: onDelete, isDanger: true, isSetApart: true }] : []),
          ]}
        />
      </Row>
      {isOpen && (
        <WideCell columns={columns} id={boxId}>
          <LastConversation messages={conversation.messages} />
          <Ids conversation={conversation} />
        </WideCell>
      )}
    </>
  );
}

/** The ids, which only someone who looks for them needs. */
export function Ids({ conversation: { id, chatId, userId } }: { conversation: AdminConversation }) {
  const { t } = useTranslation("admin");
  // A preview belongs to no agent and no owner that could be looked for.
  const rows = [
    [t("messages.id"), id],
    [t("messages.chatId"), chatId === PREVIEW_USER ? "" : chatId],
    [t("messages.userId"), userId === PREVIEW_USER ? "" : userId],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-quiet">{label}</dt>
          <dd className="font-mono break-all select-all">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface ListedMessage {
  sender: string;
  text: string;
}

/** Parses the list, which arrives as a JSON text. Another version of the server may send something else. */
function readMessages(json: string): ListedMessage[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.filter((item) => typeof item?.sender === "string" && typeof item.text === "string") : [];
  } catch (error) {
    console.error("admin: the messages are not a JSON list:", error);
    return [];
  }
}

/** The last messages, in a scrolling box; the visitor's messages are on the right. */
function LastConversation({ messages }: { messages: string }) {
  const { t } = useTranslation("admin");
  const list = readMessages(messages);
  return (
    <>
      <h3 className="mb-2 font-semibold">{t("messages.last")}</h3>
      <section aria-label={t("messages.last")} tabIndex={0} className="max-h-[300px] space-y-3 overflow-y-auto">
        {list.length === 0 && <p className="text-quiet">{t("conversations.empty")}</p>}
        {list.map((message, at) => {
          const isVisitor = message.sender === "user";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes its order
            <div key={at} className={`flex flex-col gap-1 ${isVisitor ? "items-end" : "items-start"}`}>
              <span className="text-sm font-semibold text-quiet">{isVisitor ? t("messages.ofVisitor") : t("messages.ofAgent")}</span>
              <div
                dir="auto"
                className={`max-w-[min(36rem,90%)] rounded-[18px] px-4 py-2.5 break-words whitespace-pre-wrap ${isVisitor ? "rounded-ee-md bg-secondary text-secondary-content" : "rounded-es-md bg-base-100"}`}
              >
                <MessageWords text={message.text} />
              </div>
            </div>
          );
        })}
      </section>
    </>
  );
}
