import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DraftState } from "../../../../contract/version.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { ComparedAnswers } from "./ComparedAnswers.tsx";
import type { Decide } from "./use-decide.ts";
import { VersionChanges } from "./VersionChanges.tsx";
import { versionQuery } from "./version-queries.ts";

interface DraftDialogProps {
  chatId: string;
  draft: DraftState;
  isUnsaved: boolean;
  decide: Decide;
  onClose: () => void;
}

/** What visitors do not get yet: everything that is different in the published version, and which answers would change. */
export function DraftDialog({ chatId, draft, isUnsaved, decide, onClose }: DraftDialogProps) {
  const { t } = useTranslation("history");
  const [view, setView] = useState<"changes" | "answers">("changes");
  return (
    <Dialog
      title={t("draft.title")}
      onClose={onClose}
      foot={
        <>
          {isUnsaved && <p className="me-auto text-sm text-quiet max-sm:w-full">{t("draft.saveFirst")}</p>}
          <BusyButton
            className="btn-line"
            busy={decide.isDiscarding}
            disabled={decide.isBusy || isUnsaved}
            onClick={() => decide.discard(draft.newest)}
          >
            {t("draft.discard")}
          </BusyButton>
          <BusyButton
            className="btn-primary"
            busy={decide.isPublishing}
            disabled={decide.isBusy || isUnsaved}
            onClick={() => decide.publish(draft.newest)}
          >
            {t("draft.publish")}
          </BusyButton>
        </>
      }
      wide
      grows
    >
      <Choice
        legend={t("draft.title")}
        quietLegend
        value={view}
        options={[
          { value: "changes", label: t("draft.changesTab") },
          { value: "answers", label: t("answers.tab") },
        ]}
        onChange={setView}
      />
      {view === "changes" && <Changes chatId={chatId} number={draft.published ?? draft.newest} />}
      {view === "answers" && <ComparedAnswers chatId={chatId} newest={draft.newest} />}
    </Dialog>
  );
}

function Changes({ chatId, number }: { chatId: string; number: number }) {
  const { t } = useTranslation("history");
  const [page, setPage] = useState(1);
  const { data, isPending, error, refetch } = useQuery(versionQuery(chatId, { number, compare: "since", page }));
  return (
    <>
      <p className="mt-4 text-quiet">{t("draft.seeLead")}</p>
      {isPending && <RowBones />}
      {error && <RetryAlert onRetry={() => void refetch()}>{t("history.failed")}</RetryAlert>}
      {data && <VersionChanges details={data} compare="since" />}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("history.entries")} />}
    </>
  );
}
