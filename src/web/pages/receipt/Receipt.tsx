import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";
import { paymentCalls } from "../../../contract/calls/payments.ts";
import type { Receipt as ReceiptData } from "../../../contract/payment.ts";
import { type SheetParty, type SheetRow, sheetOf } from "../../../contract/receipt-sheet.ts";
import { ApiError, addressOf, messageOf } from "../../api.ts";
import { receiptsQuery } from "../../billing-queries.ts";
import { saveExport } from "../../save-export.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";

/** The receipt of a payment and, if it was taken back, the credit note; the newest is the first. The buttons are not printed. */
export function Receipt() {
  const { t } = useTranslation("billing");
  const { paymentId = "" } = useParams();
  const query = useQuery(receiptsQuery(paymentId));
  const receipts = query.data?.receipts.toReversed() ?? [];
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
          <button type="button" className="btn btn-line" onClick={() => window.print()}>
            <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("receipt.print")}
          </button>
        )}
      </div>
      {query.isPending && <Loading tall={false} />}
      {query.error && isMissing && <Alert>{t("receipt.missing")}</Alert>}
      {query.error && !isMissing && !query.data && (
        <NotLoaded what={t("receipt.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />
      )}
      <div>
        {receipts.map((receipt, at) => (
          <Sheet key={receipt.id} receipt={receipt} credit={creditOf(receipt, receipts)} isFirst={at === 0} />
        ))}
      </div>
    </main>
  );
}

/** The credit note that cancels a receipt. */
const creditOf = ({ kind, number }: ReceiptData, all: readonly ReceiptData[]) =>
  kind === "receipt" ? (all.find(({ credits }) => credits?.number === number) ?? null) : null;

const EARLIER = "mt-16 border-t border-line-strong pt-16 print:mt-0 print:break-before-page print:border-0 print:pt-0";

interface SheetProps {
  receipt: ReceiptData;
  /** The credit note that has cancelled the receipt. */
  credit: ReceiptData | null;
  isFirst: boolean;
}

/** The newest one is the page's heading, and each begins a page of the printer. */
function Sheet({ receipt, credit, isFirst }: SheetProps) {
  const sheet = sheetOf(receipt, currentLanguage(), credit);
  const Title = isFirst ? "h1" : "h2";
  return (
    <article className={isFirst ? "" : EARLIER}>
      {receipt.logo !== undefined && <img src={receipt.logo} alt={sheet.parties[0].name} className="mb-6 max-h-12 max-w-48" />}
      <header className="border-b border-base-300 pb-8">
        {sheet.cancelled !== "" && <p className="mb-2 font-semibold">{sheet.cancelled}</p>}
        <Title className="text-2xl">{sheet.title}</Title>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
          {sheet.heads.map(({ label, value }, at) => (
            <div key={label} className="contents">
              <dt className="text-quiet">{label}</dt>
              <dd className={at === 0 ? "font-semibold" : ""}>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {sheet.warning !== "" && (
        <Alert tone="warning" className="mt-6">
          {sheet.warning}
        </Alert>
      )}
      <div className="grid gap-8 py-8 sm:grid-cols-2">
        {sheet.parties.map((party) => (
          <Party key={party.label} party={party} Heading={isFirst ? "h2" : "h3"} />
        ))}
      </div>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        {sheet.rows.map((row) => (
          <Line key={row.label} row={row}>
            {row.value}
          </Line>
        ))}
        <Line row={sheet.total}>
          <span className="text-xl font-bold tabular-nums">{sheet.total.value}</span>
        </Line>
      </dl>
      <SaveAsFile receipt={receipt} isFirst={isFirst} />
    </article>
  );
}

interface SaveAsFileProps {
  receipt: ReceiptData;
  isFirst: boolean;
}

function SaveAsFile({ receipt: { id, kind, number }, isFirst }: SaveAsFileProps) {
  const { t } = useTranslation("billing");
  const path = addressOf(paymentCalls.downloadReceipt, { params: { id }, query: { lang: currentLanguage() } });
  const save = useMutation({ mutationFn: () => saveExport(path) });
  const label = t(kind === "credit_note" ? "receipt.creditFile" : "receipt.receiptFile");
  return (
    <div className="mt-6 space-y-3 print:hidden">
      <BusyButton
        className={isFirst ? "btn-primary" : "btn-line"}
        busy={save.isPending}
        aria-label={t("receipt.fileOf", { label, number })}
        onClick={() => save.mutate()}
      >
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </BusyButton>
      {save.error && <Alert>{messageOf(save.error, t("error.network"))}</Alert>}
    </div>
  );
}

function Party({ party: { label, name, lines }, Heading }: { party: SheetParty; Heading: "h2" | "h3" }) {
  return (
    <section className="min-w-0">
      <Heading className="text-base font-normal tracking-normal text-quiet">{label}</Heading>
      <p className="font-semibold break-words">{name}</p>
      {lines.map((line, at) => (
        // Two lines of an address may be the same.
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <p key={at} className="break-words">
          {line}
        </p>
      ))}
    </section>
  );
}

function Line({ row, children }: { row: SheetRow; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <dt className="text-quiet">{row.label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
