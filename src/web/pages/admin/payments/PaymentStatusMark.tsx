import { useTranslation } from "react-i18next";
import type { PaymentStatus } from "../../../../contract/payment.ts";
import { Chip } from "../lists/DataTable.tsx";

/** The status of a payment, as every list of the administrator shows it. */
export function PaymentStatusMark({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation("admin");
  if (status === "success") return <Chip>{t("payments.status.success")}</Chip>;
  const look = status === "failed" ? "border-error/60 text-error" : "border-line-strong";
  return (
    <span className={`inline-block shrink-0 rounded-full border px-2 text-sm font-semibold whitespace-nowrap ${look}`}>
      {t(`payments.status.${status}`)}
    </span>
  );
}
