import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { VersionChanges } from "./VersionChanges.tsx";
import { versionQuery } from "./version-queries.ts";

/** What visitors do not get yet: everything that is different in the published version. */
export function DraftDialog({ chatId, published, onClose }: { chatId: string; published: number; onClose: () => void }) {
  const { t } = useTranslation("history");
  const [page, setPage] = useState(1);
  const { data, isPending, error, refetch } = useQuery(versionQuery(chatId, { number: published, compare: "since", page }));
  return (
    <Dialog title={t("draft.title")} onClose={onClose} wide grows>
      <p className="text-quiet">{t("draft.seeLead")}</p>
      {isPending && <Loading tall={false} />}
      {error && <RetryAlert onRetry={() => void refetch()}>{t("history.failed")}</RetryAlert>}
      {data && <VersionChanges details={data} compare="since" />}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("history.entries")} />}
    </Dialog>
  );
}
