import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, Plus } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { AgentSummary } from "../../../contract/agent.ts";
import { PAGE_SIZE, pagesOf } from "../../../contract/page.ts";
import { useMay } from "../../may.ts";
import { agentsQuery } from "../../queries.ts";
import { formatNumber } from "../../text/format.ts";
import { Pager } from "../../ui/Pager.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { useSession } from "../../use-session.ts";
import { AgentFilters } from "./AgentFilters.tsx";
import { AgentRow } from "./AgentRow.tsx";
import type { DashboardData } from "./dashboard-data.ts";
import { ImportAgent } from "./ImportAgent.tsx";
import { type AgentListAddress, useAgentView } from "./use-agent-view.ts";
import { useDeleteAgent } from "./use-delete-agent.ts";
import { useDuplicateAgent } from "./use-duplicate-agent.ts";
import { useExportAgent } from "./use-export-agent.ts";

/** A longer list can be searched and sorted, which the server does, and has pages. */
const SHORT_LIST = 8;

interface AgentListProps {
  data: DashboardData;
  userId: string;
  /** False while the fallback is shown. An empty list then does not mean that the owner has no agents. */
  isLoaded: boolean;
  /** The list of steps has the first action of an owner without agents. */
  hasSetup: boolean;
}

/** "Your AI Support Agents": rows, not cards. */
export function AgentList({ data, userId, isLoaded, hasSetup }: AgentListProps) {
  const { t } = useTranslation("dashboard");
  const { isView } = useSession();
  const may = useMay();
  const isAtLimit = !data.isUnlimited && data.agents.length >= data.chatLimit;
  const ofDeleted = usedByDeleted(data);
  return (
    <section aria-labelledby="agents-title" className="mt-16">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="agents-title" className="text-xl">
          {t("agents.title")}
        </h2>
        {!isView && may.edit && isLoaded && (
          <div className="flex flex-wrap gap-2">
            {isAtLimit && may.own && (
              <Link to="/plans" className="btn btn-line whitespace-nowrap max-sm:flex-auto">
                {t("agents.upgrade")}
                <ArrowUpRight size={18} strokeWidth={1.75} aria-hidden="true" />
              </Link>
            )}
            <ImportAgent userId={userId} isAtLimit={isAtLimit} />
            <CreateButton isDisabled={isAtLimit} look={hasSetup && data.agents.length === 0 ? "btn-line" : "btn-primary"} />
          </div>
        )}
      </div>
      {data.agents.length > 0 && <Total used={data.used} />}
      {data.agents.length > SHORT_LIST ? (
        <LongList data={data} userId={userId} isAtLimit={isAtLimit} />
      ) : (
        data.agents.length > 0 && <Rows agents={data.agents} userId={userId} isAtLimit={isAtLimit} />
      )}
      {ofDeleted > 0 && <DeletedRow messages={ofDeleted} />}
      {data.agents.length === 0 && (isLoaded ? <EmptyList /> : <p className="mt-4 text-quiet">{t("agents.notLoaded")}</p>)}
    </section>
  );
}

/** The month's messages of agents that were deleted since. They stay in the total, so that it equals the usage card's. */
function usedByDeleted({ agents, used }: DashboardData): number {
  const ofListed = agents.reduce((sum, agent) => sum + agent.messageCount, 0);
  return Math.max(0, (used ?? 0) - ofListed);
}

function CreateButton({ isDisabled, look }: { isDisabled: boolean; look: "btn-line" | "btn-primary" }) {
  const { t } = useTranslation("dashboard");
  const content = (
    <>
      <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
      {t("agents.create")}
    </>
  );
  if (isDisabled) {
    return (
      <button type="button" className={`btn ${look} whitespace-nowrap max-sm:flex-auto`} disabled title={t("agents.limitReached")}>
        {content}
      </button>
    );
  }
  return (
    <Link to="/editor" className={`btn ${look} whitespace-nowrap max-sm:flex-auto`}>
      {content}
    </Link>
  );
}

function Total({ used }: { used: number | null }) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-base-300 pb-2 text-sm text-quiet">
      <h3 className="font-semibold tracking-normal">{t("agents.active")}</h3>
      <p>
        {t("agents.total")} <span className="ms-1 font-semibold text-base-content tabular-nums">{formatNumber(used ?? 0)}</span>
      </p>
    </div>
  );
}

interface RowsProps {
  agents: readonly AgentSummary[];
  userId: string;
  isAtLimit: boolean;
  isStale?: boolean;
}

function Rows({ agents, userId, isAtLimit, isStale = false }: RowsProps) {
  const { isView } = useSession();
  const deleteAgent = useDeleteAgent(userId);
  const duplicate = useDuplicateAgent(userId);
  const exporting = useExportAgent();
  return (
    <ul
      aria-busy={isStale}
      className={`divide-y divide-base-300 border-b border-base-300 transition-opacity duration-150 ${isStale ? "opacity-60" : ""}`}
    >
      {agents.map((agent) => (
        <AgentRow
          key={agent.id}
          agent={agent}
          isBusy={duplicate.busyId === agent.id || exporting.busyId === agent.id}
          isView={isView === true}
          onDelete={() => deleteAgent(agent)}
          onExport={() => exporting.run(agent)}
          onDuplicate={isAtLimit ? null : () => duplicate.run(agent)}
        />
      ))}
    </ul>
  );
}

/** Until the server's page is there, the first agents of the dashboard's own call are shown. */
function LongList({ data, userId, isAtLimit }: { data: DashboardData; userId: string; isAtLimit: boolean }) {
  const { t } = useTranslation("dashboard");
  const address = useAgentView();
  const { view, turnTo } = address;
  const query = useQuery(agentsQuery(userId, view));
  const isPlain = view.search === "" && view.sort === "created" && view.page === 1;
  const agents = query.data?.chats ?? (isPlain ? data.agents.slice(0, PAGE_SIZE.agents) : []);
  const totalPages = query.data?.totalPages ?? pagesOf(data.agents.length, PAGE_SIZE.agents);
  useLastPage(address, query.isPlaceholderData ? undefined : query.data?.totalPages);
  return (
    <>
      <AgentFilters address={address} found={query.isPlaceholderData ? undefined : query.data?.total} />
      {query.error && <NotLoaded className="mt-4" what={t("agents.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />}
      {agents.length > 0 && <Rows agents={agents} userId={userId} isAtLimit={isAtLimit} isStale={query.isPlaceholderData} />}
      {totalPages > 1 && <Pager page={view.page} totalPages={totalPages} of={t("agents.title")} onPage={turnTo} />}
    </>
  );
}

/** The last agent of the last page was deleted, or the address names a page that does not exist. */
function useLastPage({ view, turnTo }: AgentListAddress, totalPages: number | undefined): void {
  useEffect(() => {
    if (totalPages !== undefined && view.page > totalPages) turnTo(totalPages);
  }, [view.page, totalPages, turnTo]);
}

function DeletedRow({ messages }: { messages: number }) {
  const { t } = useTranslation("dashboard");
  return (
    <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-base-300 py-3 text-sm text-quiet">
      {t("agents.ofDeleted")}
      <span>
        {t("agents.messages")} <span className="ms-1 font-semibold text-base-content tabular-nums">{formatNumber(messages)}</span>
      </span>
    </p>
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
