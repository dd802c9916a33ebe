import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChosenPages } from "../../../../contract/source.schema.ts";
import {
  MAX_CHOSEN,
  type SiteLook,
  type SourceDetails,
  type SourcePage,
  type SourceRoom,
  type SourceView,
} from "../../../../contract/source.ts";
import { ApiError, fieldsOf, messageOf } from "../../../api.ts";
import { sourceQuery } from "../../../source-queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { toPlainEntry } from "../../../text/plain-entry.ts";
import { Alert, RetryAlert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import type { Draft } from "../fields/draft.ts";
import { LookProposal } from "./LookProposal.tsx";
import { useLookProposal } from "./look-proposal.ts";
import { Room, SeePlans } from "./Room.tsx";
import { shortAddress, wordsText } from "./source-text.ts";

interface ChoosePagesProps {
  chatId: string;
  source: SourceView;
  /** What the website shows of its brand; null: nothing is proposed. */
  look: SiteLook | null;
  draft: Draft;
  room: SourceRoom | null;
  isBusy: boolean;
  /** Why the last choice was not saved. */
  refusal: Error | null;
  /** Called with the choice, and with what of the look is to be filled in. */
  onChoose: (chosen: ChosenPages, look: Partial<Draft>) => void;
  /** What the button that confirms says; absent: how many pages are used. */
  confirm?: string;
  /** Beside the button that confirms. */
  aside?: ReactNode;
}

/** Which pages that were found count, and what of the website's look is taken over. Nothing counts before it is confirmed. */
export function ChoosePages(props: ChoosePagesProps) {
  const { t } = useTranslation("reading");
  const [page, setPage] = useState(1);
  const { chatId, source } = props;
  const { data, error, refetch, isPlaceholderData } = useQuery(sourceQuery(chatId, source.id, { page, state: "proposed" }));
  if (data) return <Loaded {...props} details={data} page={page} onPage={setPage} isStale={isPlaceholderData} />;
  if (!error) return <RowBones />;
  return (
    <RetryAlert className="mt-6" onRetry={() => void refetch()}>
      {t("sources.failed")}
    </RetryAlert>
  );
}

interface LoadedProps extends ChoosePagesProps {
  details: SourceDetails;
  page: number;
  onPage: (page: number) => void;
  isStale: boolean;
}

function Loaded(props: LoadedProps) {
  const { source, look, draft, room, isBusy, refusal, onChoose, confirm, aside, details, page, onPage, isStale } = props;
  const { pages, total, totalPages } = details;
  const { t } = useTranslation("reading");
  const left = room && leftIn(room);
  const choice = useChoice(pages, left !== null && total > left ? left : null);
  const proposal = useLookProposal(look, draft);
  const count = choice.countOf(total);
  const isOver = left !== null && count > left;
  const isTooMany = choice.chosen.ids.length > MAX_CHOSEN;
  // At first, something has to be chosen.
  const isNothing = count === 0 && source.state === "proposed";
  return (
    <section aria-labelledby="choose-title" className={`[&_:is(a,button,input)]:scroll-mb-40 ${confirm === undefined ? "mt-8" : "mt-2"}`}>
      <Lead room={room} isCut={source.isCut && confirm !== undefined} />
      <CountLine count={count} total={total} isOver={isOver} onAll={choice.chooseAll} />
      <ul aria-busy={isStale} className={`divide-y divide-base-300 border-b border-base-300 ${isStale ? "opacity-60" : ""}`}>
        {pages.map((one) => (
          <Found key={one.id} page={one} isChosen={choice.isChosen(one.id)} onToggle={() => choice.toggle(one.id)} />
        ))}
      </ul>
      {totalPages > 1 && <Pager page={page} totalPages={totalPages} onPage={onPage} of={t("choose.title")} />}
      <LookProposal proposal={proposal} />
      <div
        className={`sticky z-10 mt-5 -mx-4 border-t border-base-300 bg-base-100 px-4 py-3 sm:mx-0 sm:px-0 ${confirm === undefined ? ABOVE_SAVE : "bottom-0"}`}
      >
        {isOver && <NoRoom left={left} />}
        {refusal && <Refused error={refusal} />}
        {isTooMany && (
          <p role="alert" className="mb-3 text-error">
            {t("choose.tooMany")}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <BusyButton
            className="btn-primary max-sm:btn-block sm:px-8"
            busy={isBusy}
            disabled={isTooMany || isOver || isNothing}
            onClick={() => onChoose(choice.chosen, proposal.patch)}
          >
            {confirm ?? (count === 0 ? t("choose.useNone") : t("choose.use", { count, number: formatNumber(count) }))}
          </BusyButton>
          {aside}
        </div>
      </div>
    </section>
  );
}

/** On phones, the editor's bars with Save and with Publish are below. */
const ABOVE_SAVE = "bottom-[calc(3.25rem+1px+max(0.75rem,env(safe-area-inset-bottom))+var(--lower-bar,0px))] lg:bottom-0";

/** What the choice is about, and what the plan has room for. `isCut`: the page does not say elsewhere that more was found. */
function Lead({ room, isCut }: { room: SourceRoom | null; isCut: boolean }) {
  const { t } = useTranslation("reading");
  return (
    <>
      <h4 id="choose-title" className="text-base font-semibold">
        {t("choose.title")}
      </h4>
      <p className="mt-0.5 max-w-[60ch] text-quiet">{t("choose.lead")}</p>
      {room && <Room room={room} />}
      {isCut && (
        <p className="mt-2 text-sm">
          {t("state.cut")} <SeePlans />
        </p>
      )}
    </>
  );
}

interface CountLineProps {
  count: number;
  total: number;
  isOver: boolean;
  onAll: (isAll: boolean) => void;
}

/** How many pages are chosen, with the buttons that choose all of them and none. */
function CountLine({ count, total, isOver, onAll }: CountLineProps) {
  const { t } = useTranslation("reading");
  const button = "btn btn-ghost btn-sm underline underline-offset-3 max-sm:min-h-11";
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-b border-base-300 pb-2">
      <p role="status" className={`font-semibold tabular-nums ${isOver ? "text-error" : ""}`}>
        {t("choose.count", { count: total, number: formatNumber(count), total: formatNumber(total) })}
      </p>
      {total > 1 && (
        <div className="-mx-3 flex gap-1">
          <button type="button" className={button} onClick={() => onAll(true)}>
            {t("choose.all")}
          </button>
          <button type="button" className={button} onClick={() => onAll(false)}>
            {t("choose.none")}
          </button>
        </div>
      )}
    </div>
  );
}

/** More is chosen than the plan has room for. */
function NoRoom({ left }: { left: number }) {
  const { t } = useTranslation("reading");
  return (
    <Alert tone="warning" className="mb-3">
      {t("choose.over", { count: left, number: formatNumber(left) })} <SeePlans />
    </Alert>
  );
}

/** Why the server did not take the choice. */
function Refused({ error }: { error: Error }) {
  const { t } = useTranslation("reading");
  return (
    <Alert className="mb-3">
      {fieldsOf(error).ids ?? messageOf(error, t("choose.failed"))}{" "}
      {error instanceof ApiError && error.code === "plan_limit" && <SeePlans />}
    </Alert>
  );
}

/** How many more pages the plan has room for; null: as many as there are. */
function leftIn({ pages: { used, limit } }: SourceRoom): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}

/**
 * What is chosen: all pages but some, or only some. The pages are on several pages of the list. It begins with all pages, or, if
 * the plan has room for only `most` of them, with the first ones.
 */
function useChoice(pages: readonly SourcePage[], most: number | null) {
  const [{ all, ids }, setChoice] = useState<{ all: boolean; ids: ReadonlySet<string> }>(() => {
    return most === null ? { all: true, ids: new Set() } : { all: false, ids: new Set(pages.slice(0, most).map(({ id }) => id)) };
  });
  const toggle = (id: string) =>
    setChoice((now) => {
      const next = new Set(now.ids);
      if (!next.delete(id)) next.add(id);
      return { all: now.all, ids: next };
    });
  return {
    isChosen: (id: string) => all !== ids.has(id),
    toggle,
    chooseAll: (isAll: boolean) => setChoice({ all: isAll, ids: new Set() }),
    chosen: { all, ids: [...ids] } satisfies ChosenPages,
    countOf: (total: number) => (all ? total - ids.size : ids.size),
  };
}

/** The address within the website. */
function pathOf(url: string | null): string {
  const parsed = url === null ? null : URL.parse(url);
  return parsed === null ? "" : parsed.pathname + parsed.search;
}

/** A page that was found: its title, where it is, and on demand how it begins. */
function Found({ page, isChosen, onToggle }: { page: SourcePage; isChosen: boolean; onToggle: () => void }) {
  const { t } = useTranslation("reading");
  const [isOpen, setOpen] = useState(false);
  const excerptId = useId();
  const address = page.url === null ? "" : shortAddress(page.url);
  const title = page.title || address;
  const excerpt = toPlainEntry(page.excerpt);
  // The heading names the website. Without a title the address is in the first line already.
  const path = page.title ? pathOf(page.url) : "";
  return (
    <li>
      <div className="flex items-start gap-1">
        <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-3 py-3 hover:bg-base-200/60">
          <input type="checkbox" className="checkbox checkbox-primary checkbox-sm mt-1 shrink-0" checked={isChosen} onChange={onToggle} />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold break-words">
              <bdi>{title}</bdi>
            </span>
            <span className="flex text-sm text-quiet tabular-nums" title={address}>
              {path !== "" && <span className="min-w-0 truncate">{path}</span>}
              <span className="shrink-0 whitespace-pre">
                {path !== "" && " · "}
                {wordsText(t, page.words)}
              </span>
            </span>
          </span>
        </label>
        <button
          type="button"
          className="btn btn-ghost btn-square my-2 shrink-0 text-quiet"
          aria-expanded={isOpen}
          aria-controls={excerptId}
          aria-label={t("choose.excerptOf", { title })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className={`transition-transform duration-150 ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
      </div>
      <p id={excerptId} hidden={!isOpen} dir="auto" className="ps-8 pe-12 pb-3 text-sm break-words whitespace-pre-wrap">
        {[excerpt.title, excerpt.text].filter(Boolean).join("\n")}
      </p>
    </li>
  );
}
