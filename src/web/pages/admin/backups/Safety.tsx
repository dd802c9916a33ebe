import { useTranslation } from "react-i18next";
import type { BackupState } from "../../../../contract/backup.ts";
import { formatDateTime } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";

interface SafetyProps {
  state: BackupState;
  isLate: boolean;
}

/** Whether the data is safe, and if not, what is missing. */
export function Safety({ state: { isSafe, isDaily, failure, files, keyConfirmedAt, nextAt }, isLate }: SafetyProps) {
  const { t } = useTranslation("admin");
  const next = nextAt === null ? null : formatDateTime(nextAt);
  if (failure) return null;
  const [newest] = files;
  if (!newest) {
    return (
      <Alert tone="warning">
        <p className="font-semibold">{t("backups.none")}</p>
        <p>{isDaily && next !== null ? t("backups.noneNext", { when: next }) : t("backups.noneOff")}</p>
      </Alert>
    );
  }
  if (isLate) return <Alert>{t("backups.late")}</Alert>;
  if (keyConfirmedAt === null || !isSafe) {
    return (
      <Alert tone="warning">
        <p className="font-semibold">{t("backups.notSafe")}</p>
        <p>{t("backups.notSafeKey")}</p>
      </Alert>
    );
  }
  return (
    <Alert tone="success">
      <p className="font-semibold">{t("backups.safe")}</p>
      <p>{t("backups.safeWhy", { when: formatDateTime(newest.madeAt) })}</p>
    </Alert>
  );
}
