import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FREE_PLAN_ID, type Plan } from "../../../contract/plan.ts";
import { plansQuery } from "../../queries.ts";
import { formatNumber, formatSen, planNameOf } from "../../text/format.ts";
import { readPrice, shownPlans } from "../plans/price.ts";

/** The prices, which visitors can see without signing up. */
export function Prices({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  const { t } = useTranslation("landing");
  const { data: plans, isError } = useQuery(plansQuery());
  return (
    <section id="prices" aria-labelledby="prices-title" className="mx-auto max-w-6xl scroll-mt-6 px-4 pb-24 sm:px-6">
      <h2 id="prices-title" className="text-2xl sm:text-3xl">
        {t("prices.title")}
      </h2>
      <p className="mt-3 max-w-[60ch] text-lg text-quiet">{t(isSignUpOpen ? "prices.lead" : "prices.leadClosed")}</p>
      {isError && <p className="mt-10 border-y border-base-300 py-6">{t("prices.unavailable")}</p>}
      <ul className="mt-10 min-h-24 divide-y divide-base-300 border-y border-base-300">
        {shownPlans(plans ?? []).map((plan) => (
          <PlanLine key={plan.id} plan={plan} />
        ))}
      </ul>
      {isSignUpOpen ? (
        <a href="/signup" className="link-plain mt-6 inline-block text-lg">
          {t("prices.begin")}
        </a>
      ) : (
        <p className="mt-6 text-quiet">{t("hero.closed")}</p>
      )}
    </section>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  const { t } = useTranslation("landing");
  const limits: string[] = [
    t("plans.feature.messages", { count: plan.msgLimit, number: formatNumber(plan.msgLimit) }),
    t("plans.feature.agents", { count: plan.chatLimit, number: formatNumber(plan.chatLimit) }),
    t("prices.entries", { count: plan.addKnowledgeLimit, number: formatNumber(plan.addKnowledgeLimit) }),
  ];
  const { totalSen } = readPrice(plan);
  if (plan.id !== FREE_PLAN_ID && plan.validityMonths > 1)
    limits.push(t("prices.total", { total: formatSen(totalSen), months: t("plans.months", { count: plan.validityMonths }) }));
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-8 gap-y-1 py-5 md:grid-cols-[12rem_1fr_auto]">
      <h3 className="text-lg break-words">{planNameOf(plan.planName)}</h3>
      <p className="text-quiet max-md:col-span-2 max-md:row-start-2">{limits.join("\u00a0· ")}</p>
      <p className="text-xl font-bold tabular-nums">
        {plan.id === FREE_PLAN_ID ? (
          t("dashboard.freeForever")
        ) : (
          <>
            {formatSen(Math.round(totalSen / plan.validityMonths))}
            <span className="text-base font-normal text-quiet">{t("prices.aMonth")}</span>
          </>
        )}
      </p>
    </li>
  );
}
