import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { call } from "../../api.ts";
import { formatDateTime } from "../../text/format.ts";
import { RetryAlert } from "../Alert.tsx";
import { Dialog } from "../Dialog.tsx";
import { Pager } from "../Pager.tsx";
import { Loading } from "../Spinner.tsx";
import { logSentence } from "./account-log-text.ts";

interface AccountLogDialogProps {
  /** The business; null: the lines about the person's own login, which also members of no business have. */
  accountId: string | null;
  onClose: () => void;
}

/** What was done with the business, by members and the operator; or what happened with the person's own login. */
export function AccountLogDialog({ accountId, onClose }: AccountLogDialogProps) {
  const { t } = useTranslation("accountLog");
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["account-log", accountId, page],
    queryFn: ({ signal }) =>
      accountId === null
        ? call(ownAccountCalls.listOwnLog, { query: { page }, signal })
        : call(accountCalls.listAccountLog, { params: { id: accountId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <Dialog title={t(accountId === null ? "log.ownTitle" : "log.title")} onClose={onClose}>
      <p className="text-quiet">{t(accountId === null ? "log.ownLead" : "log.lead")}</p>
      {isPending && <Loading tall={false} />}
      {error && (
        <RetryAlert className="mt-4" onRetry={() => void refetch()}>
          {t("log.failed")}
        </RetryAlert>
      )}
      {data && data.total === 0 && (
        <p className="mt-4 border-t border-base-300 pt-4">{t(accountId === null ? "log.ownEmpty" : "log.empty")}</p>
      )}
      {data && data.total > 0 && (
        <ol className="mt-4 divide-y divide-base-300 border-t border-base-300">
          {data.entries.map((entry) => (
            <li key={entry.id} className="py-2.5">
              <p className="break-words">{logSentence(t, entry)}</p>
              <time dateTime={entry.at} className="text-sm text-quiet tabular-nums">
                {formatDateTime(entry.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} />}
    </Dialog>
  );
}
