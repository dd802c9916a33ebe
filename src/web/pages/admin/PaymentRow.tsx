import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminPayment } from "../../../contract/payment.ts";
import { formatDateTime } from "../../text/format.ts";
import { formatPaid } from "../../text/format-paid.ts";
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

/** One payment. What must be looked at says why in its title. */
export function PaymentRow({ payment, onEdit, onDelete, onChanged }: PaymentRowProps) {
  const { t } = useTranslation("admin");
  const showToast = useToast();
  const check = useMutation({
    mutationFn: () => checkPayment(payment.id),
    onSuccess: ({ found }) => {
      showToast({ text: t(`payments.checked.${found}`), tone: found === "mismatch" || found === "unknown" ? "error" : "success" });
      onChanged();
    },
  });
  const name = payment.paymentId || payment.id;
  return (
    <tr>
      <Cell id={payment.id} />
      <Cell id={payment.paymentId || t("payments.noBill")} />
      <Cell>
        <span className="flex max-w-52 items-baseline gap-1.5" title={payment.userId ?? undefined}>
          <span className="truncate font-semibold">{payment.username || t("payments.gone")}</span>
          <span className="truncate font-mono text-quiet">{payment.userId}</span>
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
      {sandbox && <span className="text-quiet">({t("payments.sandbox")})</span>}
      {flagged !== null && (
        <Chip isLoud title={flagged}>
          {t("payments.status.flagged")}
        </Chip>
      )}
    </>
  );
}
