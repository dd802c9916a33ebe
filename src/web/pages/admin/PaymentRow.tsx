import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminPayment } from "../../../contract/payment.ts";
import { formatDate, formatDateTime } from "../../text/format.ts";
import { formatPaid } from "../../text/format-paid.ts";
import { serverText } from "../../text/server-text.ts";
import { useToast } from "../../ui/Toast.tsx";
import { ActionsCell, Cell, Chip, RowButton } from "./DataTable.tsx";
import { QuietRetry } from "./ListFrame.tsx";
import { checkPayment } from "./payment-calls.ts";

interface PaymentRowProps {
  payment: AdminPayment;
  onEdit: () => void;
  onDelete: () => void;
  onChanged: () => void;
}

/** One payment. What must be looked at says why in its title, and in its dialog. */
export function PaymentRow({ payment, onEdit, onDelete, onChanged }: PaymentRowProps) {
  const { t } = useTranslation("admin");
  const showToast = useToast();
  const check = useMutation({
    mutationFn: () => checkPayment(payment.id),
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
      <Cell>
        {payment.paymentId === "" ? <span className="text-quiet">{t("payments.noBill")}</span> : <ShortId id={payment.paymentId} />}
      </Cell>
      <Cell>
        <span className="flex items-baseline gap-1.5" title={payment.username}>
          <span className="max-w-28 truncate font-semibold">{payment.username || t("payments.gone")}</span>
          {payment.userId !== null && <ShortId id={payment.userId} isQuiet />}
        </span>
      </Cell>
      <Cell isNumber>
        <span title={payment.planName}>{payment.planId}</span>
      </Cell>
      <Cell isNumber>
        <span className="whitespace-nowrap">RM{formatPaid(payment.amount)}</span>
      </Cell>
      <Cell>
        <span className="flex items-center gap-1">
          <Status payment={payment} />
        </span>
      </Cell>
      <Cell isNumber>
        <time dateTime={payment.timestamp} title={formatDateTime(payment.timestamp)} className="whitespace-nowrap">
          {formatDate(payment.timestamp)}
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

/** Whole in its title, and when it is copied. */
function ShortId({ id, isQuiet = false }: { id: string; isQuiet?: boolean }) {
  return (
    <span title={id} className={`block truncate font-mono ${isQuiet ? "max-w-16 text-quiet max-xl:sr-only" : "max-w-22"}`}>
      {id}
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
        <Chip isLoud title={serverText(flagged)}>
          {t("payments.status.flagged")}
        </Chip>
      )}
    </>
  );
}
