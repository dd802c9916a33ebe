import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";
import type { Billing as BillingData } from "../../../contract/payment.ts";
import { billingQuery } from "../../billing-queries.ts";
import { formatDate, planNameOf } from "../../text/format.ts";
import { Pager } from "../../ui/Pager.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { BONE, RowBones } from "../../ui/page/ContentBones.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Payments } from "./Payments.tsx";
import { ReceiptDetails } from "./ReceiptDetails.tsx";

/** The plan with its end, and the payments. */
export function Billing() {
  const { t } = useTranslation("billing");
  const [params, setParams] = useSearchParams();
  const wanted = params.get("page") ?? "";
  const page = /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : 1;
  const query = useQuery({ ...billingQuery(page), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <>
      <PageTitle>{t("billing.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-10 pb-24 sm:px-6">
        <Link to="/dashboard" className="btn btn-ghost btn-sm -ms-3 px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("editor.back")}
        </Link>
        <h1 className="mt-3 text-2xl">{t("billing.title")}</h1>
        {query.isPending && <RowBones />}
        {query.error && (
          <NotLoaded className="mt-6 max-w-2xl" what={t("billing.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {data && <CurrentPlan data={data} />}
        {data && (
          <section aria-labelledby="payments-title" className="mt-12">
            <h2 id="payments-title" className="text-xl">
              {t("billing.payments")}
            </h2>
            {data.total === 0 ? <NoPayments /> : <Payments payments={data.payments} isStale={query.isPlaceholderData} />}
            {data.totalPages > 1 && (
              <Pager page={page} totalPages={data.totalPages} onPage={(to) => setParams(to > 1 ? { page: String(to) } : {})} />
            )}
          </section>
        )}
        <ReceiptDetails />
      </main>
    </>
  );
}

/** Shows what a payment will look like. */
function NoPayments() {
  const { t } = useTranslation("billing");
  return (
    <div className="mt-4 border-y border-base-300 py-6">
      <div aria-hidden="true" className="flex items-center justify-between gap-6">
        <span className={`${BONE} h-3 w-40`} />
        <span className={`${BONE} h-3 w-16`} />
      </div>
      <div aria-hidden="true" className="mt-3 flex items-center justify-between gap-6 opacity-60">
        <span className={`${BONE} h-2.5 w-24`} />
        <span className={`${BONE} h-2.5 w-24`} />
      </div>
      <p className="mt-6">{t("billing.none")}</p>
    </div>
  );
}

function CurrentPlan({ data }: { data: BillingData }) {
  const { t } = useTranslation("billing");
  return (
    <section aria-labelledby="plan-title" className="mt-6 flex flex-wrap items-center justify-between gap-4 border-y border-base-300 py-5">
      <div>
        <h2 id="plan-title" className="text-sm font-semibold tracking-normal text-quiet">
          {t("billing.plan")}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-3">
          <span className="text-lg font-semibold break-words">{planNameOf(data.planName)}</span>
          {data.validUntil !== null && (
            <span className="self-center text-quiet">{t("billing.until", { date: formatDate(data.validUntil) })}</span>
          )}
        </p>
      </div>
      <Link to="/plans" className="btn btn-primary">
        {data.validUntil === null ? t("billing.choose") : t("billing.change")}
      </Link>
    </section>
  );
}
