import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BackupFile, BackupState } from "../../../../contract/backup.ts";
import { backupCalls } from "../../../../contract/calls/backups.ts";
import { call } from "../../../api.ts";
import { formatDateTime, formatMegabytes, formatNumber } from "../../../text/format.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";

/** The backups that have passed their trial restore, newest first. There are never more than a few dozen. */
export function BackupList({ state: { files, folder } }: { state: BackupState }) {
  const { t } = useTranslation("admin");
  if (files.length === 0) return <p className="text-quiet">{t("backups.listNone")}</p>;
  return (
    <div className="space-y-3">
      <p className="text-sm break-words text-quiet">{t("backups.listLead", { folder })}</p>
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {files.map((file) => (
          <Row key={file.name} file={file} />
        ))}
      </ul>
    </div>
  );
}

function Row({ file: { name, madeAt, bytes, content } }: { file: BackupFile }) {
  const { t } = useTranslation("admin");
  const when = formatDateTime(madeAt);
  const download = useMutation({
    mutationFn: async () => {
      const { path } = await call(backupCalls.linkBackup, { params: { name } });
      // The browser writes the file to the disk while it arrives: it may have many gigabytes.
      Object.assign(document.createElement("a"), { href: path, download: name }).click();
    },
  });
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <p className="tabular-nums">
            {when} <span className="text-quiet">· {formatMegabytes(bytes)}</span>
          </p>
          <p className="text-sm text-quiet">
            {content
              ? t("backups.content", { count: content.files, number: formatNumber(content.files), rows: formatNumber(content.rows) })
              : t("backups.unknown")}
            {content && content.missingFiles > 0 && (
              <span className="text-error">
                {" · "}
                {t("backups.missing", { count: content.missingFiles, number: formatNumber(content.missingFiles) })}
              </span>
            )}
          </p>
        </div>
        <BusyButton
          className="btn-line btn-sm max-sm:min-h-11"
          busy={download.isPending}
          aria-label={t("backups.downloadOf", { when })}
          onClick={() => download.mutate()}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-sm:sr-only">{t("backups.download")}</span>
        </BusyButton>
      </div>
      {download.error && <NotDone className="mt-3" what={t("backups.notDownloaded")} error={download.error} />}
    </li>
  );
}
