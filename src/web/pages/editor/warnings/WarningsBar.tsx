import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import type { KnowledgeSource } from "../knowledge/knowledge-source.ts";

interface WarningsBarProps {
  source: KnowledgeSource;
  /** The number of entries with warnings. */
  entries: number;
}

/** How many entries have warnings, with a button that shows only these or all. */
export function WarningsBar({ source, entries }: WarningsBarProps) {
  const { t } = useTranslation("editor");
  if (entries === 0 && !source.isWarned) return null;
  const show = (isWarned: boolean) => {
    source.show({ isWarned, search: "", page: 1 });
    document.getElementById("entries-title")?.focus();
  };
  return (
    <Alert
      tone={entries === 0 ? "success" : "warning"}
      className="mt-5"
      actions={
        <button type="button" className="btn btn-line btn-sm" onClick={() => show(!source.isWarned)}>
          {t(source.isWarned ? "warning.all" : "warning.only")}
        </button>
      }
    >
      {entries === 0 ? t("warning.none") : t("warning.entries", { count: entries, number: formatNumber(entries) })}
    </Alert>
  );
}
