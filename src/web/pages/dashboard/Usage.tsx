import { ArrowUpRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { isNoLimit } from "../../../contract/plan.ts";
import { formatLimit, formatNumber } from "../../text/format.ts";
import { Only } from "../../ui/Only.tsx";
import { useSession } from "../../use-session.ts";
import type { DashboardData } from "./dashboard-data.ts";
import { UsageChart } from "./UsageChart.tsx";
import { readUsage } from "./usage.ts";

/** "Monthly Message Usage": the messages used, the plan beside them, and a chart of the last 30 days below. */
export function Usage({ data }: { data: DashboardData }) {
  const { t } = useTranslation("dashboard");
  const hasNoLimit = data.isUnlimited || isNoLimit(data.msgLimit);
  return (
    <section aria-labelledby="usage-title" className="mt-10 grid gap-x-16 gap-y-10 border-t border-base-300 pt-8 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0">
        <h2 id="usage-title" className="text-base font-semibold tracking-normal text-quiet">
          {t("usage.title")}
        </h2>
        {data.used === null || hasNoLimit ? (
          <Count used={data.used} limit={hasNoLimit ? null : data.msgLimit} />
        ) : (
          <Meter used={data.used} limit={data.msgLimit} />
        )}
        <UsageChart days={data.usageDays} agents={data.agents} />
      </div>
      <PlanFeatures data={data} />
    </section>
  );
}

/** `used` is null while it is not known. */
function Count({ used, limit }: { used: number | null; limit: number | null }) {
  return (
    // Figures of one width and tight letters look broken at this size.
    <p className="mt-1 flex flex-wrap items-baseline text-4xl font-bold tracking-normal proportional-nums">
      {used === null ? "–" : formatNumber(used)}
      {limit !== null && (
        <span className="ms-1 text-2xl font-semibold text-quiet">
          <span className="me-1">/</span>
          {formatNumber(limit)}
        </span>
      )}
    </p>
  );
}

function Meter({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation("dashboard");
  const { isView } = useSession();
  const { share, isRed, isNear, isReached, percent } = readUsage(used, limit);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Count used={used} limit={limit} />
        {isNear && !isReached && (
          <span
            className={`rounded-full px-3 py-0.5 text-sm font-semibold ${isRed ? "bg-error text-error-content" : "bg-accent text-accent-content"}`}
          >
            {t("usage.warning", { percent })}
          </span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={t("usage.title")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="mt-4 h-2.5 overflow-hidden rounded-full bg-base-300"
      >
        <div
          className={`h-full rounded-full transition-[width] duration-180 ease-quiet ${isRed ? "bg-error" : "bg-primary"}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <div className="mt-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className={isRed ? "font-semibold text-error" : "text-quiet"}>
          {isReached ? t("usage.reached") : isRed ? t("usage.almost") : t("usage.within")}
        </p>
        {isNear && !isView && (
          <Only may="own">
            <Link to="/plans" className="btn btn-accent">
              {t("usage.upgrade")}
              <ArrowUpRight size={18} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          </Only>
        )}
      </div>
    </>
  );
}

function PlanFeatures({ data }: { data: DashboardData }) {
  const { t } = useTranslation("dashboard");
  const orNone = (limit: number) => (data.isUnlimited ? t("plan.unlimited") : formatLimit(limit));
  // What is known without the server does not include the agents.
  const made = data.used === null ? "–" : formatNumber(data.agents.length);
  const agents = data.isUnlimited || isNoLimit(data.chatLimit) ? made : `${made}/${formatNumber(data.chatLimit)}`;
  const entries = data.isUnlimited
    ? t("plan.unlimited")
    : t("plan.entries", { count: data.addKnowledgeLimit, number: formatNumber(data.addKnowledgeLimit) });
  const rows = [
    [t("plan.agents"), agents],
    [t("plan.words"), orNone(data.knowledgeWordLimit)],
    [t("plan.knowledge"), entries],
    [t("plan.messages"), orNone(data.msgLimit)],
  ] as const;
  return (
    <div className="lg:border-s lg:border-base-300 lg:ps-10">
      <h2 className="text-base font-semibold tracking-normal text-quiet">{t("plan.includes")}</h2>
      <dl className="mt-3 divide-y divide-base-300">
        {rows.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 py-2.5">
            <dt>{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
