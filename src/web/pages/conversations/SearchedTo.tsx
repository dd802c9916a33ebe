import { useTranslation } from "react-i18next";
import type { SearchEnd } from "../../../contract/conversation.ts";
import { formatDateTime } from "../../text/format.ts";

/** A search reads only a part of the conversations at once. This line says how far back it went, and has a button to continue. */
export function SearchedTo({ page, onSearchOn }: { page: SearchEnd; onSearchOn: (after: string) => void }) {
  const { t } = useTranslation("conversations");
  const { searchedBackTo, searchAfter } = page;
  if (searchedBackTo === null || searchAfter === null) return null;
  return (
    <>
      <span>{t("conversations.searchedTo", { date: formatDateTime(searchedBackTo) })}</span>
      <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={() => onSearchOn(searchAfter)}>
        {t("conversations.searchOn")}
      </button>
    </>
  );
}
