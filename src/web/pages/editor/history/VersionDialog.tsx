import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { VersionDetails } from "../../../../contract/version.ts";
import { ApiError } from "../../../api.ts";
import { useReadOnly } from "../../../may.ts";
import { formatDateTime, formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { NotLoaded } from "../../../ui/page/NotLoaded.tsx";
import { RestoreVersion } from "./RestoreVersion.tsx";
import { VersionChanges } from "./VersionChanges.tsx";
import { type Comparison, versionQuery } from "./version-queries.ts";
import { authorOf, overriddenText, summaryOf } from "./version-text.ts";

interface VersionDialogProps {
  userId: string;
  chatId: string;
  number: number;
  isUnsaved: boolean;
  /** Changes wait until they are published. */
  hasDraft: boolean;
  onClose: () => void;
}

/** What a version changed and what is different now, and the button that restores it. */
export function VersionDialog({ userId, chatId, number, isUnsaved, hasDraft, onClose }: VersionDialogProps) {
  const { t } = useTranslation("history");
  const isReadOnly = useReadOnly();
  const [view, setView] = useState<Omit<Comparison, "number">>({ compare: "before", page: 1 });
  const { data, error, isPending, refetch } = useQuery(versionQuery(chatId, { number, ...view }));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      title={t("history.version", { number: formatNumber(number) })}
      onClose={onClose}
      foot={
        error ? (
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("close")}
          </button>
        ) : (
          data &&
          number !== data.newest &&
          !isReadOnly && <RestoreVersion {...{ userId, chatId, number, hasDraft, isUnsaved }} onRestored={onClose} />
        )
      }
      wide
      grows
    >
      {isPending && <RowBones />}
      {isGone && <Alert tone="warning">{t("history.gone")}</Alert>}
      {error && !isGone && <NotLoaded what={t("history.versionFailed")} error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Head details={data} compare={view.compare} onCompare={(compare) => setView({ compare, page: 1 })} />
          <VersionChanges details={data} compare={view.compare} />
          {data.totalPages > 1 && (
            <Pager page={view.page} totalPages={data.totalPages} onPage={(page) => setView({ ...view, page })} of={t("history.entries")} />
          )}
        </>
      )}
    </Dialog>
  );
}

interface HeadProps {
  details: VersionDetails;
  compare: Comparison["compare"];
  onCompare: (compare: Comparison["compare"]) => void;
}

function Head({ details: { version, newest }, compare, onCompare }: HeadProps) {
  const { t } = useTranslation(["history", "editor"]);
  const overridden = overriddenText(t, version);
  const labels = { before: t("history.compareBefore"), now: t("history.compareNow") };
  return (
    <>
      <p className="font-medium break-words">{summaryOf(t, version)}</p>
      <p className="text-sm text-quiet tabular-nums">
        {[formatDateTime(version.at), authorOf(t, version)].filter((part) => part !== "").join(" · ")}
      </p>
      {overridden !== "" && <p className="text-sm font-medium break-words">{overridden}</p>}
      {version.number !== newest && (
        <div className="mt-4">
          <Choice
            legend={t("history.compare")}
            quietLegend
            value={compare}
            options={(["before", "now"] as const).map((value) => ({ value, label: labels[value] }))}
            onChange={onCompare}
          />
        </div>
      )}
    </>
  );
}
