import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminConversation } from "../../../../contract/conversation.ts";
import { formatDateTime, formatNumber } from "../../../text/format.ts";
import { ActionsCell, Cell, RowButton } from "../lists/DataTable.tsx";

interface ConversationRowProps {
  conversation: AdminConversation;
  columns: number;
  onRead: () => void;
  onDelete: () => void;
}

/** One conversation. Its row can be expanded to show the last messages. */
export function ConversationRow({ conversation, columns, onRead, onDelete }: ConversationRowProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const boxId = useId();
  const { id, chatId, userId, messageCount, timestamp } = conversation;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <tr>
        <td className="h-10 w-10 border-b border-base-300 ps-1">
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm"
            aria-expanded={isOpen}
            aria-controls={boxId}
            aria-label={t("messages.expandOne", { id })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </td>
        <Cell id={id} />
        <Cell id={chatId} />
        <Cell id={userId} />
        <Cell isNumber>
          <button
            type="button"
            className="cursor-pointer rounded-full bg-secondary px-3 py-1 font-semibold text-secondary-content"
            aria-label={t("messages.readAll", { count: messageCount, number: formatNumber(messageCount) })}
            onClick={onRead}
          >
            {formatNumber(messageCount)}
          </button>
        </Cell>
        <Cell isNumber>
          <time dateTime={timestamp} className="whitespace-nowrap">
            {formatDateTime(timestamp)}
          </time>
        </Cell>
        <ActionsCell>
          <RowButton label={t("admin.delete")} of={id} onClick={onDelete} />
        </ActionsCell>
      </tr>
      {isOpen && (
        <tr id={boxId}>
          <td colSpan={columns} className="border-b border-base-300 bg-base-200 p-4">
            <LastConversation messages={conversation.messages} />
          </td>
        </tr>
      )}
    </>
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
              <span className="text-sm font-semibold text-quiet">{message.sender.toUpperCase()}</span>
              <div
                dir="auto"
                className={`max-w-[min(36rem,90%)] rounded-[18px] px-4 py-2.5 break-words whitespace-pre-wrap ${isVisitor ? "rounded-ee-md bg-secondary text-secondary-content" : "rounded-es-md bg-base-100"}`}
              >
                {message.text}
              </div>
            </div>
          );
        })}
      </section>
    </>
  );
}
