import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { BACKUP_LATE_MS, type BackupState } from "../../../../contract/backup.ts";
import { BACKUP_PROBLEM_TEXT } from "../../../../contract/backup-text.ts";
import { backupCalls } from "../../../../contract/calls/backups.ts";
import { call } from "../../../api.ts";
import { formatDateTime, formatMegabytes } from "../../../text/format.ts";
import { currentLanguage } from "../../../text/i18n.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { backupsQuery } from "./backup-queries.ts";
import { Safety } from "./Safety.tsx";

/** The state of the backups, and a button that makes one. */
export function BackupNow({ state }: { state: BackupState }) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const begin = useMutation({
    mutationFn: () => call(backupCalls.beginBackup, {}),
    onSuccess: (latest) => queryClient.setQueryData(backupsQuery().queryKey, latest),
  });
  const { files, failure, running, nextAt } = state;
  const now = Date.now();
  const [newest] = files;
  const isLate = newest !== undefined && now - Date.parse(newest.madeAt) > BACKUP_LATE_MS;
  const facts = [
    [t("backups.lastGood"), newest ? formatDateTime(newest.madeAt) : t("backups.noLast")],
    [t("backups.trial"), newest ? t("backups.trialOk") : "–"],
    [t("backups.size"), newest ? formatMegabytes(newest.bytes) : "–"],
    [t("backups.next"), nextAt === null ? t("backups.nextOff") : formatDateTime(nextAt)],
  ] as const;
  return (
    <div className="space-y-5">
      {failure && (
        <Alert>
          <p className="font-semibold">{t("backups.failed", { when: formatDateTime(failure.at) })}</p>
          <p>{BACKUP_PROBLEM_TEXT[currentLanguage()][failure.problem]}</p>
          <Words>{failure.detail}</Words>
          {nextAt !== null && <p className="mt-1.5">{t("backups.failedNext", { when: formatDateTime(nextAt) })}</p>}
        </Alert>
      )}
      <Safety state={state} isLate={isLate} />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-[1.4fr_1fr_1fr_1.4fr]">
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="font-semibold tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
      {running ? (
        <div className="space-y-2">
          <Progress label={t("backups.progress")} percent={running.progress} />
          <p role="status">{t(`backups.step.${running.step}`)}</p>
        </div>
      ) : (
        <BusyButton className="btn-primary" busy={begin.isPending} onClick={() => begin.mutate()}>
          {t("backups.now")}
        </BusyButton>
      )}
      {begin.error && <NotDone what={t("backups.nowFailed")} error={begin.error} />}
    </div>
  );
}

/** What a server or the system wrote, as it wrote it. */
const Words = ({ children }: { children: string }) =>
  children === "" ? null : <p className="mt-1.5 font-mono text-sm break-words select-text">{children}</p>;
