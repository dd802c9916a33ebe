import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { OwnPayment, PaymentStatus } from "../../../contract/payment.ts";
import { formatDate, formatDateTime, formatPaid } from "../../text/format.ts";

/** The payments, with a link to the receipt of each completed payment. */
export function Payments({ payments, isStale }: { payments: readonly OwnPayment[]; isStale: boolean }) {
  const { t } = useTranslation("billing");
  return (
    <table
      aria-busy={isStale}
      className={`mt-4 block w-full border-y border-base-300 transition-opacity duration-150 sm:table ${isStale ? "opacity-60" : ""}`}
    >
      <caption className="sr-only">{t("billing.payments")}</caption>
      <thead className="hidden text-sm text-quiet sm:table-header-group">
        <tr className="border-b border-base-300 text-start">
          <Head>{t("billing.date")}</Head>
          <Head>{t("billing.planColumn")}</Head>
          <Head isEnd>{t("billing.amount")}</Head>
          <Head>{t("billing.status")}</Head>
          <Head isEnd>{t("billing.receipt")}</Head>
        </tr>
      </thead>
      <tbody className="block divide-y divide-base-300 sm:table-row-group">
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ children, isEnd = false }: { children: string; isEnd?: boolean }) {
  return (
    <th scope="col" className={`py-2 pe-6 font-semibold last:pe-0 ${isEnd ? "text-end" : "text-start"}`}>
      {children}
    </th>
  );
}

/** A row of the table; on a phone its cells are in two lines. */
function Row({ payment }: { payment: OwnPayment }) {
  const { t } = useTranslation("billing");
  const { timestamp, planName: plan, months, amount } = payment;
  return (
    <tr className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3 sm:table-row sm:[&>td]:py-2.5 sm:[&>td]:pe-6 sm:[&>td:last-child]:pe-0">
      <td className="tabular-nums max-sm:text-quiet">
        <time dateTime={timestamp} title={formatDateTime(timestamp)}>
          {formatDate(timestamp)}
        </time>
      </td>
      <td className="break-words max-sm:order-first max-sm:font-semibold">
        {t("billing.term", { plan, months: t("plans.months", { count: months }) })}
      </td>
      <td className="text-end font-semibold whitespace-nowrap tabular-nums max-sm:order-first">{formatPaid(amount)}</td>
      <td className="max-sm:text-end">
        <Status payment={payment} />
      </td>
      <td className="max-sm:col-span-2 sm:text-end">
        <ReceiptLink payment={payment} />
      </td>
    </tr>
  );
}

/** The page behind it has the receipt and, if there is one, the credit note. */
function ReceiptLink({ payment: { id, receiptNumber, creditNote } }: { payment: OwnPayment }) {
  const { t } = useTranslation("billing");
  const text =
    receiptNumber === null
      ? creditNote && t("billing.creditNoteOf", { number: creditNote })
      : t("billing.receiptOf", { number: receiptNumber });
  if (!text) return null;
  return (
    <Link to={`/receipt/${id}`} className="link-plain inline-flex min-h-6 items-center whitespace-nowrap">
      {text}
    </Link>
  );
}

const TONES: Record<PaymentStatus, string> = { success: "font-semibold text-primary", pending: "", failed: "text-quiet" };

function Status({ payment: { status, receiptNumber, creditNote } }: { payment: OwnPayment }) {
  const { t } = useTranslation("billing");
  if (creditNote !== null && receiptNumber === null) return <span className="text-quiet">{t("billing.status.refunded")}</span>;
  return <span className={TONES[status]}>{t(`billing.status.${status}`)}</span>;
}
