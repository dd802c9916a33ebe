import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CostReport, ModelCost } from "../../../../../contract/model.ts";
import { formatNumber } from "../../../../text/format.ts";
import { Pager } from "../../../../ui/Pager.tsx";
import { Loading } from "../../../../ui/Spinner.tsx";
import { QuietRetry } from "../../lists/ListFrame.tsx";
import { agentCostsQuery } from "./model-queries.ts";
import { useCostText } from "./use-cost-text.ts";

interface CostTableProps {
  report: CostReport;
  page: number;
  onPage: (page: number) => void;
}

/** A month's costs: the total, the owners page by page, and an owner's agents when the row is expanded. */
export function CostTable({ report, page, onPage }: CostTableProps) {
  const { t } = useTranslation("admin");
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-base-300 text-start text-quiet">
            <th className="py-2 pe-3 text-start font-semibold">{t("costs.who")}</th>
            <th className="px-3 py-2 text-end font-semibold">{t("costs.replies")}</th>
            <th className="px-3 py-2 text-end font-semibold max-sm:hidden">{t("costs.tokens")}</th>
            <th className="py-2 ps-3 text-end font-semibold">{t("costs.cost")}</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          <CostRow cost={report.box} weight="font-semibold">
            {t("costs.box")}
          </CostRow>
          {report.tests.replies > 0 && (
            <CostRow cost={report.tests} indent="text-quiet">
              {t("costs.tests")}
            </CostRow>
          )}
          {report.owners.map((owner) => (
            <OwnerRows key={owner.userId} owner={owner} />
          ))}
        </tbody>
      </table>
      {report.totalPages > 1 && <Pager page={page} totalPages={report.totalPages} onPage={onPage} />}
    </div>
  );
}

function OwnerRows({ owner }: { owner: CostReport["owners"][number] }) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const { budget } = owner;
  const name = owner.username || t("costs.gone");
  const mark = budget === "near" || budget === "used up" ? ` · ${t(`costs.state.${budget}`)}` : "";
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <CostRow cost={owner}>
        <button
          type="button"
          className="flex min-h-10 max-w-full cursor-pointer items-center gap-1 rounded-md pe-2 -outline-offset-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          <span className="truncate">{name + mark}</span>
        </button>
      </CostRow>
      {isOpen && <AgentRows userId={owner.userId} name={name} />}
    </>
  );
}

function AgentRows({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation("admin");
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(agentCostsQuery(userId, page));
  return (
    <>
      {data?.agents.map((agent) => (
        <CostRow key={agent.chatId} cost={agent} indent="ps-5 text-quiet">
          {agent.chatName || t("costs.gone")}
        </CostRow>
      ))}
      {data && data.tests.replies > 0 && (
        <CostRow cost={data.tests} indent="ps-5 text-quiet">
          {t("costs.tests")}
        </CostRow>
      )}
      {!data && !error && (
        <WideRow>
          <Loading tall={false} />
        </WideRow>
      )}
      {error && (
        <WideRow>
          <QuietRetry error={error} what={t("costs.unread")} onRetry={() => void refetch()} />
        </WideRow>
      )}
      {data?.total === 0 && data.tests.replies === 0 && <WideRow>{t("costs.previewsOnly")}</WideRow>}
      {data && data.totalPages > 1 && (
        <WideRow>
          <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={name} />
        </WideRow>
      )}
    </>
  );
}

function WideRow({ children }: { children: ReactNode }) {
  return (
    <tr className="border-b border-base-300">
      <td colSpan={4} className="py-2 ps-5 text-quiet">
        {children}
      </td>
    </tr>
  );
}

interface CostRowProps {
  cost: ModelCost;
  children: ReactNode;
  weight?: string;
  indent?: string;
}

function CostRow({ cost, children, weight = "font-normal", indent = "" }: CostRowProps) {
  const { replies, inputTokens, outputTokens } = cost;
  const amount = useCostText()(cost);
  return (
    <tr className={`h-10 border-b border-base-300 ${weight}`}>
      <th scope="row" className={`max-w-40 pe-3 text-start ${weight} ${indent}`}>
        {typeof children === "string" ? <span className="block truncate">{children}</span> : children}
      </th>
      <td className="px-3 text-end">{formatNumber(replies)}</td>
      <td className="px-3 text-end max-sm:hidden">{formatNumber(inputTokens + outputTokens)}</td>
      <td className="ps-3 text-end sm:whitespace-nowrap">{amount}</td>
    </tr>
  );
}
