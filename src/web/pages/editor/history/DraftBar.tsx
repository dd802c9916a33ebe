import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import type { TabName } from "../TabList.tsx";
import { DraftDialog } from "./DraftDialog.tsx";
import { FailedTests } from "./FailedTests.tsx";
import { useDecide } from "./use-decide.ts";
import { draftQuery } from "./version-queries.ts";

interface DraftBarProps {
  userId: string;
  chatId: string;
  /** Changes with everything that the editor has saved. */
  stored: string;
  tab: TabName;
  /** The form has changes that are not saved. */
  isUnsaved: boolean;
}

/**
 * How many changes of an agent wait until they are published. The bar is at the lower edge, on small screens above the bar of
 * buttons, so that nothing moves when it appears.
 */
export function DraftBar({ userId, chatId, stored, tab, isUnsaved }: DraftBarProps) {
  const { t } = useTranslation("history");
  const { data, error, refetch } = useQuery(draftQuery(chatId, stored));
  const [isShown, setShown] = useState(false);
  const publishId = useId();
  const decide = useDecide({ userId, chatId, tab, onPublished: () => setShown(false) });
  const changes = data?.changes ?? 0;
  const isFailed = !data && error !== null;
  const words = isFailed
    ? t("draft.failed")
    : changes > 0
      ? t("draft.changes", { count: changes, number: formatNumber(changes) })
      : isUnsaved
        ? t("draft.saveFirst")
        : t("draft.none");
  // Small screens keep the room for the form when there is nothing to decide.
  const isNeeded = isFailed || changes > 0;
  return (
    <section
      aria-label={t("draft.title")}
      data-lower-bar={isNeeded ? "always" : "lg"}
      className={`${isNeeded ? "" : "max-lg:hidden"} z-10 flex min-h-14 items-center gap-1 border-t border-base-300 bg-base-200 ps-4 pe-3 max-lg:sticky max-lg:bottom-[calc(3.25rem+1px+max(0.75rem,env(safe-area-inset-bottom)))] sm:px-6`}
    >
      <p role="status" className="min-w-0 flex-1 py-2 text-sm leading-snug font-medium">
        {changes > 0 && <span aria-hidden="true" className="me-2 inline-block size-2 rounded-full bg-accent" />}
        {(data || isFailed) && words}
      </p>
      {isFailed && (
        <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={() => void refetch()}>
          {t("retry")}
        </button>
      )}
      {data && changes > 0 && (
        <>
          <button type="button" className="link-plain me-2 cursor-pointer text-sm max-sm:min-h-11" onClick={() => setShown(true)}>
            {t("draft.see")}
          </button>
          <BusyButton
            id={publishId}
            className="btn-line btn-sm max-sm:min-h-11"
            busy={decide.isPublishing}
            disabled={decide.isBusy || isUnsaved}
            title={isUnsaved ? t("draft.saveFirst") : undefined}
            onClick={() => decide.publish(data.newest)}
          >
            {t("draft.publish")}
          </BusyButton>
        </>
      )}
      {decide.refused !== null && data && (
        <FailedTests
          chatId={chatId}
          gate={data.gate}
          isBusy={decide.isPublishing}
          onPublish={(override) => decide.publish(decide.refused ?? data.newest, override)}
          onClose={() => {
            decide.giveUp();
            // While the button was busy, it could not keep the focus.
            requestAnimationFrame(() => document.getElementById(publishId)?.focus());
          }}
        />
      )}
      {isShown && data && decide.refused === null && (
        <DraftDialog {...{ chatId, isUnsaved, decide }} draft={data} onClose={() => setShown(false)} />
      )}
    </section>
  );
}
