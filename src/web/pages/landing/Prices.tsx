import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FREE_PLAN_ID, type Plan } from "../../../contract/plan.ts";
import { plansQuery } from "../../queries.ts";
import { formatLimit, formatNumber, formatSen, planNameOf } from "../../text/format.ts";
import { readPrice, shownPlans } from "../plans/price.ts";

/** The rows that are kept free until the plans are known. */
const EXPECTED = [1, 2, 3];

/** The prices, which visitors can see without signing up. */
export function Prices({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  const { t } = useTranslation("landing");
  const { data: plans, isError, isPending } = useQuery(plansQuery());
  const shown = shownPlans(plans ?? []);
  return (
    <section id="prices" aria-labelledby="prices-title" className="mx-auto max-w-6xl scroll-mt-6 px-4 pb-24 sm:px-6">
      <h2 id="prices-title" className="text-2xl sm:text-3xl">
        {t("prices.title")}
      </h2>
      <p className="mt-3 max-w-[60ch] text-lg text-quiet">{t(isSignUpOpen ? "prices.lead" : "prices.leadClosed")}</p>
      {isError && <p className="mt-10 border-y border-base-300 py-6">{t("prices.unavailable")}</p>}
      {isPending && <Bones />}
      {shown.length > 0 && <PlanTable plans={shown} />}
      {isSignUpOpen ? (
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
          <a href="/signup" className="btn btn-primary btn-lg px-6 text-lg">
            {t("prices.begin")}
          </a>
          <p className="text-quiet">{t("hero.noCard")}</p>
        </div>
      ) : (
        <p className="mt-6 text-quiet">{t("hero.closed")}</p>
      )}
    </section>
  );
}

function Bones() {
  return (
    <div aria-hidden="true" className="mt-10 divide-y divide-base-300 border-y border-base-300">
      {EXPECTED.map((row) => (
        <div key={row} className="flex h-20 items-center justify-between gap-8">
          <span className="h-4 w-32 rounded-full bg-base-300" />
          <span className="h-4 w-24 rounded-full bg-base-300" />
        </div>
      ))}
    </div>
  );
}

/** On a phone, each plan is a block: its name and price in the first line, its limits below. */
function PlanTable({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation("landing");
  return (
    <table className="mt-10 block w-full border-y border-base-300 md:table">
      <thead className="hidden text-sm text-quiet md:table-header-group">
        <tr className="border-b border-base-300">
          <Head>{t("prices.plan")}</Head>
          <Head isEnd>{t("prices.messages")}</Head>
          <Head isEnd>{t("prices.agents")}</Head>
          <Head isEnd>{t("prices.knowledge")}</Head>
          <Head isEnd>{t("prices.price")}</Head>
        </tr>
      </thead>
      <tbody className="block divide-y divide-base-300 md:table-row-group">
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ children, isEnd = false }: { children: string; isEnd?: boolean }) {
  return (
    <th scope="col" className={`py-3 pe-8 font-semibold last:pe-0 ${isEnd ? "text-end" : "text-start"}`}>
      {children}
    </th>
  );
}

function PlanRow({ plan }: { plan: Plan }) {
  const { t } = useTranslation("landing");
  return (
    <tr className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-5 md:table-row">
      <th scope="row" className="text-start text-lg font-semibold break-words md:py-5 md:pe-8">
        {planNameOf(plan.planName)}
      </th>
      <Limit label={t("prices.messages")}>{formatLimit(plan.msgLimit)}</Limit>
      <Limit label={t("prices.agents")}>{formatLimit(plan.chatLimit)}</Limit>
      <Limit label={t("prices.knowledge")}>{formatNumber(plan.addKnowledgeLimit)}</Limit>
      <td className="row-start-1 text-end max-md:col-start-2 md:py-5">
        <Price plan={plan} />
      </td>
    </tr>
  );
}

function Limit({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="col-span-2 flex justify-between gap-4 md:table-cell md:py-5 md:pe-8 md:text-end">
      <span aria-hidden="true" className="text-quiet md:hidden">
        {label}
      </span>
      <span className="tabular-nums">{children}</span>
    </td>
  );
}

function Price({ plan }: { plan: Plan }) {
  const { t } = useTranslation("landing");
  if (plan.id === FREE_PLAN_ID) return <span className="text-xl font-bold">{t("dashboard.freeForever")}</span>;
  const { totalSen, monthlySen } = readPrice(plan);
  return (
    <>
      <span className="text-xl font-bold whitespace-nowrap">
        {formatSen(monthlySen)}
        <span className="text-base font-normal text-quiet">{t("prices.aMonth")}</span>
      </span>
      {plan.validityMonths > 1 && (
        <span className="block text-sm whitespace-nowrap text-quiet">
          {t("prices.total", { total: formatSen(totalSen), months: t("plans.months", { count: plan.validityMonths }) })}
        </span>
      )}
    </>
  );
}
