import { Search } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SEARCH_MAX } from "../../../contract/conversation.ts";
import { formatNumber } from "../../text/format.ts";
import { useSettledText } from "../../ui/use-settled-text.ts";
import type { View } from "./view.ts";

interface FiltersProps {
  view: View;
  /** How many fit; undefined while that is being found out. */
  total: number | undefined;
  onChange: (patch: Partial<View>) => void;
}

/** Above the list: words to look for, and whether only what stayed unanswered is shown. */
export function Filters({ view, total, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const [text, setText] = useSettledText(view.search, (search) => onChange({ search }));
  const id = useId();
  return (
    <search className="block border-b border-base-300 bg-base-100 pb-3 panes:sticky panes:top-0 panes:z-1 panes:pe-4 panes:pt-4">
      <div className="relative">
        <Search
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 z-1 my-auto text-quiet"
        />
        <input
          type="search"
          className="input ps-10"
          aria-label={t("conversations.search")}
          placeholder={t("conversations.search")}
          value={text}
          maxLength={SEARCH_MAX}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="mt-2 flex min-h-11 items-center gap-3 sm:min-h-8">
        <input
          id={id}
          type="checkbox"
          className="toggle toggle-primary toggle-sm"
          checked={view.unansweredOnly}
          onChange={(event) => onChange({ unansweredOnly: event.target.checked })}
        />
        <label htmlFor={id} className="cursor-pointer py-2">
          {t("conversations.unansweredOnly")}
        </label>
        <span role="status" className="ms-auto text-sm text-quiet tabular-nums">
          {total !== undefined && t("conversations.count", { count: total, number: formatNumber(total) })}
        </span>
      </div>
    </search>
  );
}
