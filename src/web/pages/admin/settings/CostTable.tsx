import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CostReport, ModelCost } from "../../../../contract/model.ts";
import { formatNumber } from "../../../text/format.ts";

const OWNERS_SHOWN = 10;

/** A month's costs: of everything, of the dearest owners, and of each owner's agents when its row is opened. */
export function CostTable({ report }: { report: CostReport }) {
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
          {report.owners.slice(0, OWNERS_SHOWN).map((owner) => (
            <OwnerRows key={owner.userId} owner={owner} agents={report.agents.filter(({ userId }) => userId === owner.userId)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OwnerRowsProps {
  owner: CostReport["owners"][number];
  agents: CostReport["agents"];
}

function OwnerRows({ owner, agents }: OwnerRowsProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const { budget } = owner;
  const name = owner.username || t("costs.gone");
  const mark = budget === "near" || budget === "used up" ? ` · ${t(`costs.state.${budget}`)}` : "";
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <CostRow cost={owner}>
        {agents.length === 0 ? (
          name + mark
        ) : (
          <button
            type="button"
            className="flex min-h-10 max-w-full cursor-pointer items-center gap-1 rounded-md pe-2 -outline-offset-2"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
            <span className="truncate">{name + mark}</span>
          </button>
        )}
      </CostRow>
      {isOpen &&
        agents.map((agent) => (
          <CostRow key={agent.chatId} cost={agent} indent="ps-5 text-quiet">
            {agent.chatName || t("costs.gone")}
          </CostRow>
        ))}
    </>
  );
}

interface CostRowProps {
  cost: ModelCost;
  children: ReactNode;
  weight?: string;
  indent?: string;
}

function CostRow({ cost, children, weight = "font-normal", indent = "" }: CostRowProps) {
  const { t } = useTranslation("admin");
  const { replies, unpriced, inputTokens, outputTokens, costMicros } = cost;
  const known = `RM${(costMicros / 1_000_000).toFixed(2)}`;
  // What is not known must not read as nothing.
  const amount = unpriced === 0 ? known : unpriced === replies ? t("costs.unknown") : t("costs.atLeast", { amount: known });
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
