import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { type AdminPayment, PROVIDER_METHOD } from "../../../../contract/payment.ts";
import { call } from "../../../api.ts";
import { formatDateTime, formatPaid, planNameOf } from "../../../text/format.ts";
import { storedText } from "../../../text/server-text.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { Cell, Chip, Row } from "../lists/DataTable.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { Named } from "../lists/Named.tsx";
import { type RowAction, RowActions } from "../lists/RowActions.tsx";
import { PaymentStatusMark } from "./PaymentStatusMark.tsx";

interface PaymentRowProps {
  payment: AdminPayment;
  onEdit: () => void;
  onDelete: () => void;
  onChanged: () => void;
}

/** One payment. If it must be checked, the title of its mark and its dialog say why. */
export function PaymentRow({ payment, onEdit, onDelete, onChanged }: PaymentRowProps) {
  const { t } = useTranslation("admin");
  const showToast = useToast();
  const check = useMutation({
    mutationFn: () => call(paymentAdminCalls.checkPayment, { params: { id: payment.id } }),
    onSuccess: ({ found }) => {
      showToast({ text: t(`payments.checked.${found}`), tone: found === "paid" || found === "unpaid" ? "success" : "error" });
      onChanged();
    },
  });
  const username = payment.username || t("payments.gone");
  const actions: RowAction[] = [
    { label: t("admin.edit"), onClick: onEdit },
    { label: t("admin.delete"), onClick: onDelete, isDanger: true },
  ];
  if (payment.status !== "success" && payment.paymentId !== "")
    actions.unshift({ label: t("payments.check"), onClick: () => check.mutate(), isBusy: check.isPending });
  return (
    <Row>
      <Cell card="title" isFlexible>
        <Named name={username} id={payment.userId} isStrong />
      </Cell>
      <Cell isFlexible>
        <span className="block truncate" title={payment.planName}>
          {planNameOf(payment.planName)}
        </span>
      </Cell>
      <Cell isNumber card="aside">
        <span className="font-semibold whitespace-nowrap">{formatPaid(payment.amount)}</span>
      </Cell>
      <Cell>
        <span className="flex items-center gap-1">
          <Status payment={payment} />
        </span>
      </Cell>
      <Cell>{payment.paymentId === "" ? <Source payment={payment} /> : <Named name={t("payments.billplz")} id={payment.paymentId} />}</Cell>
      <Cell isNumber>
        <time dateTime={payment.timestamp} className="whitespace-nowrap">
          {formatDateTime(payment.timestamp)}
        </time>
      </Cell>
      <RowActions of={t("payments.name", { username, amount: formatPaid(payment.amount) })} actions={actions}>
        {check.error && <QuietRetry error={check.error} what={t("failed.payment")} onRetry={() => check.mutate()} />}
      </RowActions>
    </Row>
  );
}

/** The method of a payment without a bill, with the administrator's note in the title. */
function Source({ payment: { method, note } }: { payment: AdminPayment }) {
  const { t } = useTranslation("admin");
  const { t: tBilling } = useTranslation("billing");
  return (
    <span className="whitespace-nowrap text-quiet" title={note || undefined}>
      {method === PROVIDER_METHOD ? t("payments.noBill") : tBilling(`method.${method}`)}
    </span>
  );
}

function Status({ payment: { status, sandbox, flagged } }: { payment: AdminPayment }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <PaymentStatusMark status={status} />
      {sandbox && flagged === null && <span className="text-quiet">({t("payments.sandbox")})</span>}
      {flagged !== null && (
        <Chip isLoud title={storedText(flagged)}>
          {t("payments.status.flagged")}
        </Chip>
      )}
    </>
  );
}
