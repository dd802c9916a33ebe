import { ArrowDown, ArrowUp, ArrowUpToLine, CalendarRange, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isImageUrl, KNOWLEDGE_PREVIEW_LENGTH, parseEntry } from "../../../../contract/knowledge.ts";
import type { KnowledgePlace, ShownDates } from "../../../../contract/knowledge-calls.ts";
import { cutAtWord } from "../../../text/cut-at-word.ts";
import { formatDate, formatNumber } from "../../../text/format.ts";
import { toPlainEntry } from "../../../text/plain-entry.ts";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Thumbnail } from "../../../ui/Thumbnail.tsx";
import { KnowledgeFailure } from "./KnowledgeFailure.tsx";
import type { Failure, ShownEntry } from "./knowledge-source.ts";
import { OriginLine } from "./OriginLine.tsx";
import { moveButtonId } from "./use-moves.ts";

interface KnowledgeRowProps {
  entry: ShownEntry;
  /** The number of all entries of the agent. */
  count: number;
  isEditing: boolean;
  /** The row is a search result, so its neighbours in the list are not on the screen. */
  isFound: boolean;
  /** The list is in the owner's own order, so the entry can be moved in it. */
  isMovable: boolean;
  /** The entry was added a moment ago. */
  isFresh: boolean;
  failure: Failure | null;
  /** What is shown below the entry. */
  notes: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  onMove: (place: KnowledgePlace) => void;
  onOpenSource: (sourceId: string) => void;
}

/** One entry: its text, how often it was used, and its buttons. */
export function KnowledgeRow(props: KnowledgeRowProps) {
  const { entry, count, isEditing, isFound, isMovable, isFresh, failure, notes, onEdit, onDelete, onMove, onOpenSource } = props;
  const { t } = useTranslation("editor");
  const number = formatNumber(entry.number);
  const isFirst = entry.number === 1;
  const isLast = entry.number === count;
  return (
    <li className={`py-3 ${isEditing ? "bg-secondary/50" : ""} ${isFresh ? "animate-flash" : ""}`}>
      <div className={`flex gap-x-3 sm:flex-nowrap ${isMovable && count > 1 ? "flex-wrap" : ""}`}>
        {(isMovable || isFound) && (
          <span className="min-w-6 shrink-0 pt-2 text-end text-sm leading-6 text-quiet tabular-nums">{number}</span>
        )}
        <EntryText {...entry} onOpenSource={onOpenSource} />
        <OwnerOnly>
          <div className={`flex shrink-0 justify-end ${isMovable && count > 1 ? "max-sm:basis-full" : ""}`}>
            {isMovable && count > 1 && !isFound && (
              <>
                <MoveButton entry={entry} place="up" Icon={ArrowUp} isOff={isFirst} onMove={onMove} />
                <MoveButton entry={entry} place="down" Icon={ArrowDown} isOff={isLast} onMove={onMove} />
              </>
            )}
            {isMovable && count > 2 && <MoveButton entry={entry} place="first" Icon={ArrowUpToLine} isOff={isFirst} onMove={onMove} />}
            <button
              type="button"
              className={BUTTON}
              aria-label={t("knowledge.edit", { number })}
              title={t("knowledge.editShort")}
              onClick={onEdit}
            >
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={`${BUTTON} hover:text-error`}
              aria-label={t("knowledge.delete", { number })}
              title={t("knowledge.deleteShort")}
              onClick={onDelete}
            >
              <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </div>
        </OwnerOnly>
      </div>
      {notes}
      {failure && (
        <div className="mt-2">
          <KnowledgeFailure failure={failure} />
        </div>
      )}
    </li>
  );
}

const BUTTON = "btn btn-ghost btn-square sm:size-9";
const MOVE_TEXTS = {
  up: ["knowledge.up", "knowledge.upShort"],
  down: ["knowledge.down", "knowledge.downShort"],
  first: ["knowledge.top", "knowledge.topShort"],
} as const;

interface MoveButtonProps {
  entry: ShownEntry;
  place: keyof typeof MOVE_TEXTS;
  Icon: LucideIcon;
  /** The entry is already at this place. The button is not disabled, so that it keeps the focus. */
  isOff: boolean;
  onMove: (place: KnowledgePlace) => void;
}

function MoveButton({ entry, place, Icon, isOff, onMove }: MoveButtonProps) {
  const { t } = useTranslation("editor");
  const [label, short] = MOVE_TEXTS[place];
  return (
    <button
      type="button"
      id={moveButtonId(entry.id, place)}
      className={`${BUTTON} ${isOff ? "cursor-default" : ""}`}
      aria-disabled={isOff}
      aria-label={t(label, { number: formatNumber(entry.number) })}
      title={t(short)}
      onClick={() => {
        if (!isOff) onMove(place);
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={isOff ? "text-quiet opacity-60" : ""} />
    </button>
  );
}

type EntryTextProps = Pick<ShownEntry, "entry" | "uses" | "dates" | "origin"> & Pick<KnowledgeRowProps, "onOpenSource">;

function EntryText({ entry, uses, dates, origin, onOpenSource }: EntryTextProps) {
  const { t } = useTranslation("editor");
  const [isOpen, setOpen] = useState(false);
  const parsed = parseEntry(entry);
  const { title, text } = useMemo(() => toPlainEntry(parseEntry(entry).text), [entry]);
  const isLong = text.length > KNOWLEDGE_PREVIEW_LENGTH;
  const shown = isLong && !isOpen ? cutAtWord(text, KNOWLEDGE_PREVIEW_LENGTH) : text;
  return (
    <div className="flex min-w-0 flex-1 gap-4 pt-2">
      {parsed.kind === "image" && <Thumbnail address={isImageUrl(parsed.url) ? parsed.url : ""} className="size-16" />}
      <div className="min-w-0">
        {title !== null && <p className="font-semibold break-words">{title}</p>}
        {shown !== "" && <p className="break-words whitespace-pre-wrap">{shown}</p>}
        {isLong && (
          <button
            type="button"
            className="link-plain mt-1 min-h-6 cursor-pointer text-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t("knowledge.less") : t("knowledge.more")}
          </button>
        )}
        {uses !== null && (
          <span className="mt-0.5 block text-sm text-quiet tabular-nums">
            {uses === 0 ? t("knowledge.neverUsed") : t("knowledge.used", { count: uses, number: formatNumber(uses) })}
          </span>
        )}
        {dates && <Dates {...dates} />}
        {origin && <OriginLine origin={origin} onOpen={onOpenSource} />}
      </div>
    </div>
  );
}

/** When the entry is used. One that is not used now is marked. */
function Dates({ from, until, state }: ShownDates) {
  const { t } = useTranslation("editor");
  const day = (value: string | null) => formatDate(`${value ?? ""}T00:00`);
  const text = {
    waiting: t("knowledge.datesWaiting", { date: day(from) }),
    current: until === null ? t("knowledge.datesSince", { date: day(from) }) : t("knowledge.datesCurrent", { date: day(until) }),
    ended: t("knowledge.datesEnded", { date: day(until) }),
  }[state];
  return (
    <span className={`mt-1 flex items-center gap-1.5 text-sm tabular-nums ${state === "current" ? "text-quiet" : "font-semibold"}`}>
      <CalendarRange size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {text}
    </span>
  );
}
