import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { BackupState } from "../../../../contract/backup.ts";
import { commandOf } from "../../../brand.ts";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { NotLoaded } from "../../../ui/page/NotLoaded.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import type { SectionProps } from "../settings/section.ts";
import { BackupKey } from "./BackupKey.tsx";
import { BackupList } from "./BackupList.tsx";
import { BackupNow } from "./BackupNow.tsx";
import { backupsQuery } from "./backup-queries.ts";

/** The backups that the server makes: whether the data is safe, the key, the list, and how to restore. */
export function BackupSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const query = useQuery(backupsQuery());
  if (query.isPending) return <Loading tall={false} />;
  if (!query.data) return <NotLoaded what={t("backups.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data.isSupported) {
    return (
      <FormGroup title={t("backups.title")}>
        <p>{t("backups.postgres")}</p>
        <Line>{commandOf("backup --out FILE")}</Line>
      </FormGroup>
    );
  }
  return <Sections {...props} state={query.data} />;
}

function Sections({ values, change, state }: SectionProps & { state: BackupState }) {
  const { t } = useTranslation("admin");
  const [newest] = state.files;
  return (
    <>
      <FormGroup title={t("backups.title")} lead={t("backups.lead")}>
        <BackupNow state={state} />
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm mt-0.5"
            checked={values.dailyBackups}
            onChange={(event) => change({ dailyBackups: event.target.checked })}
          />
          <span>
            {t("backups.daily")}
            <span className="block text-sm text-quiet">{t("backups.dailyHint")}</span>
          </span>
        </label>
      </FormGroup>
      <FormGroup title={t("backups.key")} lead={t("backups.keyLead")}>
        <BackupKey state={state} />
      </FormGroup>
      <FormGroup title={t("backups.list")}>
        <BackupList state={state} />
      </FormGroup>
      <FormGroup title={t("backups.restore")} lead={t("backups.restoreLead")}>
        <Line>{commandOf(`restore ${newest?.name ?? "FILE"} --key-file KEY --data DIR`)}</Line>
      </FormGroup>
    </>
  );
}

const Line = ({ children }: { children: string }) => (
  <code className="block rounded-md bg-base-content/8 px-3 py-2 font-mono text-sm break-words select-all">{children}</code>
);
