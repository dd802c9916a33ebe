import { Search } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SEARCH_MAX } from "../../../contract/conversation.ts";
import type { ConversationFilter } from "../../api.ts";

/** A search waits until the typing rests: each one reads every message of the agent. */
const SETTLE_MS = 350;

interface FiltersProps {
  filter: ConversationFilter;
  onChange: (patch: Partial<ConversationFilter>) => void;
}

/** Above the list: words to look for, and whether only what stayed unanswered is shown. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(filter.search);
  const id = useId();
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === filter.search) return;
    const timer = setTimeout(() => onChange({ search: wanted }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, filter.search, onChange]);
  return (
    <search className="block space-y-3">
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
      <div className="flex min-h-6 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="toggle toggle-primary toggle-sm"
          checked={filter.unansweredOnly}
          onChange={(event) => onChange({ unansweredOnly: event.target.checked })}
        />
        <label htmlFor={id}>{t("conversations.unansweredOnly")}</label>
      </div>
    </search>
  );
}
