import { useTranslation } from "react-i18next";
import { AGENT_SEARCH_MAX, AGENT_SORTS, type AgentSort } from "../../../contract/agent.ts";
import { formatNumber } from "../../text/format.ts";
import { SearchField } from "../../ui/forms/SearchField.tsx";
import type { AgentListAddress } from "./use-agent-view.ts";

/** `found`: how many agents the search found; absent while it is not known. */
export function AgentFilters({ address, found }: { address: AgentListAddress; found: number | undefined }) {
  const { t } = useTranslation("dashboard");
  const { view, narrow } = address;
  const names: Record<AgentSort, string> = {
    created: t("agents.sort.created"),
    name: t("agents.sort.name"),
    messages: t("agents.sort.messages"),
    unanswered: t("agents.sort.unanswered"),
  };
  const result = found === 0 ? t("agents.noneFound") : t("agents.found", { count: found ?? 0, number: formatNumber(found ?? 0) });
  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-3">
        <div className="min-w-56 flex-1 sm:max-w-[22.5rem]">
          <SearchField
            label={t("agents.search")}
            value={view.search}
            maxLength={AGENT_SEARCH_MAX}
            onSearch={(search) => narrow({ search })}
          />
        </div>
        <select
          aria-label={t("agents.sort")}
          className="select w-auto max-sm:w-full"
          value={view.sort}
          onChange={(event) => narrow({ sort: AGENT_SORTS.find((sort) => sort === event.target.value) })}
        >
          {AGENT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {names[sort]}
            </option>
          ))}
        </select>
      </div>
      <p role="status" className="mt-2 text-sm text-quiet empty:hidden">
        {view.search !== "" && found !== undefined && result}
      </p>
      {found === 0 && (
        <button type="button" className="btn btn-line btn-sm mt-3 max-sm:min-h-11" onClick={() => narrow({ search: "" })}>
          {t("agents.showAll")}
        </button>
      )}
    </div>
  );
}
