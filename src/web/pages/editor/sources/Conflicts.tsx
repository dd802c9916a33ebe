import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseEntry } from "../../../../contract/knowledge.ts";
import type { EntryOrigin, SourceView } from "../../../../contract/source.ts";
import { conflictsQuery } from "../../../source-queries.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { BONE, Bones } from "../../../ui/page/ContentBones.tsx";
import { originText } from "../knowledge/origin-text.ts";
import type { SourceActions } from "./use-source-actions.ts";

interface ConflictsProps {
  chatId: string;
  source: SourceView;
  actions: SourceActions;
}

/** Entries that a person has changed and whose source says something else now. Nothing if there are none. */
export function Conflicts({ chatId, source, actions }: ConflictsProps) {
  const { t } = useTranslation("reading");
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...conflictsQuery(chatId, source.id, page),
    enabled: source.conflicts > 0,
  });
  // After the last one of the last page was settled, the view is on a page that no longer exists.
  const lastPage = data && !isPlaceholderData ? data.totalPages : null;
  useEffect(() => {
    if (lastPage !== null && page > lastPage) setPage(Math.max(1, lastPage));
  }, [lastPage, page]);
  if (source.conflicts === 0) return null;
  if (error) {
    return (
      <RetryAlert className="mt-6" onRetry={() => void refetch()}>
        {t("sources.failed")}
      </RetryAlert>
    );
  }
  return (
    <section aria-labelledby="conflicts-title" className="mt-8">
      <h4 id="conflicts-title" tabIndex={-1} className="border-b border-base-300 pb-2 text-base font-semibold outline-none">
        {t("conflict.title")}
      </h4>
      {!data && <ConflictBones count={source.conflicts} />}
      <ul aria-busy={isPlaceholderData} className={`divide-y divide-base-300 ${isPlaceholderData ? "opacity-60" : ""}`}>
        {data?.entries.map(({ id, entry, origin }) => (
          <li key={id} className="py-4">
            {origin && <Conflict id={id} entry={entry} origin={origin} actions={actions} />}
          </li>
        ))}
      </ul>
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("conflict.title")} />}
    </section>
  );
}

const MOST_BONES = 3;

/** As high as conflicts with short texts, so that the pages below hardly move. */
function ConflictBones({ count }: { count: number }) {
  return (
    <Bones>
      <div className="divide-y divide-base-300">
        {Array.from({ length: Math.min(count, MOST_BONES) }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={at} className="py-4">
            <span className={`${BONE} my-1 h-3 w-3/5 opacity-60`} />
            <div className="mt-3 grid gap-3 sm:grid-cols-2">
              <span className="block h-24 rounded-control bg-base-200" />
              <span className="block h-24 rounded-control bg-base-200" />
            </div>
            <span className="mt-3 block h-9 w-40 rounded-control bg-base-200 max-sm:h-11" />
          </div>
        ))}
      </div>
    </Bones>
  );
}

interface ConflictProps {
  id: string;
  /** The wire form. */
  entry: string;
  origin: EntryOrigin;
  actions: SourceActions;
}

/** Both texts side by side, and the choice between them. */
function Conflict({ id, entry, origin, actions }: ConflictProps) {
  const { t } = useTranslation("reading");
  const { t: inEditor } = useTranslation("editor");
  const theirs = origin.conflict ?? "";
  const isBusy = actions.busyAt === id;
  const moveFocus = () => {
    const title =
      document.getElementById("conflicts-title") ?? document.getElementById("entries-title") ?? document.getElementById("pages-title");
    title?.focus({ preventScroll: true });
  };
  return (
    <div>
      <p className="text-sm text-quiet">
        {originText(inEditor, origin)} · {t(theirs === "" ? "conflict.gone" : "conflict.lead")}
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Side title={t("conflict.mine")} text={parseEntry(entry).text} />
        <Side title={t("conflict.theirs")} text={theirs} none={t("conflict.theirsNothing")} />
      </div>
      <OwnerOnly>
        <div className="mt-3 flex flex-wrap gap-2">
          <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={isBusy} onClick={() => actions.settle(id, "mine", moveFocus)}>
            {t("conflict.keepMine")}
          </BusyButton>
          <BusyButton
            className={`btn-sm max-sm:min-h-11 ${theirs === "" ? "btn-line hover:text-error" : "btn-line"}`}
            busy={isBusy}
            onClick={() => actions.settle(id, "theirs", moveFocus)}
          >
            {t(theirs === "" ? "conflict.takeNothing" : "conflict.takeTheirs")}
          </BusyButton>
        </div>
      </OwnerOnly>
    </div>
  );
}

function Side({ title, text, none = "" }: { title: string; text: string; none?: string }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-control border border-base-300 bg-raised p-3">
      <h5 className="text-sm font-semibold">{title}</h5>
      {text === "" ? (
        <p className="mt-1 text-quiet">{none}</p>
      ) : (
        <p dir="auto" className="mt-1 max-h-80 overflow-y-auto break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
    </section>
  );
}
