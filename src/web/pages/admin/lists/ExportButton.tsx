import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { saveExport } from "../../../save-export.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { QuietRetry } from "./ListFrame.tsx";

/** Saves a list as a CSV file, with the filters that are on. `path`: the address of the export. */
export function ExportButton({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const save = useMutation({ mutationFn: () => saveExport(path) });
  return (
    <>
      <BusyButton className="btn-line" busy={save.isPending} onClick={() => save.mutate()}>
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {t("admin.exportCsv")}
      </BusyButton>
      {save.error && <QuietRetry error={save.error} what={t("failed.file")} onRetry={() => save.mutate()} />}
    </>
  );
}
