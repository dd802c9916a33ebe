import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { type AdminPayment, PROVIDER_METHOD } from "../../../../contract/payment.ts";
import { call } from "../../../api.ts";
import { formatDateTime, formatPaid } from "../../../text/format.ts";
import { storedText } from "../../../text/server-text.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { ActionsCell, Cell, Chip, RowButton } from "../lists/DataTable.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";

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
  const name = payment.paymentId || payment.id;
  return (
    <tr>
      <Cell>
        <ShortId id={payment.id} />
      </Cell>
      <Cell>{payment.paymentId === "" ? <Source payment={payment} /> : <ShortId id={payment.paymentId} />}</Cell>
      <Cell>
        <span className="flex items-baseline gap-1.5">
          {payment.userId !== null && <ShortId id={payment.userId} />}
          <span className="max-w-28 truncate text-quiet" title={payment.username}>
            {payment.username || t("payments.gone")}
          </span>
        </span>
      </Cell>
      <Cell isNumber>
        <span title={payment.planName}>{payment.planId}</span>
      </Cell>
      <Cell isNumber>
        <span className="whitespace-nowrap">{formatPaid(payment.amount)}</span>
      </Cell>
      <Cell>
        <span className="flex items-center gap-1">
          <Status payment={payment} />
        </span>
      </Cell>
      <Cell isNumber>
        <time dateTime={payment.timestamp} className="whitespace-nowrap">
          {formatDateTime(payment.timestamp)}
        </time>
      </Cell>
      <ActionsCell>
        {check.error && <QuietRetry error={check.error} what={t("admin.notDone")} onRetry={() => check.mutate()} />}
        {payment.status !== "success" && payment.paymentId !== "" && (
          <RowButton label={t("payments.check")} of={name} isBusy={check.isPending} onClick={() => check.mutate()} />
        )}
        <RowButton label={t("admin.edit")} of={name} onClick={onEdit} />
        <RowButton label={t("admin.delete")} of={name} onClick={onDelete} />
      </ActionsCell>
    </tr>
  );
}

/** A truncated id. The title has all of it, and copying it copies all of it. */
function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="block max-w-22 truncate font-mono">
      {id}
    </span>
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
  const isQuiet = status === "failed" ? "text-quiet" : "";
  return (
    <>
      {status === "success" ? (
        <Chip>{t("payments.status.success")}</Chip>
      ) : (
        <span className={isQuiet}>{t(`payments.status.${status}`)}</span>
      )}
      {sandbox && flagged === null && <span className="text-quiet">({t("payments.sandbox")})</span>}
      {flagged !== null && (
        <Chip isLoud title={storedText(flagged)}>
          {t("payments.status.flagged")}
        </Chip>
      )}
    </>
  );
}
