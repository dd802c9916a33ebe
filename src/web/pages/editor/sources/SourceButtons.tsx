import { RefreshCw, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FILE_MAX_BYTES, FILE_MAX_MEGABYTES } from "../../../../contract/limits.ts";
import { SOURCE_SCHEDULES, type SourceView } from "../../../../contract/source.ts";
import { messageOf } from "../../../api.ts";
import { useReadOnly } from "../../../may.ts";
import { isRead } from "../../../source-queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { focusOnce } from "../../../ui/focus-once.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { FileButton } from "../../../ui/forms/FileButton.tsx";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { MoreMenu } from "../../../ui/MoreMenu.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { replaceSourceFile } from "../../../upload.ts";
import { ACCEPTED } from "./AddSource.tsx";
import { canReadAgain } from "./source-text.ts";
import type { SourceActions } from "./use-source-actions.ts";

interface SourceButtonsProps {
  chatId: string;
  source: SourceView;
  actions: SourceActions;
  /** Absent in the source's own view, which shows what the list has in a menu. */
  onOpen?: () => void;
  onRefresh: () => void;
  onDelete: () => void;
}

/** What can be done with a source: to choose and compare, to read it again or cancel, its schedule, to delete it. */
export function SourceButtons({ chatId, source, actions, onOpen, onRefresh, onDelete }: SourceButtonsProps) {
  const { t } = useTranslation("reading");
  const isReadOnly = useReadOnly();
  const { name, kind, proposed, unread, conflicts } = source;
  const isGoingOn = isRead(source);
  const isBusy = actions.busyAt === source.id;
  if (isReadOnly) return null;
  return (
    <div className={`mt-3 flex gap-2 ${onOpen ? "items-start" : "flex-wrap items-center"}`}>
      <div className={onOpen ? "flex min-w-0 flex-1 flex-wrap items-center gap-2" : "contents"}>
        {onOpen && !isGoingOn && proposed > 0 && (
          <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={onOpen}>
            {t("act.choose")}
          </button>
        )}
        {onOpen && !isGoingOn && unread > 0 && (
          <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={onOpen}>
            {t("act.missing")}
          </button>
        )}
        {onOpen && conflicts > 0 && (
          <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={onOpen}>
            {t("act.compare")}
          </button>
        )}
        {isGoingOn ? (
          <button
            type="button"
            className="btn btn-line btn-sm max-sm:min-h-11"
            aria-label={`${t("act.cancel")}: ${name}`}
            disabled={isBusy}
            onClick={() => actions.cancel(source)}
          >
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
            {t("act.cancel")}
          </button>
        ) : (
          <>
            {canReadAgain(source) && (
              <BusyButton
                className="btn-line btn-sm max-sm:min-h-11"
                aria-label={`${t("act.sync")}: ${name}`}
                busy={isBusy}
                onClick={() => actions.sync(source)}
              >
                <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
                {t("act.sync")}
              </BusyButton>
            )}
            {kind === "file" && <ReplaceFile chatId={chatId} source={source} onReplaced={onRefresh} />}
          </>
        )}
      </div>
      {onOpen ? (
        <div className="ms-auto">
          <MoreMenu label={t("act.more", { name })} isSmall>
            {(choose) => (
              <>
                {kind !== "file" && (
                  <div className="px-3 py-2">
                    <p aria-hidden="true" className="mb-1 text-sm text-quiet">
                      {t("act.sync")}
                    </p>
                    <Schedule source={source} actions={actions} className="w-full" />
                  </div>
                )}
                <MenuButton icon={Trash2} label={t("act.delete")} name={t("act.deleteOf", { name })} isDanger onClick={choose(onDelete)} />
              </>
            )}
          </MoreMenu>
        </div>
      ) : (
        <>
          {kind !== "file" && <Schedule source={source} actions={actions} className="w-auto max-sm:basis-full" />}
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm shrink-0 hover:text-error max-sm:size-11"
            aria-label={t("act.deleteOf", { name })}
            title={t("act.delete")}
            onClick={onDelete}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  );
}

/** How often the source is read again by itself. */
function Schedule({ source, actions, className }: { source: SourceView; actions: SourceActions; className: string }) {
  const { t } = useTranslation("reading");
  return (
    <label className={`flex min-w-0 items-center gap-2 text-sm max-sm:order-last ${className}`}>
      <span className="shrink-0 text-quiet">{t("schedule.again")}</span>
      <select
        aria-label={t("schedule.label", { name: source.name })}
        className="select select-sm w-auto min-w-0 text-sm max-sm:min-h-11 max-sm:flex-1"
        value={source.schedule}
        disabled={actions.busyAt === source.id}
        onChange={({ target }) => {
          const chosen = SOURCE_SCHEDULES.find((one) => one === target.value);
          if (chosen) actions.reschedule(source, chosen);
        }}
      >
        {SOURCE_SCHEDULES.map((one) => (
          <option key={one} value={one}>
            {t(`schedule.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Sends the next version of a file. */
function ReplaceFile({ chatId, source, onReplaced }: { chatId: string; source: SourceView; onReplaced: () => void }) {
  const { t } = useTranslation("reading");
  const toast = useToast();
  const [percent, setPercent] = useState<number | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const fail = (text: string) => toast({ text, tone: "error", group: "source" });
  const replace = async (file: File) => {
    if (file.size > FILE_MAX_BYTES) return fail(t("add.tooLarge", { megabytes: formatNumber(FILE_MAX_MEGABYTES) }));
    const { signal } = leaving.current ?? new AbortController();
    setPercent(0);
    try {
      await replaceSourceFile(chatId, source.id, file, { onProgress: setPercent, signal });
      onReplaced();
    } catch (error) {
      if (!signal.aborted) fail(messageOf(error, t("add.notSent")));
    } finally {
      setPercent(null);
    }
  };
  return (
    <FileButton
      accept={ACCEPTED}
      label={`${t("act.replace")}: ${source.name}`}
      busyText={percent === null ? null : t("add.sending", { percent: formatNumber(percent) })}
      buttonClass="btn-sm max-sm:min-h-11"
      onFile={(file) => void replace(file)}
    >
      {t("act.replace")}
    </FileButton>
  );
}

interface DeleteSourceProps {
  source: SourceView;
  actions: SourceActions;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a source is deleted, and says how many entries go with it. */
export function DeleteSource({ source, actions, onClose, onDeleted }: DeleteSourceProps) {
  const { t } = useTranslation("reading");
  const { name, entries } = source;
  return (
    <Alert
      tone="warning"
      className="mt-3"
      actions={
        <>
          <button type="button" ref={focusOnce} className="btn btn-line btn-sm" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton className="btn-error btn-sm" busy={actions.busyAt === source.id} onClick={() => actions.remove(source, onDeleted)}>
            {t("act.deleteYes")}
          </BusyButton>
        </>
      }
    >
      <span className="break-words">
        {entries === 0 ? t("act.deleteNothing", { name }) : t("act.deleteAsk", { name, count: entries, number: formatNumber(entries) })}
      </span>
    </Alert>
  );
}
