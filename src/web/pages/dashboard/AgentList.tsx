import { ArrowUpRight, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { formatNumber } from "../../text/format.ts";
import { AgentRow } from "./AgentRow.tsx";
import type { DashboardData } from "./dashboard-data.ts";
import { useDeleteAgent } from "./use-delete-agent.ts";

interface AgentListProps {
  data: DashboardData;
  userId: string;
  /** False while the fallback is shown. An empty list then does not mean that the owner has no agents. */
  isLoaded: boolean;
}

/** "Your AI Support Agents": rows, not cards. */
export function AgentList({ data, userId, isLoaded }: AgentListProps) {
  const { t } = useTranslation("dashboard");
  const deleteAgent = useDeleteAgent(userId);
  const isAtLimit = !data.isUnlimited && data.agents.length >= data.chatLimit;
  return (
    <section aria-labelledby="agents-title" className="mt-16">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="agents-title" className="text-xl">
          {t("agents.title")}
        </h2>
        <div className="flex flex-wrap gap-2">
          {isAtLimit && (
            <Link to="/plans" className="btn btn-accent">
              {t("agents.upgrade")}
              <ArrowUpRight size={18} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          )}
          <CreateButton isDisabled={isAtLimit} />
        </div>
      </div>
      {data.agents.length > 0 && <Rows data={data} onDelete={deleteAgent} />}
      {data.agents.length === 0 && isLoaded && <EmptyList />}
    </section>
  );
}

function CreateButton({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation("dashboard");
  const content = (
    <>
      <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
      {t("agents.create")}
    </>
  );
  if (isDisabled) {
    return (
      <button type="button" className="btn btn-primary" disabled title={t("agents.limitReached")}>
        {content}
      </button>
    );
  }
  return (
    <Link to="/editor" className="btn btn-primary">
      {content}
    </Link>
  );
}

function Rows({ data, onDelete }: { data: DashboardData; onDelete: (chatId: string) => void }) {
  const { t } = useTranslation("dashboard");
  const ofListed = data.agents.reduce((sum, agent) => sum + agent.messageCount, 0);
  // The month's total also counts messages of agents that were deleted since, so that it equals the usage card's.
  const ofDeleted = Math.max(0, data.used - ofListed);
  return (
    <>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-base-300 pb-2 text-sm text-quiet">
        <h3 className="font-semibold tracking-normal">{t("agents.active")}</h3>
        <p>
          {t("agents.total")} <span className="font-semibold text-base-content tabular-nums">{formatNumber(ofListed + ofDeleted)}</span>
        </p>
      </div>
      <ul className="divide-y divide-base-300 border-b border-base-300">
        {data.agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} onDelete={onDelete} />
        ))}
      </ul>
      {ofDeleted > 0 && (
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-base-300 py-3 text-sm text-quiet">
          {t("agents.ofDeleted")}
          <span>
            {t("agents.messages")} <span className="font-semibold text-base-content tabular-nums">{formatNumber(ofDeleted)}</span>
          </span>
        </p>
      )}
    </>
  );
}

/** Shows what the list will look like. */
function EmptyList() {
  const { t } = useTranslation("dashboard");
  return (
    <div className="mt-6 border-y border-base-300 py-10">
      <div aria-hidden="true" className="flex items-center gap-4">
        <span className="size-11 shrink-0 rounded-full border-2 border-dashed border-line-strong" />
        <span className="flex-1 space-y-2">
          <span className="block h-3 w-40 rounded-full bg-base-300" />
          <span className="block h-2.5 w-56 max-w-full rounded-full bg-base-200" />
        </span>
      </div>
      <p className="mt-6 max-w-[60ch] text-lg">{t("agents.empty")}</p>
    </div>
  );
}
