import { useTranslation } from "react-i18next";
import { formatNumber } from "../text/format.ts";

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** The name of the list, for screens with several lists. */
  of?: string;
}

/** Turns the pages of a list. */
export function Pager({ page, totalPages, onPage, of }: PagerProps) {
  const { t } = useTranslation();
  const numbers = { page: formatNumber(page), total: formatNumber(totalPages) };
  return (
    <nav
      aria-label={of === undefined ? t("page.label") : `${t("page.label")}: ${of}`}
      className="flex items-center justify-between gap-2 pt-4"
    >
      <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t("page.previous")}
      </button>
      <span className="text-sm whitespace-nowrap text-quiet tabular-nums">
        <span className="max-sm:sr-only">{t("page.of", numbers)}</span>
        <span aria-hidden="true" className="sm:hidden">
          {numbers.page} / {numbers.total}
        </span>
      </span>
      <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        {t("page.next")}
      </button>
    </nav>
  );
}
