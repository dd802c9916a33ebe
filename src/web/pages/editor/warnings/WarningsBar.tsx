import { CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../text/format.ts";
import type { KnowledgeSource } from "../knowledge/knowledge-source.ts";
import type { ShownWarnings } from "./use-warnings.ts";

interface WarningsBarProps {
  source: KnowledgeSource;
  warnings: ShownWarnings;
}

/**
 * How many entries have warnings, with a button that shows only these or all. Its height is always the same, because the
 * entries below it are on screen before they are checked.
 */
export function WarningsBar({ source, warnings }: WarningsBarProps) {
  const { t } = useTranslation("editor");
  const { entries, isChecked } = warnings;
  const show = (isWarned: boolean) => {
    source.show({ isWarned, search: "", page: 1 });
    document.getElementById("entries-title")?.focus();
  };
  // Without a warning there is nothing left to show only.
  const isOver = source.isWarned && isChecked && entries === 0;
  const showAgain = source.show;
  useEffect(() => {
    if (isOver) showAgain({ isWarned: false, page: 1 });
  }, [isOver, showAgain]);
  const hasButton = entries > 0 || source.isWarned;
  const Icon = entries > 0 ? TriangleAlert : CircleCheck;
  const words = entries > 0 ? t("warning.entries", { count: entries, number: formatNumber(entries) }) : t("warning.none");
  const look = hasButton ? "border border-base-300 px-4" : "";
  return (
    <div
      role="status"
      className={`mt-3 flex min-h-14 items-center gap-3 rounded-control py-2 text-sm leading-snug ${look} ${hasButton ? "font-medium" : "text-quiet"}`}
    >
      {isChecked && (
        <>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={`shrink-0 ${entries > 0 ? "" : "text-primary"}`} />
          <p className="min-w-0 flex-1">{words}</p>
        </>
      )}
      {hasButton && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => show(!source.isWarned)}>
          {t(source.isWarned ? "warning.all" : "warning.only")}
        </button>
      )}
    </div>
  );
}
