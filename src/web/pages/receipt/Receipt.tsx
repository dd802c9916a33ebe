import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";
import { PROVIDER_METHOD, type Receipt as ReceiptData } from "../../../contract/payment.ts";
import { ApiError } from "../../api.ts";
import { receiptQuery } from "../../billing-queries.ts";
import { formatDate, formatPaid } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";

/** A receipt on one page: what was paid, by whom and to whom. The buttons are not printed. */
export function Receipt() {
  const { t } = useTranslation("billing");
  const { paymentId = "" } = useParams();
  const query = useQuery(receiptQuery(paymentId));
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <main className="mx-auto max-w-2xl px-6 py-10 print:max-w-none print:p-0">
      <PageTitle>{t("receipt.title")}</PageTitle>
      <div className="mb-10 flex flex-wrap justify-between gap-2 print:hidden">
        <Link to="/billing" className="btn btn-line">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("receipt.back")}
        </Link>
        {query.data && (
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("receipt.print")}
          </button>
        )}
      </div>
      {query.isPending && <Loading tall={false} />}
      {query.error && isMissing && <Alert>{t("receipt.missing")}</Alert>}
      {query.error && !isMissing && <NotLoaded what={t("receipt.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Sheet receipt={query.data} />}
    </main>
  );
}

function Sheet({ receipt }: { receipt: ReceiptData }) {
  const { t } = useTranslation("billing");
  const { operator, paidBy } = receipt;
  const term = t("billing.term", { plan: receipt.planName, months: t("plans.months", { count: receipt.months }) });
  return (
    <article>
      <header className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6 border-b border-base-300 pb-8">
        <h1 className="text-2xl">{t("receipt.title")}</h1>
        <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1 tabular-nums">
          <dt className="text-quiet">{t("receipt.number")}</dt>
          <dd className="text-end font-semibold">{receipt.number}</dd>
          <dt className="text-quiet">{t("receipt.date")}</dt>
          <dd className="text-end">{formatDate(receipt.date)}</dd>
        </dl>
      </header>
      {receipt.sandbox && (
        <Alert tone="warning" className="mt-6">
          {t("receipt.sandbox")}
        </Alert>
      )}
      <div className="grid gap-8 py-8 sm:grid-cols-[2fr_3fr]">
        <Party label={t("receipt.from")}>
          <p className="font-semibold break-words">{operator.name || t("receipt.noOperator")}</p>
          <p className="break-words whitespace-pre-line">{operator.address}</p>
        </Party>
        <Party label={t("receipt.to")}>
          <p className="font-semibold break-words">{paidBy.username}</p>
          <p className="break-words">{paidBy.email}</p>
        </Party>
      </div>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        <Line label={t("receipt.for")}>{term}</Line>
        <Source receipt={receipt} />
        <Line label={t("receipt.amount")}>
          <span className="text-xl font-bold tabular-nums">{formatPaid(receipt.amount)}</span>
        </Line>
      </dl>
    </article>
  );
}

function Source({ receipt: { method, billId, byHand } }: { receipt: ReceiptData }) {
  const { t } = useTranslation("billing");
  if (method !== PROVIDER_METHOD) return <Line label={t("receipt.method")}>{t(`method.${method}`)}</Line>;
  return <Line label={t("receipt.bill")}>{byHand ? t("receipt.byHand") : `Billplz ${billId}`}</Line>;
}

function Party({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="text-base font-normal tracking-normal text-quiet">{label}</h2>
      {children}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <dt className="text-quiet">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
