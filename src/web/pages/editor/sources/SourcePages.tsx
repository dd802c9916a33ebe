import { ChevronDown, ChevronUp, ExternalLink } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SOURCE_PAGE_STATES, type SourceDetails, type SourcePage } from "../../../../contract/source.ts";
import { useMay } from "../../../may.ts";
import type { SourcePagesView } from "../../../source-queries.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { PageTexts } from "./PageTexts.tsx";
import { StateText, UnreadParts } from "./SourceState.tsx";
import { changedText, entriesText, linkOf, pageStateOf, shortAddress, wordsText } from "./source-text.ts";
import type { SourceActions } from "./use-source-actions.ts";

/** From this number of pages on, they can be filtered. */
const FILTERED_FROM = 6;
/** A moment later, such a page has another state. */
const FILTERS = SOURCE_PAGE_STATES.filter((state) => state !== "taken");

interface SourcePagesProps {
  chatId: string;
  details: SourceDetails;
  view: SourcePagesView;
  onView: (view: SourcePagesView) => void;
  isStale: boolean;
  actions: SourceActions;
  onEditEntry: (entryId: string) => void;
}

/** The pages of a source, each with its state, and with what was read of it. */
export function SourcePages({ chatId, details, view, onView, isStale, actions, onEditEntry }: SourcePagesProps) {
  const { t } = useTranslation("reading");
  const { source, pages, total, totalPages } = details;
  // Those that wait for a choice are in the list above.
  const shown = view.state === null && source.proposed > 0 ? pages.filter(({ state }) => state !== "proposed") : pages;
  const isFiltered = view.state !== null || total >= FILTERED_FROM;
  if (shown.length === 0 && view.state === null && totalPages <= 1) return null;
  return (
    <section aria-labelledby="pages-title" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-base-300 pb-2">
        <h4 id="pages-title" tabIndex={-1} className="text-base font-semibold outline-none">
          {source.kind === "site" ? t("page.list") : t("page.texts")}
        </h4>
        {isFiltered && (
          <select
            aria-label={t("page.filter")}
            className="select select-sm w-auto text-sm max-sm:min-h-11"
            value={view.state ?? ""}
            onChange={({ target }) => onView({ page: 1, state: FILTERS.find((state) => state === target.value) ?? null })}
          >
            <option value="">{t("page.all")}</option>
            {FILTERS.map((state) => (
              <option key={state} value={state}>
                {t(`page.filter.${state}`)}
              </option>
            ))}
          </select>
        )}
      </div>
      {shown.length === 0 && <p className="mt-4 text-quiet">{t("page.none")}</p>}
      <ul aria-busy={isStale} className={`divide-y divide-base-300 ${isStale ? "opacity-60" : ""}`}>
        {shown.map((page) => (
          <PageRow key={page.id} {...{ chatId, source, page, actions, onEditEntry }} isOnly={source.kind !== "site"} />
        ))}
      </ul>
      {totalPages > 1 && (
        <Pager page={view.page} totalPages={totalPages} onPage={(page) => onView({ ...view, page })} of={t("page.list")} />
      )}
    </section>
  );
}

interface PageRowProps extends Pick<SourcePagesProps, "chatId" | "actions" | "onEditEntry"> {
  source: SourceDetails["source"];
  page: SourcePage;
  /** The source is this page, so its texts are shown at once. */
  isOnly: boolean;
}

function PageRow({ chatId, source, page, actions, onEditEntry, isOnly }: PageRowProps) {
  const { t } = useTranslation("reading");
  const [isOpen, setOpen] = useState(isOnly);
  const panel = useId();
  const hasTexts = page.words > 0;
  const title = page.title || (page.url === null ? source.name : shortAddress(page.url));
  const Arrow = isOpen ? ChevronUp : ChevronDown;
  return (
    <li className="py-4">
      {!isOnly && <PageHead page={page} title={title} />}
      {(!isOnly || page.state !== "read") && (
        <div className="mt-1 text-sm">
          <StateText {...pageStateOf(t, page)} />
        </div>
      )}
      <div className="mt-1">
        <UnreadParts parts={page.unread} />
      </div>
      {!isOnly && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {hasTexts && (
            <button
              type="button"
              className="btn btn-ghost btn-sm -ms-3 max-sm:min-h-11"
              aria-expanded={isOpen}
              aria-controls={panel}
              aria-label={`${t(isOpen ? "page.hide" : "page.show")}: ${title}`}
              onClick={() => setOpen(!isOpen)}
            >
              <Arrow size={16} strokeWidth={1.75} aria-hidden="true" />
              {t(isOpen ? "page.hide" : "page.show")}
            </button>
          )}
          <OwnerOnly>
            <PageButton source={source} page={page} title={title} actions={actions} />
          </OwnerOnly>
        </div>
      )}
      <div id={panel}>
        {isOpen && (hasTexts || page.changedAt !== null) && (
          <PageTexts chatId={chatId} sourceId={source.id} page={page} onEditEntry={onEditEntry} />
        )}
      </div>
    </li>
  );
}

function PageHead({ page, title }: { page: SourcePage; title: string }) {
  const { t } = useTranslation("reading");
  const link = linkOf(page.url);
  const facts = [
    ...(page.entries > 0 ? [entriesText(t, page.entries), wordsText(t, page.words)] : []),
    ...(page.changedAt === null ? [] : [changedText(t, page.changedAt)]),
  ];
  return (
    <>
      <p className="font-semibold break-words">
        <bdi>{title}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-2 text-sm text-quiet tabular-nums">
        {link !== null && (
          <a href={link} target="_blank" rel="noreferrer" className="link-plain inline-flex max-w-full items-center gap-1">
            <span className="min-w-0 truncate">{shortAddress(link)}</span>
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="sr-only">{t("page.openSite")}</span>
          </a>
        )}
        <span>{facts.join(" · ")}</span>
      </p>
    </>
  );
}

const TURNS = {
  retired: { act: "restore", text: "page.restore" },
  left_out: { act: "take", text: "page.take" },
  read: { act: "leave", text: "page.leave" },
  missing: { act: "leave", text: "page.leave" },
  failed: { act: "leave", text: "page.leave" },
} as const;

const isTurned = (state: SourcePage["state"]): state is keyof typeof TURNS => Object.hasOwn(TURNS, state);

/** What can be done with a page, by its state. */
function PageButton({ source, page, title, actions }: Pick<PageRowProps, "source" | "page" | "actions"> & { title: string }) {
  const { t } = useTranslation("reading");
  const { state, entries } = page;
  const may = useMay();
  if (!may.edit) return null;
  // A page that was never read has nothing to leave out.
  if (!isTurned(state) || (state === "failed" && entries === 0)) return null;
  const turn = TURNS[state];
  return (
    <BusyButton
      className="btn-line btn-sm max-sm:min-h-11"
      aria-label={`${t(turn.text)}: ${title}`}
      busy={actions.busyAt === page.id}
      disabled={actions.busyAt !== null}
      onClick={() => actions[turn.act](source, page.id)}
    >
      {t(turn.text)}
    </BusyButton>
  );
}
