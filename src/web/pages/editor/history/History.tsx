import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { VersionPage, VersionSummary } from "../../../../contract/version.ts";
import { formatDateTime, formatNumber, formatTime, formatWeekday } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { Only } from "../../../ui/Only.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { SaveFirst } from "../SaveFirst.tsx";
import { DeleteHistory } from "./DeleteHistory.tsx";
import { PublishMode } from "./PublishMode.tsx";
import { VersionDialog } from "./VersionDialog.tsx";
import { draftQuery, versionsQuery } from "./version-queries.ts";
import { authorOf, overriddenText, summaryOf } from "./version-text.ts";

interface HistoryProps {
  userId: string;
  /** Null until the first save. */
  chatId: string | null;
  /** The form has changes that restoring a version would throw away. */
  isUnsaved: boolean;
  /** The version that a link opens. */
  opened: number | null;
}

/** The tab with every version of the agent, by day. */
export function History({ userId, chatId, isUnsaved, opened }: HistoryProps) {
  const { t } = useTranslation("history");
  const ghosts = [
    { title: t("history.added", { count: 1, number: formatNumber(1) }), note: t("history.version", { number: formatNumber(2) }) },
    { title: t("history.create"), note: t("history.version", { number: formatNumber(1) }) },
  ];
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" tabIndex={-1} className="text-lg outline-none">
        {t("history.title")}
      </h2>
      {chatId === null ? (
        <SaveFirst text={t("history.saveFirst")} rows={ghosts} />
      ) : (
        <>
          <p className="mt-1 max-w-[60ch] text-quiet">{t("history.lead")}</p>
          <Versions userId={userId} chatId={chatId} isUnsaved={isUnsaved} opened={opened} />
        </>
      )}
    </section>
  );
}

function Versions({ userId, chatId, isUnsaved, opened }: HistoryProps & { chatId: string }) {
  const { t } = useTranslation("history");
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState(opened);
  const { data, error, isPending, refetch } = useQuery(versionsQuery(chatId, page));
  // The choices above the list depend on it, and would move the list.
  const draft = useQuery(draftQuery(chatId));
  const isSettled = useSettled({ isShowable: !isPending, isReady: !draft.isPending });
  const close = () => {
    setShown(null);
    // A version that a link has opened had no row that could take the focus back, and may have none now.
    requestAnimationFrame(() => {
      if (shown === null || document.activeElement !== document.body) return;
      (document.getElementById(rowId(shown)) ?? document.getElementById("history-title"))?.focus();
    });
  };
  if (isPending || !isSettled) return <RowBones />;
  if (error) {
    return (
      <RetryAlert className="mt-6" onRetry={() => void refetch()}>
        {t("history.failed")}
      </RetryAlert>
    );
  }
  return (
    <>
      <OwnerOnly>
        <PublishMode chatId={chatId} />
      </OwnerOnly>
      {data.total === 0 && <p className="mt-6 border-t border-base-300 pt-4">{t("history.empty")}</p>}
      {byDay(data.versions).map(({ day, versions }) => (
        <section key={day} aria-label={day} className="mt-8">
          <h3 className="text-sm font-semibold text-quiet">{day}</h3>
          <ol className="mt-2 divide-y divide-base-300 border-y border-base-300">
            {versions.map((version) => (
              <li key={version.number}>
                <VersionRow version={version} mark={markOf(version.number, data)} onOpen={() => setShown(version.number)} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("history.title")} />}
      {data.total > 1 && (
        <OwnerOnly>
          <Only may="own">
            <DeleteHistory
              chatId={chatId}
              hasDraft={data.published !== data.newest && data.published !== null}
              onDeleted={() => setPage(1)}
            />
          </Only>
        </OwnerOnly>
      )}
      {shown !== null && (
        <VersionDialog {...{ userId, chatId, isUnsaved }} number={shown} hasDraft={data.published !== null} onClose={close} />
      )}
    </>
  );
}

/** The versions come newest first, and stay so within a day. */
function byDay(versions: readonly VersionSummary[]): { day: string; versions: VersionSummary[] }[] {
  const days: { day: string; versions: VersionSummary[] }[] = [];
  for (const version of versions) {
    const day = formatWeekday(version.at);
    const last = days.at(-1);
    if (last?.day === day) last.versions.push(version);
    else days.push({ day, versions: [version] });
  }
  return days;
}

const rowId = (number: number) => `version-${number}`;

type Mark = "history.now" | "draft.mark" | "draft.publishedMark";

/** What a version is: the state of now, or the draft and the published one. */
function markOf(number: number, { newest, published }: VersionPage): Mark | null {
  if (number === published) return "draft.publishedMark";
  if (number !== newest) return null;
  return published === null ? "history.now" : "draft.mark";
}

function VersionRow({ version, mark, onOpen }: { version: VersionSummary; mark: Mark | null; onOpen: () => void }) {
  const { t } = useTranslation(["history", "editor"]);
  const { publishedAt } = version;
  const overridden = overriddenText(t, version);
  const details = [
    formatTime(version.at),
    authorOf(t, version),
    t("history.version", { number: formatNumber(version.number) }),
    publishedAt === null ? "" : t("draft.publishedAt", { time: formatDateTime(publishedAt) }),
  ];
  return (
    <button
      type="button"
      id={rowId(version.number)}
      className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] cursor-pointer items-center gap-3 px-2 py-2.5 text-start hover:bg-base-200"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium">{summaryOf(t, version) || t("history.version", { number: version.number })}</span>
        <span className="block text-sm break-words text-quiet tabular-nums">{details.filter((part) => part !== "").join(" · ")}</span>
        {overridden !== "" && <span className="block text-sm break-words font-medium">{overridden}</span>}
      </span>
      {mark && <span className="shrink-0 rounded-full border border-line-strong px-2 text-sm font-semibold">{t(mark)}</span>}
    </button>
  );
}
