import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SEARCH_MAX } from "../../../contract/conversation.ts";
import { formatNumber } from "../../text/format.ts";
import { SearchField } from "../../ui/forms/SearchField.tsx";
import type { View } from "./view.ts";

interface FiltersProps {
  view: View;
  /** How many conversations match; undefined while they are being counted. */
  total: number | undefined;
  onChange: (patch: Partial<View>) => void;
}

/** The search field above the list, and the switch for unanswered conversations. */
export function Filters({ view, total, onChange }: FiltersProps) {
  const { t } = useTranslation("conversations");
  const id = useId();
  return (
    <search className="block border-b border-base-300 bg-base-100 pb-3 panes:sticky panes:top-0 panes:z-1 panes:pe-4 panes:pt-4">
      <SearchField
        label={t("conversations.search")}
        value={view.search}
        maxLength={SEARCH_MAX}
        onSearch={(search) => onChange({ search })}
      />
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-2 sm:min-h-8">
        <input
          id={id}
          type="checkbox"
          className="toggle toggle-primary toggle-sm"
          checked={view.unansweredOnly}
          onChange={(event) => onChange({ unansweredOnly: event.target.checked })}
        />
        <label htmlFor={id} className="cursor-pointer py-2 whitespace-nowrap">
          {t("conversations.unansweredOnly")}
        </label>
        <span role="status" className="ms-auto text-sm whitespace-nowrap text-quiet tabular-nums">
          {total !== undefined && t("conversations.count", { count: total, number: formatNumber(total) })}
        </span>
      </div>
    </search>
  );
}
